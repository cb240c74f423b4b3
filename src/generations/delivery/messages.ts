import type { Log } from '../../log.ts';
import { retry } from '../../retry.ts';
import type { StepContext } from '../context.ts';
import { beganAt, type Generation } from '../generation.ts';
import { saveRoot } from '../store.ts';
import { recordTransition } from '../transitions.ts';
import {
  GIVEN_UP,
  isUnreachable,
  type Notice,
  type Place,
  type Posted,
  PostRefused,
  type Progress,
} from './delivery.ts';
import { beginDelivery, type DeliveryRow, deliveryFor, markRootSent } from './outbox.ts';
import { postOnce } from './post-once.ts';
import { slackRetryPlan } from './slack-post-retry.ts';

/** The first message and the notices of a generation, each posted once. */

/** The thread of a generation, or the place where its first message will start one. */
export function placeOf({ channel, threadTs, rootTs }: Generation): Place {
  const thread = threadTs ?? rootTs;
  return thread ? { channel, threadTs: thread } : { channel };
}

/**
 * Posts the first message where it was asked for, or in a direct message to the person where that place can no longer
 * be written to. @returns the generation with its `rootTs`
 */
export async function ensureRoot(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
): Promise<Generation> {
  if (generation.rootTs) return generation;
  return postRoot(generation, context, signal, '');
}

async function postRoot(generation: Generation, context: StepContext, signal: AbortSignal, sequence: string) {
  const { channel, threadTs, person } = generation;
  const isBeginning = generation.state === 'queued';
  const postAt = async (place: Place, at: string) => {
    let written: Generation | undefined;
    const write = async (delivery: string, posted: Posted, sentAt: Date) => {
      const row = { id: delivery, generation: generation.id };
      written = await markRootSent(context.db, row, sentAt, posted, place.threadTs);
    };
    const of = { sequence: at, ...(isBeginning && { write }) };
    const posted = await post(generation, place, of, context, signal);
    // The row says already that it is posted; or the step that posts it goes on from its own state, whatever came meanwhile.
    if (!written) return saveRoot(context.db, generation, posted, place.threadTs);
    if (written.state === 'collecting') recordTransition(written, context);
    return written;
  };
  try {
    return await postAt({ channel, ...(threadTs && { threadTs }) }, sequence);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    context.log.info(
      { generation: generation.id, errorCode: error.code },
      'posted as a direct message instead',
    );
    return postAt({ channel: person }, direct(sequence));
  }
}

/** Names the direct message that stands in for a post. */
const direct = (sequence: string) => `${sequence}dm`;

interface PostOf {
  sequence: string;
  notice?: Notice;
  /** Its row, where that was written for this post, and says that it is being made. */
  begun?: DeliveryRow | undefined;
  /** Writes that it is posted. */
  write?(delivery: string, posted: Posted, at: Date): Promise<void>;
}

/**
 * Milliseconds after which another process may have made the post of a row that was written ahead of it: one that was held up in
 * between reads the row again. A lease lasts six seconds longer than its holder goes by it (jobs/leases.ts).
 */
const ALONE_MS = 5_000;

/**
 * Posts the card, or the notice where one is given, by its row in the outbox. `sequence` names what it is about: the
 * same one again is the same post.
 */
async function post(
  generation: Generation,
  place: Place,
  { sequence, notice, begun, write }: PostOf,
  context: StepContext,
  signal: AbortSignal,
): Promise<Posted> {
  const { db, clock, delivery } = context;
  const kind = notice ? 'notice' : 'root';
  const isAlone = begun && clock.now() - begun.createdAt.getTime() < ALONE_MS;
  const { row, isNew } = isAlone
    ? { row: begun, isNew: true }
    : await beginDelivery(db, generation, { kind, sequence }, new Date(clock.now()));
  // A process that died in posting the direct message leaves that to be ended, whatever this place says by now.
  const isTriedAgain = !isNew && row.attempts > 0 && row.state !== 'sent';
  const isGivenUp =
    isTriedAgain &&
    (await deliveryFor(db, { generation: generation.id, kind, sequence: direct(sequence) })) !== null;
  if (isGivenUp) throw new PostRefused(GIVEN_UP);
  const calls = {
    post: () =>
      notice
        ? delivery.postNotice(generation, place, row.id, notice, signal)
        : delivery.postRoot(generation, place, row.id, signal),
    find: () => delivery.findMessage(generation, place, row.id),
    isBegun: isNew,
    ...(write && { markSent: (posted: Posted, at: Date) => write(row.id, posted, at) }),
  };
  return postOnce(row, calls, context, signal);
}

/**
 * Redraws the first message after the state of the generation. Where that message is gone, it is posted again: an
 * outcome that nobody sees is a lost one.
 */
export async function showState(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
  progress?: Progress,
): Promise<Generation> {
  if (!generation.rootTs) return ensureRoot(generation, context, signal);
  try {
    const update = () => context.delivery.update(generation, progress);
    await (progress ? update() : retry(update, slackRetryPlan(context, signal)));
    return generation;
  } catch (error) {
    if (progress || !isUnreachable(error)) throw error;
    return postRoot(generation, context, signal, `again:${generation.rootTs}`);
  }
}

/** Shows how far it has come. A failure of that is passed over: a card that is a little out of date does no harm. */
export async function showProgress(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
  seen: Omit<Progress, 'elapsedMs'> = {},
): Promise<void> {
  const elapsedMs = context.clock.now() - beganAt(generation);
  try {
    await showState(generation, context, signal, { elapsedMs, ...seen });
  } catch (error) {
    signal.throwIfAborted();
    context.log.info({ generation: generation.id, err: error }, 'progress was not shown');
  }
}

/** Redraws the first message long after the outcome was reported; where it is gone, nobody waits for it. */
export async function redrawCard(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
): Promise<void> {
  try {
    await retry(() => context.delivery.update(generation), slackRetryPlan(context, signal));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
}

/** The outcome, unless it says something else. */
interface NoticeOf extends Pick<PostOf, 'begun'> {
  notice?: Exclude<Notice, { kind: 'picture' }>;
}

/**
 * Posts a line in the thread that mentions the person; in a direct message where the thread cannot be written to.
 * `sequence` names what it is about, so that it is posted once.
 */
export async function notify(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
  sequence: string,
  { notice = { kind: 'outcome' }, begun }: NoticeOf = {},
): Promise<void> {
  try {
    await post(generation, placeOf(generation), { sequence, notice, begun }, context, signal);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    // The line about an outcome points to the message above it, which is not there: the card says it all by itself.
    const instead = { sequence: direct(sequence) };
    if (notice.kind === 'outcome')
      await post(generation, { channel: generation.person }, instead, context, signal);
    else await post(generation, { channel: notice.by }, { ...instead, notice }, context, signal);
  }
}

/**
 * Reports the end of a job that the queue has given up. A definite refusal of Slack ends the report, since it would be
 * the same again; other errors are thrown on, for the queue to try again.
 */
export async function reportGivenUp(report: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await report();
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log.error({ err: error }, 'the end of a job could not be reported');
  }
}
