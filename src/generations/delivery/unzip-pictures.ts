import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

/** Pictures as they lie in a temporary folder. */
export interface Unpacked {
  path: string;
  /** bytes */
  size: number;
}

export interface UnzipLimits {
  /** Slack posts ten files at once. */
  pictures: number;
  /** Bytes of all of them together. */
  bytes: number;
  /** Bytes out for each byte in: pictures are compressed already, and a bomb gives a thousand. */
  ratio: number;
}

export const unzipLimits: UnzipLimits = { pictures: 10, bytes: 200_000_000, ratio: 20 };

/** Entries, folders among them, that are gone through: a zip of a million empty ones would keep a processor busy for minutes. */
const ENTRIES = 200;

/** Bytes read at once: they can become a thousand times as many before a limit is seen. */
const PIECE = 16_384;
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** The zip is not one of a few pictures: it stays as it is. */
class NotForShow extends Error {}

/**
 * Unpacks a zip of pictures, piece by piece, into its own folder.
 * @param zip of `size` bytes
 * @returns the pictures in the order of their names; null where the zip holds too many, too much, or anything else
 */
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
    if (entries > ENTRIES) throw new NotForShow();
    if (file.name.endsWith('/')) return;
    if (!/\.png$/i.test(file.name) || found.length >= limits.pictures) throw new NotForShow();
    const path = join(folder, `picture-${found.length}`);
    const entry = { name: file.name, pieces: [] as Uint8Array[], picture: { path, size: 0 }, isWhole: false };
    found.push(entry);
    file.ondata = (error, piece, isLast) => {
      if (error) throw new NotForShow();
      bytes += piece.length;
      if (bytes > limits.bytes || bytes > zip.size * limits.ratio) throw new NotForShow();
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
    // What cannot be unpacked here may well be unpacked by people.
    return null;
  }
  if (found.length === 0 || found.some(({ isWhole }) => !isWhole)) return null;
  const byName = new Intl.Collator('en', { numeric: true });
  return found.toSorted((one, other) => byName.compare(one.name, other.name)).map(({ picture }) => picture);
}

/** Puts the pieces that have come at the end of their file. A name in the zip is no path here. */
async function write(entry: { pieces: Uint8Array[]; picture: Unpacked }): Promise<void> {
  if (entry.pieces.length === 0) return;
  const bytes = Buffer.concat(entry.pieces.splice(0));
  if (entry.picture.size === 0 && !PNG.every((byte, at) => bytes[at] === byte)) throw new NotForShow();
  const file = await open(entry.picture.path, 'a', 0o600);
  await file.writeFile(bytes).finally(() => file.close());
  entry.picture.size += bytes.length;
}
