import { retry } from '../../retry.ts';
import { openExport } from '../../service/download.ts';
import { ExportGone, ExportLinkRefused, ExportTooLarge, NotFound } from '../../service/errors.ts';
import { clip, withoutDirections } from '../../text.ts';
import type { StepContext } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { fullAsk } from '../stored-ask.ts';
import { takeBackOfDeleted } from './deleted-meanwhile.ts';
import { type FileKind, PostRefused } from './delivery.ts';
import { placeOf } from './messages.ts';
import { type DeliveryRow, markNotSent, markSending, markSent, openDelivery } from './outbox.ts';
import { aboutPost } from './post-once.ts';
import { readingFile, type Sized, withKnownSize, withTemporaryFile } from './temporary-file.ts';
import { unzipLimits, unzipPictures } from './unzip-pictures.ts';

export interface FileToSend {
  /** The export link: a secret. */
  url: string;
  exportAs: FileKind;
  /** Of the file's name, where its kind does not say it. */
  ending?: string | undefined;
  /** Tells several files of one generation apart. */
  sequence: string;
  /** The person who is mentioned beside the file. */
  by: string;
}

const ATTEMPTS = 4;

/**
 * Streams an export from the service into the thread, where it appears once. The upload is invisible until it is
 * shared, so it may be repeated at will; the sharing is the post, and is looked for before it is repeated. A few pictures
 * come out of their zip, in one post, since nobody sees what is in a zip.
 * @returns why there is no file, or null when it stands in the thread
 */
export async function sendFile(
  generation: Generation,
  file: FileToSend,
  context: StepContext,
  signal: AbortSignal,
): Promise<Failure | null> {
  const { db, clock, random, log } = context;
  const now = new Date(clock.now());
  const open = () => openDelivery(db, generation, { kind: 'file', sequence: file.sequence }, now);
  let row = await open();
  let failures = 0;

  async function send(attempt: number): Promise<void> {
    if (attempt > 1) row = await open();
    if (row.state === 'sent') return;
    if (!(await alreadyShared(generation, row, context, signal)))
      await upload(generation, file, row, context, signal);
    await markSent(db, row.id, new Date(clock.now()), {});
    log.info(aboutPost(row), 'posted');
  }

  function waitMs(error: unknown): number | undefined {
    const asked = error instanceof PostRefused ? error.retryAfterMs : undefined;
    // Being told to wait is no failure: of many files in one minute the last ones simply come later.
    if (asked === undefined) failures += 1;
    if (!isWorthAnotherTry(error) || failures >= ATTEMPTS) return undefined;
    log.info({ generation: generation.id, failures, err: error }, 'file is tried again');
    return (asked ?? 2 ** failures * 500) * (1 + random());
  }

  try {
    await retry(send, { clock, signal, waitMs });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return await giveUp(error, row, context);
  }
}

/** A row in `sending` has a file whose sharing was asked for; its answer was lost, here or in a process that died. */
async function alreadyShared(
  generation: Generation,
  row: DeliveryRow,
  { delivery, clock, policy }: StepContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (row.state !== 'sending' || !row.fileId) return false;
  await clock.sleep(policy.lookAfterMs, signal);
  return delivery.isFileShared(generation, placeOf(generation), row.fileId);
}

async function upload(
  generation: Generation,
  { url, exportAs, ending, by }: FileToSend,
  row: DeliveryRow,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, delivery, fetch, policy, limiters } = context;
  const alt = exportAs === 'picture' ? await altOf(generation, context) : undefined;
  const one = async (body: Sized, name: string) => {
    const { fileId } = await delivery.uploadFile(generation, { name, ...(alt && { alt }), ...body });
    return { fileId, name };
  };
  const [file, ...more] = await limiters.files.run(
    generation.team,
    async () => {
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
    },
    signal,
  );
  if (!file) throw new Error('A file was uploaded, and there is none');
  await markSending(
    db,
    row.id,
    file.fileId,
    more.map(({ fileId }) => fileId),
  );
  if (await takeBackOfDeleted(generation, [file, ...more], context))
    throw new NotFound('The document was deleted.');
  await delivery.shareFile(generation, placeOf(generation), { ...file, more, exportAs, by }, signal);
}

/** A refusal by the file host (link expired, not a file), or a file that is too large, is the same the next time. */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof PostRefused) return error.retryAfterMs !== undefined;
  return ![ExportGone, ExportLinkRefused, ExportTooLarge, NotFound].some(
    (lasting) => error instanceof lasting,
  );
}

async function giveUp(error: unknown, row: DeliveryRow, { db, log }: StepContext): Promise<Failure> {
  await markNotSent(db, row.id, 'failed');
  log.warn({ delivery: row.id, err: error }, 'file was given up');
  if (error instanceof ExportTooLarge) return { reason: 'export_too_large' };
  if (error instanceof NotFound) return { reason: 'not_found' };
  return { reason: 'export_failed', ...(error instanceof PostRefused && { message: error.code }) };
}

const endings: Record<FileKind, string> = { pptx: 'pptx', pdf: 'pdf', png: 'zip', picture: 'png' };

/** Slack's limit for the description of a picture, in characters. */
const ALT_LIMIT = 1000;

/** The words that a picture was made of, for people who cannot see it. */
async function altOf({ id, label }: Generation, { db }: StepContext): Promise<string> {
  const asked = (await fullAsk(db, id))?.ask?.prompt;
  return clip(asked || label, ALT_LIMIT);
}

/** A name that every system takes: the title, without what Windows forbids in a name, at most 80 characters. */
export function fileName(
  generation: Pick<Generation, 'title' | 'label'>,
  ending: string,
  number?: number,
): string {
  const title = withoutDirections(generation.title ?? generation.label)
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  return `${title || 'Document'}${number ? ` ${number}` : ''}.${ending}`;
}
