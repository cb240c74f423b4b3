import type { Log } from '../../log.ts';
import { retry } from '../../retry.ts';
import { createSeen } from '../../storage/seen.ts';
import type { Run } from '../context.ts';
import { beganAt, type Generation } from '../generation.ts';
import { forgetRoot, saveFound, saveRoot } from '../store.ts';
import { GIVEN_UP, isUnreachable, type Place, type Posted, PostRefused, type Progress } from './delivery.ts';
import { deliveryFor, direct, openDelivery } from './outbox.ts';
import { postOnce, slackRetryPlan } from './post-once.ts';

/** Functions that post a generation's first message and its notices. Each message is posted once. */

/** Returns the generation's thread. If there is no thread yet, because the first message is not posted, returns only the channel. */
export function threadOf({ channel, threadTs, rootTs }: Generation): Place {
  const thread = threadTs ?? rootTs;
  return thread ? { channel, threadTs: thread } : { channel };
}

/**
 * Posts the generation's first message, unless it is already posted. If nothing can be posted in the conversation any more, the asker gets
 * the message as a direct message.
 * @returns the generation with its `rootTs`
 */
export async function ensureRoot(generation: Generation, run: Run): Promise<Generation> {
  if (generation.rootTs) return generation;
  return postRoot(generation, run, '');
}

async function postRoot(generation: Generation, run: Run, sequence: string) {
  const { channel, threadTs, person } = generation;
  const postAt = async (place: Place, at: string) => {
    const posted = await post(generation, place, { kind: 'root', sequence: at }, run);
    return saveRoot(run.db, generation, posted, place.threadTs);
  };
  try {
    return await postAt({ channel, ...(threadTs && { threadTs }) }, sequence);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    run.log.info({ generation: generation.id, errorCode: error.code }, 'posted as a direct message instead');
    return postAt({ channel: person }, direct(sequence));
  }
}

interface ToPost {
  kind: 'root' | 'notice';
  /** Distinguishes the generation's messages of one kind. A second call with the same kind and sequence posts nothing. */
  sequence: string;
  /** The message that replaces this message if it cannot be posted in its conversation. Default: the card as a direct message. */
  instead?: Pick<ToPost, 'kind' | 'sequence'>;
}

async function post(
  generation: Generation,
  place: Place,
  { kind, sequence, instead = { kind: 'root', sequence: direct(sequence) } }: ToPost,
  run: Run,
): Promise<Posted> {
  const { db, clock, delivery } = run;
  const row = await openDelivery(db, generation, { kind, sequence }, new Date(clock.now()));
  // If an earlier attempt opened the outbox row of the replacement (`instead`) before its process died, do not post this message, because
  // otherwise both messages could be posted.
  const isTriedAgain = row.attempts > 0 && row.state !== 'sent';
  if (isTriedAgain && (await deliveryFor(db, { generation: generation.id, ...instead })))
    throw new PostRefused(GIVEN_UP);
  const calls = {
    post: () =>
      kind === 'notice'
        ? delivery.postNotice(generation, place, row.id, run.signal)
        : delivery.postRoot(generation, place, row.id, run.signal),
    find: () => delivery.findMessage(generation, place, row.id),
  };
  return postOnce(row, calls, run);
}

/**
 * Updates the generation's first message to the generation's state. If the message was deleted in Slack, posts it again, so that people see
 * the outcome. If `progress` is given, throws instead of posting the message again.
 */
export async function showState(generation: Generation, run: Run, progress?: Progress): Promise<Generation> {
  if (!generation.rootTs) return ensureRoot(generation, run);
  try {
    const update = () => run.delivery.update(generation, progress);
    await (progress ? update() : retry(update, slackRetryPlan(run)));
    return generation;
  } catch (error) {
    if (progress || !isUnreachable(error)) throw error;
    return postRoot(generation, run, `again:${generation.rootTs}`);
  }
}

/** Updates the generation's first message with the progress so far. Errors are only logged, because an outdated card does no harm. */
export async function showProgress(
  generation: Generation,
  run: Run,
  seen: Omit<Progress, 'elapsedMs'> = {},
): Promise<void> {
  const elapsedMs = run.clock.now() - beganAt(generation);
  try {
    await showState(generation, run, { elapsedMs, ...seen });
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.info({ generation: generation.id, err: error }, 'progress was not shown');
  }
}

/** Updates the generation's first message after the outcome was reported. If the message was deleted, it is not posted again. */
export async function redrawCard(generation: Generation, run: Run): Promise<void> {
  try {
    await retry(() => run.delivery.update(generation), slackRetryPlan(run));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
}

/**
 * Posts a notice of the outcome in the thread. If nothing can be posted in the thread any more, the asker gets the whole card as a direct
 * message, because a notice alone does not say enough.
 * @param sequence identifies the outcome, so that its notice is posted once
 */
export async function notify(generation: Generation, run: Run, sequence: string): Promise<void> {
  try {
    await post(generation, threadOf(generation), { kind: 'notice', sequence }, run);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const card = { kind: 'root', sequence: direct(sequence) } as const;
    await post(generation, { channel: generation.person }, card, run);
  }
}

/**
 * Reports a failure to the asker alone, in a direct message that says what to do. An ephemeral message in the conversation of the ask
 * points to the direct message. The generation's first message is deleted, or says "Not made" if a person has replied to it. If the asker
 * gets no direct messages, the report is posted in the thread.
 */
export async function reportFailure(generation: Generation, run: Run, sequence: string): Promise<void> {
  const { team, id, person, ask } = generation;
  const inThread = { kind: 'notice', sequence: `${sequence}here` } as const;
  try {
    await post(generation, { channel: person }, { kind: 'notice', sequence, instead: inThread }, run);
    // Slack does not report whether an ephemeral message was posted, so there is only one attempt.
    const isFirst = !ask?.digest && (await createSeen(run.db).claim(team, `hint:${id}:${sequence}`, DAY_MS));
    if (isFirst) await run.delivery.hintAtDirectMessage(generation);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    await post(generation, threadOf(generation), inThread, run);
    return redrawCard(generation, run);
  }
  await removeFirstMessage(generation, run);
}

/**
 * Asks the asker in a direct message whether the found document is the requested one. The generation's first message, which others can see,
 * does not show the found document, because it may belong to another person.
 * @returns null if the question was sent. If the asker gets no direct messages, returns the generation without the found document, so that
 * the caller asks in the thread without showing the document
 */
export async function offerFound(
  generation: Generation,
  run: Run,
  sequence: string,
): Promise<Generation | null> {
  await showState(generation, run);
  try {
    await post(generation, { channel: generation.person }, { kind: 'notice', sequence }, run);
    return null;
  } catch (error) {
    const { found } = generation;
    if (!isUnreachable(error) || !found) throw error;
    return saveFound(run.db, generation, { ...found, isDeclined: true });
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** Deletes the message with the progress of a change, because a reply in the thread reports the outcome. Safe to call again. */
export async function removeProgress(
  { id, channel, rootTs: ts, ...rest }: Generation,
  run: Run,
): Promise<void> {
  if (!ts) return;
  const deletion = () => run.delivery.deleteNotice({ id, channel, ...rest }, { channel, ts });
  await retry(deletion, slackRetryPlan(run));
  await forgetRoot(run.db, id);
}

/** Deletes the generation's first message, or updates it if a person has replied to it. Safe to call again. */
async function removeFirstMessage(generation: Generation, run: Run): Promise<void> {
  const { db, delivery } = run;
  const attempt = <T>(call: () => Promise<T>) => retry(call, slackRetryPlan(run));
  try {
    const posted = await attempt(() => findFirstMessage(generation, run));
    if (!posted) return;
    const shown = { ...generation, channel: posted.channel, rootTs: posted.ts };
    if (await attempt(() => delivery.hasReplies(shown))) return await redrawCard(shown, run);
    await attempt(() => delivery.deleteNotice(generation, posted));
    await forgetRoot(db, generation.id);
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    await redrawCard(generation, run);
  }
}

/** Returns the generation's first message; null if there is none. If Slack did not respond when the message was posted, searches for it. */
async function findFirstMessage(generation: Generation, { db, delivery }: Run): Promise<Posted | null> {
  const { id, channel, threadTs, rootTs: ts } = generation;
  if (ts) return { channel, ts };
  const row = await deliveryFor(db, { generation: id, kind: 'root', sequence: '' });
  if (row?.state !== 'sending') return null;
  return delivery.findMessage(generation, { channel, ...(threadTs && { threadTs }) }, row.id);
}

/** Timeout of reporting in Slack that a job was given up, in milliseconds. */
const LAST_TRY_MS = 10 * 60_000;

/**
 * Runs `report`, which reports in Slack that the queue has given up a job. If Slack refuses the report, the refusal is only logged, because
 * Slack would refuse again. Other errors are thrown, so that the queue tries the report again.
 */
export async function reportGivenUp(
  report: (signal: AbortSignal) => Promise<unknown>,
  log: Log,
): Promise<void> {
  try {
    await report(AbortSignal.timeout(LAST_TRY_MS));
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log.error({ err: error }, 'the end of a job could not be reported');
  }
}
