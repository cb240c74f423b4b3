import { WebAPIRateLimitedError } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { retry } from '../retry.ts';

/** Time added to Slack's `Retry-After`, in milliseconds, because Slack rounds it to whole seconds. */
const SPARE_MS = 500;

/** Returns how long to wait, in milliseconds, if the error is a rate limit of Slack; undefined for any other error. */
export function slackRateLimitWaitMs(error: unknown): number | undefined {
  return error instanceof WebAPIRateLimitedError ? error.retryAfter * 1000 + SPARE_MS : undefined;
}

/** Repeats a call to Slack while Slack rate limits it, and waits for the `Retry-After` each time. */
export function retryRateLimited<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const callUnlessAborted = () => {
    signal.throwIfAborted();
    return call();
  };
  return retry(callUnlessAborted, { clock, signal, waitMs: slackRateLimitWaitMs });
}
