import { WebAPIRateLimitedError } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { retry } from '../retry.ts';

/** Time added to Slack's `Retry-After`, in milliseconds, because Slack rounds `Retry-After` to seconds. */
const SPARE_MS = 500;

/** Returns the wait in milliseconds if the error is Slack's rate limit; undefined for any other error. */
export function slackRateLimitWaitMs(error: unknown): number | undefined {
  return error instanceof WebAPIRateLimitedError ? error.retryAfter * 1000 + SPARE_MS : undefined;
}

/** Repeats a call until Slack no longer rate limits it. Waits for Slack's `Retry-After` each time. */
export function retryRateLimited<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const callUnlessAborted = () => {
    signal.throwIfAborted();
    return call();
  };
  return retry(callUnlessAborted, { clock, signal, waitMs: slackRateLimitWaitMs });
}
