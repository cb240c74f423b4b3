import { retry } from '../../retry.ts';
import { openExport } from '../../service/download.ts';
import { ServiceError } from '../../service/errors.ts';
import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveThumbnail } from '../store.ts';
import { takeBackOfDeleted } from './deleted-meanwhile.ts';
import { type Posted, PostRefused } from './delivery.ts';
import { placeOf, redrawCard } from './messages.ts';
import { type DeliveryRow, markNotSent, markSending, markSent, openDelivery } from './outbox.ts';
import { fileName } from './send-file.ts';
import { slackRetryPlan } from './slack-post-retry.ts';
import { withKnownSize } from './temporary-file.ts';

/** Bytes: a thumbnail has some hundred thousand. */
const PICTURE_LIMIT = 5_000_000;
/** The kinds that Slack shows within blocks. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

/**
 * Puts a picture on the card: the one that was made, or the first slide as the service's thumbnail of it, which costs
 * nothing. It comes last: nothing waits for it, and a card without it is complete. Slack shows a picture to others once a new
 * message has it, and not where it is edited into an older one (slackapi/java-slack-sdk#1441): a line in the thread has it
 * small, once, by its row in the outbox, and the card then shows it. Safe to repeat.
 */
export async function showThumbnail(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  const { id, team, docId, thumbnail } = generation;
  try {
    if (thumbnail || !(await context.showsPictures(team))) return;
    const fileId =
      (await ownPicture(generation, context, signal)) ??
      (docId && (await post(generation, docId, context, signal)));
    if (!fileId) return;
    const shown = await saveThumbnail(context.db, generation, fileId);
    if (shown) await redrawCard(shown, context, signal);
  } catch (error) {
    signal.throwIfAborted();
    context.log.info({ generation: id, err: error }, 'a card stays without its picture');
  }
}

/** Pictures that were asked for stand in the thread already, unless they came as a zip: the first one is the beginning. */
async function ownPicture(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { work, exportAs, failure } = generation;
  if ((work !== 'image' && exportAs !== 'png') || failure) return undefined;
  const now = new Date(context.clock.now());
  const { state, fileId } = await openDelivery(context.db, generation, { kind: 'file' }, now);
  if (state !== 'sent' || !fileId) return undefined;
  const type = await untilProcessed(generation, fileId, context, signal);
  return type && type in endings ? fileId : undefined;
}

/** @returns Slack's file, once the thread shows it; undefined where there is none to be had */
async function post(
  generation: Generation,
  docId: string,
  context: StepContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, clock, delivery } = context;
  const plan = slackRetryPlan(context, signal);
  const attempt = async (): Promise<string | undefined> => {
    const row = await openDelivery(db, generation, { kind: 'thumbnail' }, new Date(clock.now()));
    if (row.state === 'sent') return row.fileId;
    const known = await findPosted(generation, row, context, signal);
    if (known) {
      await markSent(db, row.id, new Date(clock.now()), known);
      return row.fileId;
    }
    // Of an attempt that came to nothing.
    if (row.fileId) await delivery.deleteFile(generation, row.fileId);
    const fileId = await bring(generation, { docId, row }, context, signal);
    if (!fileId) return undefined;
    try {
      const notice = { kind: 'picture', fileId } as const;
      const posted = await delivery.postNotice(generation, placeOf(generation), row.id, notice, signal);
      await markSent(db, row.id, new Date(clock.now()), posted);
    } catch (error) {
      if (error instanceof PostRefused) await markNotSent(db, row.id, 'pending');
      throw error;
    }
    return fileId;
  };
  // The service has said what it has to say: a picture is worth no second question.
  const waitMs = (error: unknown, at: number) =>
    error instanceof ServiceError ? undefined : plan.waitMs(error, at);
  return retry(attempt, { ...plan, waitMs });
}

/** @returns a file that Slack can show in a message, and that nobody has seen; undefined where there is none to be had */
async function bring(
  generation: Generation,
  { docId, row }: { docId: string; row: DeliveryRow },
  context: StepContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, delivery } = context;
  const file = await upload(generation, docId, context, signal);
  if (!file) return undefined;
  await markSending(db, row.id, file.fileId);
  await delivery.keepFile(generation, file);
  if (await takeBackOfDeleted(generation, [file], context)) return undefined;
  if (await untilProcessed(generation, file.fileId, context, signal)) return file.fileId;
  await delivery.deleteFile(generation, file.fileId);
  return undefined;
}

/** A row in `sending` has a file whose line was asked for, and nobody knows what came of it. */
async function findPosted(
  generation: Generation,
  { id, state, fileId }: DeliveryRow,
  { delivery, clock, policy }: StepContext,
  signal: AbortSignal,
): Promise<Posted | null> {
  if (state !== 'sending' || !fileId) return null;
  await clock.sleep(policy.lookAfterMs, signal);
  return delivery.findMessage(generation, placeOf(generation), id);
}

/** The upload is seen by nobody until it is shared. */
async function upload(
  generation: Generation,
  docId: string,
  { clientFor, delivery, fetch, limiters }: StepContext,
  signal: AbortSignal,
): Promise<{ fileId: string; name: string } | undefined> {
  const client = await clientFor(generation.team);
  const address = (await client?.getDoc(docId, signal))?.thumbnailUrl;
  if (!address) return undefined;
  return limiters.files.run(
    generation.team,
    async () => {
      const download = await openExport(address, { fetch, signal, maxBytes: PICTURE_LIMIT });
      const ending = endings[download.contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
      if (!ending) {
        await download.body.cancel();
        return undefined;
      }
      const name = fileName(generation, ending);
      return withKnownSize(download, async (sized) => {
        const { fileId } = await delivery.uploadFile(generation, { name, ...sized });
        return { fileId, name };
      });
    },
    signal,
  );
}

/** Slack refuses a picture in a message until it has processed the file. @returns what it is then */
async function untilProcessed(
  generation: Generation,
  fileId: string,
  { clock, delivery, policy }: StepContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const until = clock.now() + policy.pictureWaitMs; clock.now() < until; ) {
    const type = await delivery.processedType(generation, fileId);
    if (type) return type;
    await clock.sleep(policy.pictureLookMs, signal);
  }
  return undefined;
}
