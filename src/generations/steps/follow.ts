import { within } from '../../clock.ts';
import type { ConnectionIds } from '../../connections/connection.ts';
import type { ServiceClient } from '../../service/client.ts';
import { problemOf } from '../../service/error-meaning.ts';
import { ASKED_MOST, askedWaitMs, waitBeforeRetryMs } from '../../service/retry-timing.ts';
import { auditMade } from '../audit-line.ts';
import type { Run, Step, Written } from '../context.ts';
import { readSlideTitles } from '../delivery/card-details.ts';
import { showProgress } from '../delivery/messages.ts';
import { isDisconnection, isForeign, isGone, isMalformed, isWorthPolling, refusedOf } from '../failures.ts';
import { beganAt, type Failure, type Generation } from '../generation.ts';
import { tellOfSpent } from '../spending.ts';
import { advance, fail, recordTransition, transition } from '../transitions.ts';
import { fileOf, workOf } from '../work/kinds.ts';
import type { Completed, WorkStatus } from '../work/work.ts';
import { isLinkLate } from './late-export-link.ts';

type Failed = Extract<WorkStatus, { status: 'failed' }>;

/** The state of polling. It is not stored in the database, because a process that continues the generation can poll again. */
interface Following {
  /** Number of polls that have failed since the last successful poll. */
  failures: number;
  /** Number of malformed responses in a row. */
  malformed: number;
  /** Number of 404 responses in a row. */
  unknown: number;
  everKnown: boolean;
  /** The team's connection, as read before the first poll and again after each failed poll. */
  connection: ConnectionIds | null;
  /** Account that the last successful poll used. Before the first success: the account that the create call used. */
  knownTo: string | null | undefined;
  /** A completed document whose address or export link is missing, and when a poll first returned it (milliseconds since the epoch). */
  completed?: { status: Completed; at: number };
  marksShown: number;
}

/** A function that ends polling by writing the generation's next state. */
type Ending = () => Promise<Written>;

/** `following`: polls until the work has ended. Results stay in memory, so the database is written only at the end. Safe to run again. */
export const follow: Step = async (generation, run) => {
  const { team, generationId } = generation;
  const client = await run.clientFor(team);
  if (!generationId) return fail(generation, run, { reason: 'internal' });
  // Credits were spent, so the generation does not fail but waits until the team is connected again.
  if (!client) return advance(generation, run, 'disconnected');
  await showProgress(generation, run);
  const following = await beginFollowing(generation, run);
  for (;;) {
    const polled = await poll(generation, client, generationId, run);
    const ending =
      'error' in polled
        ? await afterFailedPoll(polled.error, generation, following, run)
        : afterAnswer(polled.status, generation, following, run);
    if (ending) return await ending();
    if (isOverdue(generation, following, run)) return advance(generation, run, 'late');
    const pause = pauseAfter(polled, following, run);
    const askedMs = 'error' in polled ? (askedWaitMs(polled.error) ?? 0) : 0;
    const { completed } = following;
    if (completed && askedMs && isLinkLate(completed.at - pause, run))
      return endCompleted(generation, completed.status, run);
    if (askedMs > ASKED_MOST) return advance(generation, run, 'late');
    if (askedMs >= SHOWN_FROM_MS) await showProgress(generation, run, { wait: { for: 'service', askedMs } });
    else await showAtMarks(generation, following, run);
    await run.clock.sleep(pause, run.signal);
  }
};

/** The card shows the remaining wait only if it is at least this long, in milliseconds. */
const SHOWN_FROM_MS = 60_000;

async function beginFollowing(generation: Generation, run: Run): Promise<Following> {
  return {
    failures: 0,
    malformed: 0,
    unknown: 0,
    everKnown: false,
    connection: await run.connectionOf(generation.team).catch(() => null),
    knownTo: generation.madeWith,
    marksShown: marksPassed(generation, run),
  };
}

type Polled = { status: WorkStatus } | { error: unknown };

async function poll(
  generation: Generation,
  client: ServiceClient,
  id: string,
  { limiters, signal }: Run,
): Promise<Polled> {
  const ask = () => workOf(generation).poll(client, id, signal);
  try {
    return { status: await limiters.poll.run(generation.team, ask, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { error };
  }
}

function afterAnswer(
  status: WorkStatus,
  generation: Generation,
  following: Following,
  run: Run,
): Ending | null {
  const { connection } = following;
  const known = { failures: 0, malformed: 0, unknown: 0, everKnown: true };
  Object.assign(following, known, connection && { knownTo: connection.account });
  if (status.status === 'failed') return () => endFailed(generation, status, run);
  if (status.status === 'pending') return null;
  following.completed = { status, at: following.completed?.at ?? run.clock.now() };
  if (!workOf(generation).isWhole(generation, status) && !isLinkLate(following.completed.at, run))
    return null;
  return () => endCompleted(generation, status, run);
}

/** Returns how to end polling after a failed poll; null to continue. If an earlier poll found a completed document, it is delivered. */
async function afterFailedPoll(
  error: unknown,
  generation: Generation,
  following: Following,
  run: Run,
): Promise<Ending | null> {
  const ending = await endingAfter(error, generation, following, run);
  const { completed } = following;
  if (!completed) return ending;
  const isOver = ending !== null || isLinkLate(completed.at, run);
  return isOver ? () => endCompleted(generation, completed.status, run) : null;
}

async function endingAfter(
  error: unknown,
  generation: Generation,
  following: Following,
  run: Run,
): Promise<Ending | null> {
  const { policy } = run;
  const connection = await run.connectionOf(generation.team).catch(() => following.connection);
  const isReplaced = connection?.id !== following.connection?.id;
  following.connection = connection;
  following.failures += 1;
  // The connection has changed, and the failed poll may have used the old one. The next poll shows whether the new connection works.
  if (isReplaced) return null;
  following.malformed = isMalformed(error) ? following.malformed + 1 : 0;
  following.unknown = isGone(error) ? following.unknown + 1 : 0;
  const failure = problemOf(error);
  const used = connection?.id ?? null;
  const wait = (why: Failure, unknownTo: string | null) => () =>
    advance(generation, run, 'disconnected', { failure: why, unknownTo });
  if (isDisconnection(error)) return wait(failure, refusedOf(error, used));
  if (isInOtherWorkspace(error, following)) return wait({ reason: 'elsewhere' }, used);
  const isDeleted = isGone(error) && (following.everKnown || following.unknown >= policy.unknownLimit);
  const isOver = isDeleted || following.malformed >= policy.malformedLimit || !isWorthPolling(error);
  return isOver ? () => fail(generation, run, failure) : null;
}

/** Returns true if the service probably cannot find the document because the team is connected to another account than `knownTo`. */
function isInOtherWorkspace(error: unknown, { connection, knownTo }: Following): boolean {
  const isOtherAccount = connection !== null && Boolean(knownTo) && connection.account !== knownTo;
  return isOtherAccount && isForeign(error);
}

async function endCompleted(generation: Generation, status: Completed, run: Run) {
  const { docId, docUrl, title, credits } = status;
  if (status.exportUrl) run.exportUrl = status.exportUrl;
  const [slideTitles] = await Promise.all([
    slideTitlesInTime({ ...generation, docId }, run),
    noteCredits(generation, status, run),
  ]);
  const next = fileOf(generation) ? 'delivering' : 'delivered';
  const found = { docId, docUrl, title, credits, slideTitles };
  const now = new Date(run.clock.now());
  const moved = await run.db.transaction(async (tx) => {
    const made = await transition(tx, generation, ['following'], next, now, found);
    if (made) await auditMade(tx, made, run);
    return made;
  });
  if (moved) recordTransition(moved, run);
  await tellOfSpent(generation.team, run).catch((err) =>
    run.log.info({ team: generation.team, err }, 'the spent credits could not be compared with the limit'),
  );
  return moved;
}

/** Maximum milliseconds for which a finished document waits for the titles of its slides. */
const TITLES_WITHIN_MS = 2_000;

/**
 * Reads the titles of the slides before the card shows the document, so that the card needs no second update. Returns undefined if the
 * service takes too long. The titles are then read after delivery (`addCardDetails`).
 */
function slideTitlesInTime(generation: Generation, run: Run): Promise<string[] | undefined> {
  const read = (overdue: AbortSignal) =>
    readSlideTitles(generation, { ...run, signal: AbortSignal.any([run.signal, overdue]) });
  return within(run.clock, TITLES_WITHIN_MS, read, undefined);
}

async function endFailed(generation: Generation, status: Failed, run: Run) {
  const { error, retryable, credits } = status;
  const failure: Failure = {
    reason: error.statusCode === 402 ? 'no_credits' : 'service_failed',
    message: error.message,
    ...(retryable !== undefined && { retryable }),
    reference: generation.generationId ?? generation.id,
  };
  await noteCredits(generation, status, run);
  return fail(generation, run, failure, { credits });
}

/** Reports how many credits are left. An error is only logged, because the document must be delivered in any case. */
async function noteCredits({ team }: Generation, { credits }: Completed | Failed, run: Run) {
  if (credits?.remaining === undefined) return;
  await run
    .onCredits?.(team, credits.remaining, credits.deducted)
    .catch((err) => run.log.info({ team, err }, 'the remaining credits could not be reported'));
}

function isOverdue(generation: Generation, { completed }: Following, { clock, policy }: Run): boolean {
  const limit = workOf(generation).limits(policy).follow;
  return completed === undefined && clock.now() - beganAt(generation) >= limit;
}

function marksPassed(generation: Generation, { clock, policy }: Run): number {
  const elapsed = clock.now() - beganAt(generation);
  return policy.progressMarksMs.filter((mark) => mark <= elapsed).length;
}

/** Returns the milliseconds until the next poll: the poll interval, or a longer wait after failed polls. */
function pauseAfter(polled: Polled, { failures }: Following, { policy, random }: Run): number {
  const usual = policy.pollIntervalMs;
  if ('status' in polled) return usual;
  return Math.max(usual, waitBeforeRetryMs(polled.error, failures - 1, random));
}

/** Updates the elapsed time on the card at the times in `progressMarksMs`. More updates would exceed Slack's rate limit. */
async function showAtMarks(generation: Generation, following: Following, run: Run): Promise<void> {
  const marks = marksPassed(generation, run);
  if (marks === following.marksShown) return;
  following.marksShown = marks;
  await showProgress(generation, run);
}
