import { isDeepStrictEqual } from 'node:util';
import { retry } from '../retry.ts';
import { coveredUntil, windowOf, withDigestLock } from './coverage.ts';
import type { Digest } from './digest.ts';
import type { ChannelCheck, DigestContext } from './gateway.ts';
import {
  endAsGivenUp,
  endAsPaused,
  endAsQuiet,
  endAsSkipped,
  type Plan,
  startGeneration,
} from './outcome.ts';
import { claimedRuns, endRun, type RunState } from './run-store.ts';
import { findDigest } from './store.ts';

/** Maximum `digest` jobs at once in one process. `capacity` is high, because a job that waits for Slack can take a day. */
export const DIGEST_PLACES = { capacity: 1_000, perTeam: 20 };

/** Returns the handler that does a digest's claimed runs, oldest first. After a crash, runs that have an outcome are not repeated. */
export function createDigestRunner(context: DigestContext) {
  const { db, log } = context;

  return async function run(job: DigestJob, signal: AbortSignal): Promise<void> {
    for (const due of await claimedRuns(db, job.digest)) {
      signal.throwIfAborted();
      const state = await runOne(job, due, context, signal);
      if (!state) return;
      log.info({ team: job.team, digest: job.digest, due, state }, 'a run of a digest ended');
    }
  };
}

/** Returns the handler for a job whose last attempt failed. The owner gets a note for each run without a generation. */
export function createDigestGiveUp(context: DigestContext) {
  return async (job: DigestJob): Promise<void> => {
    for (const due of await claimedRuns(context.db, job.digest)) {
      const plan = await planOf(job, due, context);
      if (!plan) return;
      await withDigestLock(context.db, job.digest, () => endAsGivenUp(plan, context));
    }
  };
}

interface DigestJob {
  team: string;
  digest: string;
}

/**
 * Plans a run, checks the channel, and carries out the plan. If the digest or its time window has changed during
 * the check, starts again.
 * @returns null if the digest was deleted
 */
async function runOne(
  job: DigestJob,
  due: Date,
  context: DigestContext,
  signal: AbortSignal,
): Promise<RunState | null> {
  for (;;) {
    const plan = await planOf(job, due, context);
    if (!plan) return null;
    const { digest, window } = plan;
    if (digest.state !== 'active') return end(digest, due, 'paused', context);
    // No time window is left for this run, because a later run has covered it, or because the clock was set back.
    if (window.since >= window.until) return end(digest, due, 'covered', context);
    const check = await checkPatiently(plan, context, signal);
    const state = await withDigestLock(context.db, digest.id, async () => {
      const planNow = await planOf(job, due, context);
      return isDeepStrictEqual(planNow, plan) ? carryOut(plan, check, context) : null;
    });
    if (state) return state;
  }
}

/** Reads the digest and calculates `window`, the time window whose messages this run sums up. Returns null if the digest was deleted. */
async function planOf(
  { team, digest: id }: DigestJob,
  due: Date,
  { db }: DigestContext,
): Promise<Plan | null> {
  const digest = await findDigest(db, team, id);
  if (!digest) return null;
  const lastWindowEnd = await coveredUntil(db, digest);
  return { digest, window: windowOf({ ...digest, lastWindowEnd }, due) };
}

/** Milliseconds to wait after the first, second, third and every later failed check of a channel. */
const RETRY_WAITS_MS = [5_000, 30_000, 120_000, 600_000];
/** Milliseconds after a run's due time. Until then, failed checks are repeated. After that, the run is skipped. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** Checks the channel, and repeats a check that fails. @returns null if the checks have failed for a day */
async function checkPatiently(
  { digest, window }: Plan,
  { gateway, clock, log }: DigestContext,
  signal: AbortSignal,
): Promise<ChannelCheck | null> {
  const waitMs = (error: unknown, attempt: number) => {
    log.warn({ team: digest.team, digest: digest.id, err: error }, 'a channel could not be checked');
    const isTooLate = clock.now() - window.until.getTime() >= GIVE_UP_AFTER_MS;
    return isTooLate ? undefined : (RETRY_WAITS_MS[attempt - 1] ?? RETRY_WAITS_MS.at(-1));
  };
  try {
    return await retry(() => gateway.checkChannel(digest, window, signal), { clock, signal, waitMs });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Starts the generation if the channel has enough messages. Otherwise stores the reason. @param check null if all checks failed */
async function carryOut(plan: Plan, check: ChannelCheck | null, context: DigestContext): Promise<RunState> {
  if (!check) return endAsSkipped(plan, context);
  if (!check.open) return endAsPaused(plan, check, context);
  if (check.messages < plan.digest.threshold) return endAsQuiet(plan, context);
  return startGeneration(plan, check, context);
}

async function end(digest: Digest, due: Date, state: RunState, { db }: DigestContext): Promise<RunState> {
  await endRun(db, { digest: digest.id, due }, state);
  return state;
}
