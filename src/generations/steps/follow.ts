import type { ConnectionIds } from '../../connections/connection.ts';
import { problemOf } from '../../service/error-meaning.ts';
import { waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { Run, Step, StepContext, Written } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import { deliverByNotice } from '../delivery/outbox.ts';
import { isDisconnection, isForeign, isGone, isMalformed, isWorthPolling, refusedOf } from '../failures.ts';
import { beganAt, type Failure, type Generation } from '../generation.ts';
import { advance, fail, recordTransition } from '../transitions.ts';
import type { WorkStatus } from '../work/work.ts';
import { fileOf, workOf } from '../work/works.ts';
import { awaitsLink, isLinkOverdue } from './late-export-link.ts';

type Completed = Extract<WorkStatus, { status: 'completed' }>;
type Failed = Extract<WorkStatus, { status: 'failed' }>;

/** The result of polling so far. It is written nowhere: a process that takes over simply polls on. */
interface Seen {
  /** Polls in a row that failed; of these, the latest that were malformed or knew no such generation. */
  failures: number;
  malformed: number;
  unknown: number;
  everKnown: boolean;
  /** The account that it was last known to. */
  knownTo: string | null | undefined;
  /** The completed document, and when it was first seen, while its export link is still awaited. */
  completed?: { status: Completed; at: number };
  marksShown: number;
}

/**
 * `following`: polls until the generation has ended, in memory alone. The database is written to once, at the end,
 * however long it takes.
 */
export const follow: Step = async (generation, context, run) => {
  const client = await context.clientFor(generation.team);
  if (!generation.generationId) return fail(generation, context, { reason: 'internal' });
  // The document is being made and has been paid for: it is delivered once the team has connected again.
  if (!client) return advance(generation, context, 'disconnected');
  const id = generation.generationId;
  const read = () => workOf(generation).poll(client, id, run.signal);
  await showProgress(generation, context, run.signal);
  const seen: Seen = {
    failures: 0,
    malformed: 0,
    unknown: 0,
    everKnown: false,
    knownTo: generation.madeWith,
    marksShown: marksPassed(generation, context),
  };
  for (;;) {
    const polled = await poll(generation, read, context, run);
    const ended =
      'error' in polled
        ? afterFailure(polled, seen, context)
        : afterAnswer(polled, generation, seen, context);
    if (ended) return await ended(generation, context, run);
    if (isOverdue(generation, seen, context)) return advance(generation, context, 'late');
    await showAtMarks(generation, seen, context, run);
    await context.clock.sleep(pause(polled, seen, context), run.signal);
  }
};

type Ending = (generation: Generation, context: StepContext, run: Run) => Promise<Written>;
/** `with` names the connection that the request was made with. */
type Answer = { status: WorkStatus; with: ConnectionIds | null };
type FailedPoll = { error: unknown; with: ConnectionIds | null };
type Polled = Answer | FailedPoll;

async function poll(
  generation: Generation,
  read: () => Promise<WorkStatus>,
  context: StepContext,
  run: Run,
): Promise<Polled> {
  let connection: ConnectionIds | null = null;
  try {
    connection = await context.connectionOf(generation.team);
    return { status: await context.limiters.poll.run(generation.team, read, run.signal), with: connection };
  } catch (error) {
    run.signal.throwIfAborted();
    return { error, with: connection };
  }
}

function afterAnswer(
  { status, with: connection }: Answer,
  generation: Generation,
  seen: Seen,
  context: StepContext,
): Ending | null {
  Object.assign(seen, {
    failures: 0,
    malformed: 0,
    unknown: 0,
    everKnown: true,
    knownTo: connection?.account,
  });
  if (status.status === 'failed') return (g, c) => endFailed(g, status, c);
  if (status.status === 'pending') return null;
  seen.completed = { status, at: seen.completed?.at ?? context.clock.now() };
  if (awaitsLink(generation, status, seen.completed.at, context)) return null;
  return (g, c, run) => endCompleted(g, status, c, run);
}

/** A document that was seen completed is delivered, whatever becomes of the wait for its file. */
function afterFailure(failed: FailedPoll, seen: Seen, context: StepContext): Ending | null {
  const ending = afterError(failed, seen, context);
  const { completed } = seen;
  if (!completed) return ending;
  const over = ending !== null || isLinkOverdue(completed.at, context);
  return over ? (g, c, run) => endCompleted(g, completed.status, c, run) : null;
}

function afterError(failed: FailedPoll, seen: Seen, { policy }: StepContext): Ending | null {
  const { error } = failed;
  seen.failures += 1;
  seen.malformed = isMalformed(error) ? seen.malformed + 1 : 0;
  seen.unknown = isGone(error) ? seen.unknown + 1 : 0;
  const failure = problemOf(error);
  if (isDisconnection(error)) return waitForConnection(failure, refusedOf(error, failed.with?.id ?? null));
  if (isInOtherWorkspace(failed, seen))
    return waitForConnection({ reason: 'elsewhere' }, failed.with?.id ?? null);
  const gone = isGone(error) && (seen.everKnown || seen.unknown >= policy.unknownLimit);
  const over = gone || seen.malformed >= policy.malformedLimit || !isWorthPolling(error);
  return over ? (g, c) => fail(g, c, failure) : null;
}

/** The team may have connected another workspace since; the document is still made in the one that paid for it. */
function isInOtherWorkspace(failed: FailedPoll, { knownTo }: Seen): boolean {
  const isAnother = failed.with !== null && Boolean(knownTo) && failed.with.account !== knownTo;
  return isAnother && isForeign(failed.error);
}

/** @param unknownTo the connection with which it is not tried again */
function waitForConnection(failure: Failure, unknownTo: string | null): Ending {
  return (g, c) => advance(g, c, 'disconnected', { failure, unknownTo });
}

async function endCompleted(generation: Generation, status: Completed, context: StepContext, run: Run) {
  const { docId, docUrl, title, credits } = status;
  if (status.exportUrl) run.exportUrl = status.exportUrl;
  await noteCredits(generation, status, context);
  const made = { docId, docUrl, title, credits };
  if (fileOf(generation)) return advance(generation, context, 'delivering', made, ['following']);
  // A link alone is delivered by the line that says so, which comes with that state.
  const now = new Date(context.clock.now());
  const delivered = await deliverByNotice(context.db, generation, made, now);
  if (!delivered) return null;
  run.notice = delivered.notice;
  recordTransition(delivered.generation, context);
  return delivered.generation;
}

async function endFailed(generation: Generation, status: Failed, context: StepContext) {
  const failure: Failure = { ...failureFromJob(status), reference: generation.generationId ?? generation.id };
  await noteCredits(generation, status, context);
  return fail(generation, context, failure, { credits: status.credits });
}

/** Credits are nice to know; nothing waits for them or fails with them. */
async function noteCredits({ team }: Generation, { credits }: Completed | Failed, context: StepContext) {
  if (credits?.remaining === undefined) return;
  await context
    .onCredits?.(team, credits.remaining)
    .catch((err) => context.log.info({ team, err }, 'the credits that are left were not noted'));
}

function failureFromJob({ error, retryable }: Failed): Failure {
  const reason = error.statusCode === 402 ? 'no_credits' : 'service_failed';
  return { reason, message: error.message, ...(retryable !== undefined && { retryable }) };
}

function isOverdue(generation: Generation, seen: Seen, { clock, policy }: StepContext): boolean {
  const limit = workOf(generation).limits(policy).follow;
  return seen.completed === undefined && clock.now() - beganAt(generation) >= limit;
}

function marksPassed(generation: Generation, { clock, policy }: StepContext): number {
  const elapsed = clock.now() - beganAt(generation);
  return policy.progressMarksMs.filter((mark) => mark <= elapsed).length;
}

/** At least the usual interval; after a failure what the service asks for, else longer each time. */
function pause(polled: Polled, seen: Seen, { policy, random }: StepContext): number {
  const usual = policy.pollIntervalMs;
  if ('status' in polled) return usual;
  return Math.max(usual, waitBeforeRetryMs(polled.error, seen.failures - 1, random));
}

/** Shows how long it has been at a few marks only: an edit per poll would use up a workspace's whole rate limit. */
async function showAtMarks(
  generation: Generation,
  seen: Seen,
  context: StepContext,
  run: Run,
): Promise<void> {
  const passed = marksPassed(generation, context);
  if (passed <= seen.marksShown) return;
  seen.marksShown = passed;
  await showProgress(generation, context, run.signal);
}
