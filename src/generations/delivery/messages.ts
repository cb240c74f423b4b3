import type { Log } from '../../log.ts';
import { retry } from '../../retry.ts';
import type { ReadProgress } from '../../sources/history.ts';
import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveRoot } from '../store.ts';
import {
  isUnreachable,
  type Notice,
  type Place,
  type Posted,
  PostRefused,
  type Progress,
} from './delivery.ts';
import { openDelivery } from './outbox.ts';
import { postOnce } from './post-once.ts';
import { slackRetryPlan } from './retry-policy.ts';

/** The first message and the notices of a generation, each posted once. */

export function placeOf(generation: Generation): Place {
  const threadTs = generation.threadTs ?? generation.rootTs;
  return threadTs ? { channel: generation.channel, threadTs } : { channel: generation.channel };
}

/**
 * Posts the first message where it was asked for, or, where that can no longer be written to, in a direct message to
 * the person. @returns the generation with its `rootTs`
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
  try {
    const place: Place = {
      channel: generation.channel,
      ...(generation.threadTs && { threadTs: generation.threadTs }),
    };
    return await postRootAt(generation, place, context, signal, sequence);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    context.log.info(
      { generation: generation.id, errorCode: error instanceof PostRefused ? error.code : undefined },
      'told by direct message instead',
    );
    return postRootAt(generation, { channel: generation.person }, context, signal, `${sequence}dm`);
  }
}

async function postRootAt(
  generation: Generation,
  place: Place,
  context: StepContext,
  signal: AbortSignal,
  sequence: string,
): Promise<Generation> {
  const posted = await postCard(generation, place, context, signal, sequence);
  return saveRoot(context.db, generation, posted, place.threadTs);
}

async function postCard(
  generation: Generation,
  place: Place,
  context: StepContext,
  signal: AbortSignal,
  sequence: string,
): Promise<Posted> {
  const now = new Date(context.clock.now());
  const row = await openDelivery(context.db, generation, { kind: 'root', sequence }, now);
  return postOnce(
    row,
    {
      post: () => context.delivery.postRoot(generation, place, row.id),
      find: () => context.delivery.findMessage(generation, place, row.id),
    },
    context,
    signal,
  );
}

/**
 * Rewrites the first message after what the generation now is. Where that message is gone, it is posted anew: an
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
  read?: ReadProgress,
): Promise<void> {
  const elapsedMs = context.clock.now() - generation.createdAt.getTime();
  try {
    await showState(generation, context, signal, { elapsedMs, ...(read && { read }) });
  } catch (error) {
    signal.throwIfAborted();
    context.log.info({ generation: generation.id, err: error }, 'progress was not shown');
  }
}

/** Rewrites the first message long after the outcome was told; where it is gone, nobody waits for it. */
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

/**
 * A line in the thread that mentions who asked; where the thread is closed to us, they are told directly.
 * `sequence` names what it is about, so that it is said once.
 */
export async function notify(
  generation: Generation,
  context: StepContext,
  signal: AbortSignal,
  sequence: string,
  notice: Notice = { kind: 'outcome' },
): Promise<void> {
  try {
    await postLine(generation, placeOf(generation), context, signal, { sequence, notice });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const direct: Place = { channel: notice.kind === 'outcome' ? generation.person : notice.by };
    // The line about an outcome points to the message above it, which is not there: the card says it all by itself.
    if (notice.kind === 'outcome') await postCard(generation, direct, context, signal, `${sequence}dm`);
    else await postLine(generation, direct, context, signal, { sequence: `${sequence}dm`, notice });
  }
}

async function postLine(
  generation: Generation,
  place: Place,
  context: StepContext,
  signal: AbortSignal,
  { sequence, notice }: { sequence: string; notice: Notice },
): Promise<void> {
  const now = new Date(context.clock.now());
  const row = await openDelivery(context.db, generation, { kind: 'notice', sequence }, now);
  await postOnce(
    row,
    {
      post: () => context.delivery.postNotice(generation, place, row.id, notice),
      find: () => context.delivery.findMessage(generation, place, row.id),
    },
    context,
    signal,
  );
}

/**
 * Reports the end of a job that the queue has given up. Slack's definite no ends it, since saying it again would bring
 * the same; other errors are thrown on, for the queue to try again.
 */
export async function reportGivenUp(say: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await say();
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log.error({ err: error }, 'nobody could be told how it ended');
  }
}
