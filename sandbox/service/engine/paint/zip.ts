import { type Zippable, zipSync } from 'fflate';

/** The earliest time of zip files, so that the same files always give the same bytes. Zip times are local times. */
const ALWAYS = new Date(1980, 0, 1);

/** Creates a zip. Pictures are stored as they are, because they are already compressed. */
export function zipped(files: Record<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, bytes] of Object.entries(files))
    entries[name] = [bytes, { mtime: ALWAYS, level: /\.(png|jpe?g|xlsx)$/.test(name) ? 0 : 6 }];
  return zipSync(entries);
}
