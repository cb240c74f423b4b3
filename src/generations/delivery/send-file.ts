import { openExport } from '../../service/download.ts';
import { ExportTooLarge, NotFound } from '../../service/errors.ts';
import { CARDS_LIMIT } from '../../service/options.ts';
import { clip } from '../../text.ts';
import type { Run } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { fullAsk } from '../stored-ask.ts';
import { type FileKind, PICTURES_LIMIT } from './delivery.ts';
import { fileName, postFiles, readingFile, type Sized, withKnownSize, withTemporaryFile } from './files.ts';
import { hasOwnPicture, uploadThumbnail } from './thumbnail.ts';
import { type Unpacked, unzipLimits, unzipPictures } from './unzip-pictures.ts';

export interface FileToSend {
  /** The export link. It is a secret. */
  url: string;
  exportAs: FileKind;
  /** The file's extension. Set only for a picture, because each other kind of file has a fixed extension. */
  ending?: string | undefined;
  /** Distinguishes the files of one generation. Empty for the file that is delivered with the document. */
  sequence: string;
  /** Id of the person whom the message mentions. */
  by: string;
}

/**
 * Streams an export to Slack and posts it once. A zip with few pictures is unpacked, because Slack does not show what is in a zip.
 * @returns why no file was posted; null if it was posted
 */
export async function sendFile(generation: Generation, file: FileToSend, run: Run): Promise<Failure | null> {
  const { sequence, exportAs, by } = file;
  const upload = () => uploadAll(generation, file, run);
  const failed = await postFiles(generation, { sequence, exportAs, by, upload }, run);
  if (!failed) return null;
  run.log.warn({ delivery: failed.delivery, err: failed.error }, 'a file was not posted');
  return failureOf(failed.error);
}

/** Uploads the files of one message: the export file or the pictures in its zip, and the card's picture. Nobody sees them yet. */
async function uploadAll(generation: Generation, file: FileToSend, run: Run) {
  const files = await upload(generation, file, run);
  // Also upload the result card's thumbnail, unless the file is a picture itself. Later exports (with a `sequence`) have no thumbnail.
  const picture = hasOwnPicture(file) || file.sequence ? undefined : await uploadThumbnail(generation, run);
  return [...files, ...(picture ? [picture] : [])];
}

/** Uploads the export file, or the unpacked pictures if the file is a zip. */
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
    if (exportAs !== 'png' && exportAs !== 'slides')
      return withKnownSize(download, async (sized) => [await one(sized, whole)]);
    return withTemporaryFile(download.body, async (zip, folder) => {
      const pictures = await picturesIn(zip, folder, exportAs);
      if (!pictures && exportAs === 'slides') throw new ExportTooLarge(unzipLimits.bytes);
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

/** Unpacks the pictures to post (for `slides`, the first `PICTURES_LIMIT`). Returns null if the zip is too large or has other files. */
async function picturesIn(zip: Unpacked, folder: string, exportAs: FileKind): Promise<Unpacked[] | null> {
  if (exportAs !== 'slides') return unzipPictures(zip, folder, unzipLimits);
  const all = await unzipPictures(zip, folder, { ...unzipLimits, pictures: CARDS_LIMIT });
  return all?.slice(0, PICTURES_LIMIT) ?? null;
}

function failureOf(error: unknown): Failure {
  if (error instanceof ExportTooLarge) return { reason: 'export_too_large' };
  if (error instanceof NotFound) return { reason: 'not_found' };
  return { reason: 'export_failed' };
}

const endings: Record<FileKind, string> = {
  pptx: 'pptx',
  pdf: 'pdf',
  png: 'zip',
  slides: 'zip',
  picture: 'png',
};

/** Slack's limit for the alternative text of a picture, in characters. */
const ALT_LIMIT = 1000;

/** Returns the alternative text of a picture: the prompt, or the generation's label if the prompt was deleted. */
async function altOf({ id, label }: Generation, { db }: Run): Promise<string> {
  const asked = (await fullAsk(db, id))?.ask?.prompt;
  return clip(asked || label, ALT_LIMIT);
}
