import type { ConnectionIds } from '../../connections/connection.ts';
import type { ServiceClient } from '../../service/client.ts';
import { problemOf } from '../../service/error-meaning.ts';
import { ASKED_MOST, askedWaitMs, waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { Run, Step, Written } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import { isDisconnection, isForeign, isGone, isMalformed, isWorthPolling, refusedOf } from '../failures.ts';
import { beganAt, type Failure, type Generation } from '../generation.ts';
import { advance, fail } from '../transitions.ts';
import { fileOf, workOf } from '../work/kinds.ts';
import type { Completed, WorkStatus } from '../work/work.ts';
import { isLinkLate } from './late-export-link.ts';

type Failed = Extract<WorkStatus, { status: 'failed' }>;

/** What polling has found so far. It is not stored, because a process that takes over can poll again. */
interface Following {
  /** Number of polls that have failed since the last successful one. */
  failures: number;
  /** Number of consecutive malformed responses. */
  malformed: number;
  /** Number of consecutive 404 responses. */
  unknown: number;
  /** Whether a poll has succeeded. */
  everKnown: boolean;
  /** The team's connection when it was last read: when polling began, or after the last failed poll. */
  connection: ConnectionIds | null;
  /** `ConnectionIds.account` of the connection with which the last poll succeeded. Before that: of the connection of the create call. */
  knownTo: string | null | undefined;
  /**
   * The completed document, while polling continues because its address or its export link is still missing. `at` is when it was first
   * seen, in milliseconds since the epoch.
   */
  completed?: { status: Completed; at: number };
  marksShown: number;
}

/** Ends polling by writing the generation's next state. */
type Ending = () => Promise<Written>;

/**
 * `following`: polls the service until the generation has ended. The results of polls are kept in memory, so the database is written to
 * only once, at the end. Safe to run again, because a poll changes nothing.
 */
export const follow: Step = async (generation, run) => {
  const { team, generationId } = generation;
  const client = await run.clientFor(team);
  if (!generationId) return fail(generation, run, { reason: 'internal' });
  // The credits have been spent, so the generation does not fail. It waits until the team is connected again.
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

/** Minimum wait that is shown on the card, in milliseconds. A shorter wait is not shown, because the next poll follows soon. */
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

/**
 * Returns how polling ends after a failed poll; null if it continues. A completed document is delivered even if polling for its links
 * fails.
 */
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
  // The failed request may have used the connection that was replaced. The next poll shows whether the new connection fails, too.
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

/**
 * Returns true if the document is probably missing only because the team is now connected to another account than `knownTo`, the account
 * that last had the document.
 */
function isInOtherWorkspace(error: unknown, { connection, knownTo }: Following): boolean {
  const isOtherAccount = connection !== null && Boolean(knownTo) && connection.account !== knownTo;
  return isOtherAccount && isForeign(error);
}

async function endCompleted(generation: Generation, status: Completed, run: Run) {
  const { docId, docUrl, title, credits } = status;
  if (status.exportUrl) run.exportUrl = status.exportUrl;
  await noteCredits(generation, status, run);
  const next = fileOf(generation) ? 'delivering' : 'delivered';
  return advance(generation, run, next, { docId, docUrl, title, credits }, ['following']);
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

/** Reports how many credits are left. If this fails, the error is only logged, because it must not delay the document. */
async function noteCredits({ team }: Generation, { credits }: Completed | Failed, run: Run) {
  if (credits?.remaining === undefined) return;
  await run
    .onCredits?.(team, credits.remaining)
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

/** Returns the milliseconds until the next poll: the poll interval, or a longer wait after failures. */
function pauseAfter(polled: Polled, { failures }: Following, { policy, random }: Run): number {
  const usual = policy.pollIntervalMs;
  if ('status' in polled) return usual;
  return Math.max(usual, waitBeforeRetryMs(polled.error, failures - 1, random));
}

/** Updates the elapsed time on the card at the times in `progressMarksMs`. Updating it after each poll would exceed Slack's rate limit. */
async function showAtMarks(generation: Generation, following: Following, run: Run): Promise<void> {
  const marks = marksPassed(generation, run);
  if (marks === following.marksShown) return;
  following.marksShown = marks;
  await showProgress(generation, run);
}
