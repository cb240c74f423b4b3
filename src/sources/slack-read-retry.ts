import { WebAPIRateLimitedError } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { retry } from '../retry.ts';

/** Slack rounds the seconds that it asks to wait; milliseconds added to them. */
const SPARE_MS = 500;

/**
 * Repeats a call to Slack for as long as Slack limits its rate, and waits as long as Slack asks each time. Apps that are
 * sold outside Slack's Marketplace may read history once a minute, so a long thread can take an hour.
 */
export function retryRateLimited<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const callUnlessAborted = () => {
    signal.throwIfAborted();
    return call();
  };
  return retry(callUnlessAborted, {
    clock,
    signal,
    waitMs: (error) =>
      error instanceof WebAPIRateLimitedError ? error.retryAfter * 1000 + SPARE_MS : undefined,
  });
}
