import type { Log } from '../../log.ts';
import { retry } from '../../retry.ts';
import { createSeen } from '../../storage/seen.ts';
import type { Run } from '../context.ts';
import { beganAt, type Generation } from '../generation.ts';
import { forgetRoot, saveFound } from '../store.ts';
import { recordTransition } from '../transitions.ts';
import { GIVEN_UP, isUnreachable, type Place, type Posted, PostRefused, type Progress } from './delivery.ts';
import { deliveryFor, direct, markRootSent, type OpenDelivery, Outdated, openDelivery } from './outbox.ts';
import { type Post, postOnce, slackRetryPlan } from './post-once.ts';

/** Functions that post, update and delete a generation's first message (the later result card) and its notices. */

/** Returns the thread of the generation's messages, or only the channel if the first message will begin the thread. */
export function threadOf({ channel, threadTs, rootTs }: Generation): Place {
  const thread = threadTs ?? rootTs;
  return thread ? { channel, threadTs: thread } : { channel };
}

/**
 * Posts the generation's first message, if it is not posted yet. If the conversation is unreachable, the asker gets a direct message.
 * @returns the generation with the `rootTs` of the message
 * @throws Outdated if the generation's person was erased since the generation was read. Nothing is left posted then
 */
export async function ensureRoot(generation: Generation, run: Run): Promise<Generation> {
  if (generation.rootTs) return generation;
  return postRoot(generation, run, '');
}

async function postRoot(generation: Generation, run: Run, sequence: string) {
  const { channel, threadTs, person } = generation;
  const postAt = async (place: Place, at: string) => {
    let shown = generation as Generation | null;
    const save: Post['save'] = async (...row) => {
      shown = await markRootSent(...row, { ...generation, threadTs: place.threadTs });
    };
    const { isBegun, ...posted } = await post(generation, place, { kind: 'root', sequence: at, save }, run);
    if (!shown) {
      await retry(() => run.delivery.deleteNotice(generation, posted), slackRetryPlan(run));
      throw new Outdated('The person was erased while the first message was posted');
    }
    if (shown.state !== generation.state) recordTransition(shown, run);
    // If an earlier run has posted the message, the message may show an earlier state.
    if (!isBegun) await redrawCard(shown, run);
    return shown;
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
  /** Identifies the message among those of the same kind for a generation. A second call with the same kind and sequence posts nothing. */
  sequence: string;
  /** What the caller posts if this message cannot be posted. Default: the card as a direct message. */
  instead?: Pick<ToPost, 'kind' | 'sequence'>;
  save?: Post['save'];
}

async function post(
  generation: Generation,
  place: Place,
  { kind, sequence, instead = { kind: 'root', sequence: direct(sequence) }, save }: ToPost,
  run: Run,
): Promise<Posted & Pick<OpenDelivery, 'isBegun'>> {
  const { db, clock, delivery } = run;
  const row = await openDelivery(db, generation, { kind, sequence, isBegun: true }, new Date(clock.now()));
  // If an earlier attempt has begun to post the replacement (`instead`), do not post this message. Otherwise people could get both.
  const isTriedAgain = !row.isBegun && row.attempts > 0 && row.state !== 'sent';
  if (isTriedAgain && (await deliveryFor(db, { generation: generation.id, ...instead })))
    throw new PostRefused(GIVEN_UP);
  const calls = {
    post: () =>
      kind === 'notice'
        ? delivery.postNotice(generation, place, row.id, run.signal)
        : delivery.postRoot(generation, place, row.id, run.signal),
    find: () => delivery.findMessage(generation, place, row.id),
    save,
  };
  return { ...(await postOnce(row, calls, run)), isBegun: row.isBegun };
}

/** Updates the generation's first message. If people have deleted the message, posts it again. With `progress`, throws instead. */
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

/** Shows the progress in the generation's first message. Errors are only logged, because an outdated message does no harm. */
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

/** Updates the generation's first message. If people have deleted the message, does not post it again. */
export async function redrawCard(generation: Generation, run: Run): Promise<void> {
  try {
    await retry(() => run.delivery.update(generation), slackRetryPlan(run));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
}

/**
 * Posts a notice in the thread. If the thread is unreachable, sends the asker the card, because a notice alone does not say enough.
 * @param sequence identifies the outcome. A second call with the same sequence posts nothing
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
 * Reports a failure in a direct message to the asker, or in the thread if Slack refuses the direct message. Deletes the generation's first
 * message. If people have replied to the first message, it stays and says "Not made".
 */
export async function reportFailure(generation: Generation, run: Run, sequence: string): Promise<void> {
  const { team, id, person, ask } = generation;
  const inThread = { kind: 'notice', sequence: `${sequence}here` } as const;
  try {
    await post(generation, { channel: person }, { kind: 'notice', sequence, instead: inThread }, run);
    // Send this hint at most once. Slack does not report whether an ephemeral message was shown, so a second try could show it twice.
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
 * Asks the asker in a direct message whether the found document is the requested one. Nobody else may see the document, because it may be
 * another person's.
 * @returns null if the question was posted. If Slack refuses the question, the found document is marked as declined, and the generation is
 * returned
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

/** Deletes the progress message of a change, because a reply in the thread reports the outcome. Safe to call again. */
export async function removeProgress(
  { id, channel, rootTs: ts, ...rest }: Generation,
  run: Run,
): Promise<void> {
  if (!ts) return;
  const deletion = () => run.delivery.deleteNotice({ id, channel, ...rest }, { channel, ts });
  await retry(deletion, slackRetryPlan(run));
  await forgetRoot(run.db, id);
}

/** Deletes the generation's first message. If a person has replied to it, updates it instead. Safe to call again. */
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

/** Returns the generation's first message; null if there is none. Searches in Slack if the response to the post was lost. */
async function findFirstMessage(generation: Generation, { db, delivery }: Run): Promise<Posted | null> {
  const { id, channel, threadTs, rootTs: ts } = generation;
  if (ts) return { channel, ts };
  const row = await deliveryFor(db, { generation: id, kind: 'root', sequence: '' });
  if (row?.state !== 'sending') return null;
  return delivery.findMessage(generation, { channel, ...(threadTs && { threadTs }) }, row.id);
}

/** Maximum milliseconds for reporting in Slack that a job was given up. */
const LAST_TRY_MS = 10 * 60_000;

/** Reports in Slack that a job was given up. A refusal is only logged, because Slack would refuse again. Other errors are thrown. */
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
