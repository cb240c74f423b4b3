import { WebAPIRateLimitedError } from '@slack/web-api';
import type { Clock } from '../../clock.ts';

/** Milliseconds beyond what Slack asks for, since its seconds are rounded. */
const SPARE_MS = 500;

/**
 * Makes a call to Slack as often as Slack says that it is too early, waiting as long as it asks for. Apps that are sold
 * outside Slack's Marketplace may read history once a minute, so that may take an hour for a long thread.
 */
export async function patiently<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WebAPIRateLimitedError)) throw error;
      await clock.sleep(error.retryAfter * 1000 + SPARE_MS, signal);
    }
  }
}
