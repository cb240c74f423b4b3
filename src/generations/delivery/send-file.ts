import { openExport } from '../../service/download.ts';
import { isTransient } from '../../service/error-meaning.ts';
import { ExportGone, ExportLinkRefused, ExportTooLarge } from '../../service/errors.ts';
import type { ExportFormat } from '../../service/options.ts';
import type { StepContext } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { PostRefused } from './delivery.ts';
import { fileName } from './file-name.ts';
import { placeOf } from './messages.ts';
import { type DeliveryRow, markNotSent, markSending, markSent, openDelivery } from './outbox.ts';
import { withSize } from './temporary-file.ts';

export interface FileToSend {
  /** The export link: a secret. */
  url: string;
  exportAs: ExportFormat;
  /** Tells several files of one generation apart. */
  sequence: string;
  /** Who is mentioned beside the file. */
  by: string;
}

const ATTEMPTS = 4;

/**
 * Streams an export from the service into the thread, where it appears once. The upload is invisible until it is
 * shared, so it may be repeated at will; the sharing is the post, and is looked for before it is repeated.
 * @returns why there is no file, or null when it stands in the thread
 */
export async function sendFile(
  generation: Generation,
  file: FileToSend,
  context: StepContext,
  signal: AbortSignal,
): Promise<Failure | null> {
  const now = new Date(context.clock.now());
  const opened = { kind: 'file', sequence: file.sequence } as const;
  for (let failures = 0; ; ) {
    const row = await openDelivery(context.db, generation, opened, now);
    if (row.state === 'sent') return null;
    try {
      if (!(await alreadyShared(generation, row, context, signal)))
        await upload(generation, file, row, context, signal);
      await markSent(context.db, row.id, new Date(context.clock.now()), {});
      return null;
    } catch (error) {
      signal.throwIfAborted();
      const asked = error instanceof PostRefused ? error.retryAfterMs : undefined;
      // Being told to wait is no failure: of many files in one minute the last ones simply come later.
      if (asked === undefined) failures += 1;
      if (!isWorthAnotherTry(error) || failures >= ATTEMPTS) return await giveUp(error, row, context);
      context.log.info({ generation: generation.id, failures, err: error }, 'file is tried again');
      await context.clock.sleep((asked ?? 2 ** failures * 500) * (1 + context.random()), signal);
    }
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
  { url, exportAs, by }: FileToSend,
  row: DeliveryRow,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, delivery, fetch, policy, limiters } = context;
  const name = fileName(generation, exportAs);
  const fileId = await limiters.files.run(
    generation.team,
    async () => {
      const download = await openExport(url, { fetch, signal, maxBytes: policy.exportLimitBytes });
      return withSize(download, async (sized) => {
        const uploaded = await delivery.uploadFile(generation, { name, ...sized });
        return uploaded.fileId;
      });
    },
    signal,
  );
  await markSending(db, row.id, fileId);
  await delivery.shareFile(generation, placeOf(generation), { fileId, name, exportAs, by });
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof PostRefused) return error.retryAfterMs !== undefined;
  return !(error instanceof ExportTooLarge) && (isTransient(error) || !isRefusal(error));
}

/** A refusal by the file host (link expired, not a file) is the same the next time. */
function isRefusal(error: unknown): boolean {
  return error instanceof ExportGone || error instanceof ExportLinkRefused;
}

async function giveUp(error: unknown, row: DeliveryRow, { db, log }: StepContext): Promise<Failure> {
  await markNotSent(db, row.id, 'failed');
  log.warn({ delivery: row.id, err: error }, 'file was given up');
  if (error instanceof ExportTooLarge) return { reason: 'export_too_large' };
  return { reason: 'export_failed', ...(error instanceof PostRefused && { message: error.code }) };
}
