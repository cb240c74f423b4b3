import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

interface Download {
  body: ReadableStream<Uint8Array>;
  size?: number;
}
interface Sized {
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
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-export-'));
  try {
    const path = join(folder, 'export');
    await pipeline(Readable.fromWeb(body), createWriteStream(path, { mode: 0o600 }));
    const buffered = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    return await useAndRelease({ body: buffered, size: (await stat(path)).size }, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** No connection is left hanging on an unread stream, even where the use of it fails. */
async function useAndRelease<T>(file: Sized, use: (file: Sized) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    if (!file.body.locked) await file.body.cancel().catch(() => {});
  }
}
