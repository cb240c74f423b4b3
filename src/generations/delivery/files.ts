import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ExportGone, ExportLinkRefused, ExportTooLarge, NotFound } from '../../service/errors.ts';
import { withoutDirections } from '../../text.ts';
import type { Run, StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';
import type { FileKind, Posted } from './delivery.ts';
import { threadOf } from './messages.ts';
import { markNotSent, markSending, openDelivery } from './outbox.ts';
import { postOnce } from './post-once.ts';

interface Download {
  body: ReadableStream<Uint8Array>;
  size?: number;
}
export interface Sized {
  body: ReadableStream<Uint8Array>;
  size: number;
}

/** Calls `use` with a download and its size. If the size is unknown, writes the download to a temporary file first, to save memory. */
export async function withKnownSize<T>(
  { body, size }: Download,
  use: (file: Sized) => Promise<T>,
): Promise<T> {
  if (size !== undefined) return useAndRelease({ body, size }, use);
  return withTemporaryFile(body, (file) => readingFile(file, use));
}

/** A file in a temporary folder. */
interface Kept {
  path: string;
  size: number;
}

const PREFIX = 'deckhand-export-';

/** Writes a stream to a file in a new temporary folder, calls `use` with the file, and deletes the folder afterwards. */
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

/** Age in milliseconds from which a temporary folder must be from a killed process. Downloads and uploads take up to three hours. */
const LEFT_AFTER_MS = 12 * 60 * 60_000;

/** Deletes temporary files of killed processes, which contain unencrypted documents. Skips files that cannot be deleted. */
export async function deleteLeftFiles(now = Date.now(), within = tmpdir()): Promise<void> {
  const names = (await readdir(within).catch(() => [])).filter((name) => name.startsWith(PREFIX));
  for (const path of names.map((name) => join(within, name))) {
    // File times come from the machine's clock, so they are compared with it and not with the app's `Clock`.
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Calls `use` with a stream of a file on disk and with its size. */
export function readingFile<T>({ path, size }: Kept, use: (file: Sized) => Promise<T>): Promise<T> {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return useAndRelease({ body, size }, use);
}

/** Calls `use`. If `use` has not read the stream, cancels the stream, so that its connection or file is closed. */
async function useAndRelease<T>(file: Sized, use: (file: Sized) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    if (!file.body.locked) await file.body.cancel().catch(() => {});
  }
}

/**
 * Returns a file name that every system allows: at most 80 characters of the title, without characters that Windows forbids. A longer title
 * ends after a whole word.
 */
export function fileName(
  generation: Pick<Generation, 'title' | 'label'>,
  ending: string,
  number?: number,
): string {
  const title = withoutDirections(generation.title ?? generation.label)
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?=.{81})(?<whole>.{40,80})(?<=\S)(?= ).*$/u, '$<whole>')
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  return `${title || 'Document'}${number ? ` ${number}` : ''}.${ending}`;
}

/**
 * Deletes uploaded files if their document was deleted during the upload. Before this call, store the files' ids, because a later deletion
 * of the document needs them.
 * @returns true if the files were deleted
 */
async function deleteIfDocumentDeleted(
  generation: Generation,
  fileIds: string[],
  { db, delivery }: Pick<StepContext, 'db' | 'delivery'>,
): Promise<boolean> {
  const now = await findGeneration(db, generation.team, generation.id);
  if (!now?.deletedAt) return false;
  for (const fileId of fileIds) await delivery.deleteFile(generation, fileId);
  return true;
}

interface FilePost {
  /** Identifies this message among the generation's messages with files. */
  sequence: string;
  exportAs?: FileKind;
  /** Id of the person whom the message mentions. */
  by: string;
  /** Uploads the files of the message. May be called again, because nobody sees an uploaded file until it is shared. */
  upload(): Promise<{ fileId: string; name: string }[]>;
}

/** Maximum number of attempts to post files. It is low, because a person should learn soon that the file of a document is missing. */
const ATTEMPTS = 4;

/** Returns true if another attempt would fail, too: the file is too large, its link cannot be used, or the document was deleted. */
const isFinal = (error: unknown) =>
  [ExportGone, ExportLinkRefused, ExportTooLarge, NotFound].some((final) => error instanceof final);

/** Posts files in one message in the thread, once. @returns null if they were posted; otherwise the error and the outbox row's id */
export async function postFiles(
  generation: Generation,
  { sequence, exportAs, by, upload }: FilePost,
  run: Run,
): Promise<{ error: unknown; delivery: string } | null> {
  const { db, clock, delivery, signal } = run;
  const file = { kind: 'file', sequence, isBegun: true } as const;
  const row = await openDelivery(db, generation, file, new Date(clock.now()));
  const place = threadOf(generation);
  // `ts` is empty, because Slack does not return the message that shows a file.
  const shared: Posted = { channel: place.channel, ts: '' };
  let { fileId } = row;
  const calls = {
    async post() {
      const [first, ...more] = await upload();
      if (!first) throw new Error('The upload returned no file');
      fileId = first.fileId;
      const others = more.map((other) => other.fileId);
      await markSending(db, row.id, fileId, others);
      if (await deleteIfDocumentDeleted(generation, [fileId, ...others], run))
        throw new NotFound('The document was deleted.');
      await delivery.shareFile(generation, place, { ...first, more, exportAs, by }, signal);
      return shared;
    },
    find: async () => (fileId && (await delivery.isFileShared(generation, place, fileId)) ? shared : null),
    isFinal,
    attempts: ATTEMPTS,
  };
  try {
    await postOnce(row, calls, run);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    await markNotSent(db, row.id, 'failed');
    return { error, delivery: row.id };
  }
}
