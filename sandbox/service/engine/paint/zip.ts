import { unzipSync, type Zippable, zipSync } from 'fflate';

/** The earliest time a zip can hold: the same files are always the same bytes. Zip times have no zone; this is local. */
const ALWAYS = new Date(1980, 0, 1);

/** Files as a zip. Pictures are compressed already and are only stored. */
export function zipped(files: Record<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, bytes] of Object.entries(files))
    entries[name] = [bytes, { mtime: ALWAYS, level: /\.(png|jpe?g|xlsx)$/.test(name) ? 0 : 6 }];
  return zipSync(entries);
}

export function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  return unzipSync(bytes);
}
