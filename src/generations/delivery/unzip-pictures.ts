import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { PICTURES_LIMIT } from './delivery.ts';

/** A file in a temporary folder. */
export interface Unpacked {
  path: string;
  size: number;
}

export interface UnzipLimits {
  pictures: number;
  /** Maximum size of all pictures together, in bytes. */
  bytes: number;
  /** Maximum ratio of unpacked to packed bytes. Pictures are compressed, so their ratio is near 1. A zip bomb has about 1,000. */
  ratio: number;
}

export const unzipLimits: UnzipLimits = { pictures: PICTURES_LIMIT, bytes: 200_000_000, ratio: 20 };

/** Maximum number of files and folders in a zip. A zip of a million empty entries would keep a processor busy for minutes. */
const ENTRIES = 200;

/** Number of packed bytes that are unpacked between two checks of the limits. Unpacked, they can be a thousand times larger. */
const PIECE = 16_384;
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Thrown if the zip exceeds a limit or contains files that are not pictures. */
class NotAFewPictures extends Error {}

/** Unpacks a zip into a folder, piece by piece. Returns the pictures by name; null if a limit is exceeded or there are other files. */
export async function unzipPictures(
  zip: Unpacked,
  folder: string,
  limits: UnzipLimits,
): Promise<Unpacked[] | null> {
  const found: { name: string; pieces: Uint8Array[]; picture: Unpacked; isWhole: boolean }[] = [];
  if (zip.size > limits.bytes) return null;
  let bytes = 0;
  let entries = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    entries += 1;
    if (entries > ENTRIES) throw new NotAFewPictures();
    if (file.name.endsWith('/')) return;
    if (!/\.png$/i.test(file.name) || found.length >= limits.pictures) throw new NotAFewPictures();
    const path = join(folder, `picture-${found.length}`);
    const entry = { name: file.name, pieces: [] as Uint8Array[], picture: { path, size: 0 }, isWhole: false };
    found.push(entry);
    file.ondata = (error, piece, isLast) => {
      if (error) throw new NotAFewPictures();
      bytes += piece.length;
      if (bytes > limits.bytes || bytes > zip.size * limits.ratio) throw new NotAFewPictures();
      entry.pieces.push(piece);
      entry.isWhole = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const piece of createReadStream(zip.path, { highWaterMark: PIECE })) {
      unzip.push(piece, false);
      for (const entry of found) await write(entry);
    }
    unzip.push(new Uint8Array(0), true);
    for (const entry of found) await write(entry);
  } catch {
    // Errors in the zip file lead here, too. For an export as `png`, the caller then posts the zip, which people may be able to open.
    return null;
  }
  if (found.length === 0 || found.some(({ isWhole }) => !isWhole)) return null;
  const byName = new Intl.Collator('en', { numeric: true });
  return found.toSorted((one, other) => byName.compare(one.name, other.name)).map(({ picture }) => picture);
}

/** Appends the unpacked pieces to a picture's file. The name in the zip is not used, because it could be a path outside the folder. */
async function write(entry: { pieces: Uint8Array[]; picture: Unpacked }): Promise<void> {
  if (entry.pieces.length === 0) return;
  const bytes = Buffer.concat(entry.pieces.splice(0));
  if (entry.picture.size === 0 && !PNG.every((byte, at) => bytes[at] === byte)) throw new NotAFewPictures();
  const file = await open(entry.picture.path, 'a', 0o600);
  await file.writeFile(bytes).finally(() => file.close());
  entry.picture.size += bytes.length;
}
