import { openExport } from '../../service/download.ts';
import { ExportGone, ExportLinkRefused, ExportTooLarge, NotFound } from '../../service/errors.ts';
import { clip } from '../../text.ts';
import type { Run } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { fullAsk } from '../stored-ask.ts';
import type { FileKind, Posted } from './delivery.ts';
import {
  deleteIfDocumentDeleted,
  fileName,
  readingFile,
  type Sized,
  withKnownSize,
  withTemporaryFile,
} from './files.ts';
import { threadOf } from './messages.ts';
import { markNotSent, markSending, openDelivery } from './outbox.ts';
import { postOnce } from './post-once.ts';
import { hasOwnPicture, uploadThumbnail } from './thumbnail.ts';
import { unzipLimits, unzipPictures } from './unzip-pictures.ts';

export interface FileToSend {
  /** The export link, which is a secret. */
  url: string;
  exportAs: FileKind;
  /** File extension; set only if the file's kind does not imply it. */
  ending?: string | undefined;
  /** Distinguishes several files of one generation. */
  sequence: string;
  /** The person who is mentioned beside the file. */
  by: string;
}

/** Maximum attempts. They are few, so that the person learns soon that the file is missing. The document is useful without it. */
const ATTEMPTS = 4;

/**
 * Streams an export from the service to Slack and posts it in the thread once. An upload may be repeated, because a file is invisible until
 * it is shared. Pictures in a zip are unpacked and posted together if there are only a few, because Slack does not show the contents of a
 * zip.
 * @returns why no file was posted; null if it was
 */
export async function sendFile(generation: Generation, file: FileToSend, run: Run): Promise<Failure | null> {
  const { db, clock, delivery, signal, log } = run;
  const now = new Date(clock.now());
  const row = await openDelivery(db, generation, { kind: 'file', sequence: file.sequence }, now);
  const place = threadOf(generation);
  // `ts` is empty, because Slack does not report which message shows a file.
  const shared: Posted = { channel: place.channel, ts: '' };
  let { fileId } = row;
  const calls = {
    async post() {
      const [first, ...more] = await uploadAll(generation, file, run);
      if (!first) throw new Error('The upload returned no file');
      fileId = first.fileId;
      const others = more.map((other) => other.fileId);
      await markSending(db, row.id, fileId, others);
      if (await deleteIfDocumentDeleted(generation, [fileId, ...others], run))
        throw new NotFound('The document was deleted.');
      const { exportAs, by } = file;
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
    log.warn({ delivery: row.id, err: error }, 'a file was not posted');
    return failureOf(error);
  }
}

/** Uploads what is posted together: the file, or the pictures in it, and the picture of the card. Nobody sees them until then. */
async function uploadAll(generation: Generation, file: FileToSend, run: Run) {
  const files = await upload(generation, file, run);
  // An own picture is on the card. Only the first file of a generation comes with the picture of the card.
  const picture = hasOwnPicture(file) || file.sequence ? undefined : await uploadThumbnail(generation, run);
  return [...files, ...(picture ? [picture] : [])];
}

/** Uploads the file, or the pictures in it. */
async function upload(
  generation: Generation,
  { url, exportAs, ending }: FileToSend,
  run: Run,
): Promise<{ fileId: string; name: string }[]> {
  const { delivery, fetch, policy, limiters, signal } = run;
  const alt = exportAs === 'picture' ? await altOf(generation, run) : undefined;
  const one = async (body: Sized, name: string) => {
    const { fileId } = await delivery.uploadFile(generation, { name, ...(alt && { alt }), ...body });
    return { fileId, name };
  };
  const transfer = async () => {
    const download = await openExport(url, { fetch, signal, maxBytes: policy.exportLimitBytes });
    const whole = fileName(generation, ending ?? endings[exportAs]);
    if (exportAs !== 'png') return withKnownSize(download, async (sized) => [await one(sized, whole)]);
    return withTemporaryFile(download.body, async (zip, folder) => {
      const pictures = await unzipPictures(zip, folder, unzipLimits);
      if (!pictures) return [await readingFile(zip, (body) => one(body, whole))];
      const uploaded: { fileId: string; name: string }[] = [];
      for (const [at, picture] of pictures.entries()) {
        const name = fileName(generation, 'png', pictures.length > 1 ? at + 1 : undefined);
        uploaded.push(await readingFile(picture, (body) => one(body, name)));
      }
      return uploaded;
    });
  };
  return limiters.files.run(generation.team, transfer, signal);
}

/** Returns true if the file is too large or no longer there, or if its host refused it (link expired, not a file). */
const isFinal = (error: unknown) =>
  [ExportGone, ExportLinkRefused, ExportTooLarge, NotFound].some((final) => error instanceof final);

function failureOf(error: unknown): Failure {
  if (error instanceof ExportTooLarge) return { reason: 'export_too_large' };
  if (error instanceof NotFound) return { reason: 'not_found' };
  return { reason: 'export_failed' };
}

const endings: Record<FileKind, string> = { pptx: 'pptx', pdf: 'pdf', png: 'zip', picture: 'png' };

/** Slack's limit for the alternative text of a picture, in characters. */
const ALT_LIMIT = 1000;

/** Returns the alternative text of a picture: the prompt. */
async function altOf({ id, label }: Generation, { db }: Run): Promise<string> {
  const asked = (await fullAsk(db, id))?.ask?.prompt;
  return clip(asked || label, ALT_LIMIT);
}
