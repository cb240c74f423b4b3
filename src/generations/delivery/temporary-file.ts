import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

interface Download {
  body: ReadableStream<Uint8Array>;
  size?: number;
}
export interface Sized {
  body: ReadableStream<Uint8Array>;
  /** bytes */
  size: number;
}

/**
 * Slack wants to know a file's size before its first byte. Where the download does not say it, the bytes are put into
 * a temporary file first; memory stays flat either way.
 */
export async function withKnownSize<T>(
  { body, size }: Download,
  use: (file: Sized) => Promise<T>,
): Promise<T> {
  if (size !== undefined) return useAndRelease({ body, size }, use);
  return withTemporaryFile(body, (file) => readingFile(file, use));
}

/** A file on disk, and its bytes. */
interface Kept {
  path: string;
  size: number;
}

const PREFIX = 'deckhand-export-';

/** Puts a stream into a file, in a folder of its own that is gone afterwards. */
export async function withTemporaryFile<T>(
  body: ReadableStream<Uint8Array>,
  use: (file: Kept, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    const path = join(folder, 'export');
    await pipeline(Readable.fromWeb(body), createWriteStream(path, { mode: 0o600 }));
    return await use({ path, size: (await stat(path)).size }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds: a download, and the uploads of all that is in it, take three hours at most. */
const LEFT_AFTER_MS = 12 * 60 * 60_000;

/** Of a command that restores a backup, too. */
const LEFT = /^deckhand-(?:export|restore)-/;

/**
 * Deletes the files of processes that were killed: they hold documents, and nothing in those is sealed. By the machine's time,
 * as files are. What cannot be deleted is another user's.
 */
export async function deleteLeftFiles(now = Date.now(), within = tmpdir()): Promise<void> {
  const names = (await readdir(within).catch(() => [])).filter((name) => LEFT.test(name));
  for (const path of names.map((name) => join(within, name))) {
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

export function readingFile<T>({ path, size }: Kept, use: (file: Sized) => Promise<T>): Promise<T> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return useAndRelease({ body, size }, use);
}

/** No connection is left hanging on an unread stream, even where the use of it fails. */
async function useAndRelease<T>(file: Sized, use: (file: Sized) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    if (!file.body.locked) await file.body.cancel().catch(() => {});
  }
}
