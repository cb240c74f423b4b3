import type { RetryPlan } from '../../retry.ts';
import type { StepContext } from '../context.ts';
import { PostRefused } from './delivery.ts';

/** About ten minutes in all, after which the job itself is tried again: outages of Slack pass. */
const ATTEMPTS = 16;
/** Milliseconds between two attempts at most, but for jitter. */
const LONGEST_MS = 60_000;

/**
 * How long to go on calling Slack, for one call that may be repeated. Being told to wait (429) counts as no attempt: a
 * burst of messages in one channel simply takes its time. Any other refusal would be the same the next time.
 */
export function slackRetryPlan(
  { clock, random, log }: Pick<StepContext, 'clock' | 'random' | 'log'>,
  signal: AbortSignal,
): RetryPlan {
  let failures = 0;
  return {
    clock,
    signal,
    waitMs(error) {
      const asked = error instanceof PostRefused ? error.retryAfterMs : undefined;
      if (asked === undefined) failures += 1;
      if (asked === undefined && (error instanceof PostRefused || failures >= ATTEMPTS)) return undefined;
      log.info({ err: error, failures }, 'a post is tried again');
      const wait = asked ?? Math.min(2 ** failures * 500, LONGEST_MS);
      return wait * (1 + random() / 2);
    },
  };
}
