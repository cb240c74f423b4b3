import { isDeepStrictEqual } from 'node:util';
import { retry } from '../retry.ts';
import { coveredUntil, windowOf, withDigestLock } from './coverage.ts';
import { type Digest, settingsSchema } from './digest.ts';
import type { ChannelCheck, DigestContext } from './gateway.ts';
import {
  endAsGivenUp,
  endAsPaused,
  endAsQuiet,
  endAsSkipped,
  type Plan,
  startGeneration,
} from './outcome.ts';
import { claimedRuns, endRun, type RunState } from './runs.ts';
import { findDigest } from './store.ts';

/**
 * A run whose team's Slack is out of reach keeps its place for up to a day, and so may all of that team: the places are many, since
 * one costs no more than a timer then, and one team's are few. Twenty at a time are as quick as Slack lets a team be.
 */
export const DIGEST_PLACES = { capacity: 1_000, perTeam: 20 };

/**
 * The job `digest`: all runs of one digest that were claimed, in their order. Any part of it may be repeated after a
 * crash: the generation is found by the key of its due time, and the run's row says what has been dealt with.
 */
export function createDigestRunner(context: DigestContext) {
  const { db, log } = context;

  return async function run(job: DigestJob, signal: AbortSignal): Promise<void> {
    for (const due of await claimedRuns(db, job.digest)) {
      signal.throwIfAborted();
      const state = await runOne(job, due, context, signal);
      if (!state) return;
      log.info({ team: job.team, digest: job.digest, due, state }, 'digest');
    }
  };
}

/**
 * The job `digest` has failed each time, or has ended the processes that did it: its owner hears that this digest does not
 * come, and the next one covers that time.
 */
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
 * Plans, checks the channel, and carries the plan out if it is still the same: the check can take minutes, and a day
 * while Slack is out of reach. Where somebody has changed the digest or tried an earlier one again meanwhile, it begins
 * anew.
 * @returns null where the digest was deleted
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
    // A later run has gone first, or the clock was set back after a manual run.
    if (window.since >= window.until) return end(digest, due, 'covered', context);
    const check = await checkPatiently(plan, context, signal);
    const state = await withDigestLock(context.db, digest.id, async () => {
      const planNow = await planOf(job, due, context);
      const isSame = isDeepStrictEqual(fingerprint(planNow), fingerprint(plan));
      return isSame ? carryOut(plan, check, context) : null;
    });
    if (state) return state;
  }
}

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

/** The parts of a plan that decide its outcome; others, such as `nextRun`, may change while the channel is checked. */
function fingerprint(plan: Plan | null) {
  if (!plan) return null;
  const settings = settingsSchema.keyof().options.map((name) => plan.digest[name]);
  return [plan.window, plan.digest.state, ...settings];
}

/** Milliseconds to wait after the first failed checks; the last also after all further ones. */
const RETRY_WAITS_MS = [5_000, 30_000, 120_000, 600_000];
/** Milliseconds after the due time from which on there is no further attempt. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** Repeats the check while Slack is out of reach. @returns null where it was so for a day */
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

async function carryOut(plan: Plan, check: ChannelCheck | null, context: DigestContext): Promise<RunState> {
  if (!check) return endAsSkipped(plan, context);
  if (!check.open) return endAsPaused(plan, check.because, context);
  if (check.messages < plan.digest.threshold) return endAsQuiet(plan, context);
  return startGeneration(plan, check, context);
}

async function end(digest: Digest, due: Date, state: RunState, { db }: DigestContext): Promise<RunState> {
  await endRun(db, { digest: digest.id, due }, state);
  return state;
}
