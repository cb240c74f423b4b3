import type { Clock } from '../clock.ts';
import { RateLimited, ServiceError } from './errors.ts';

/** Calculates how long a caller should wait before it repeats a request. All times are in milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** First wait after a 429 without `Retry-After`. Doubled after each further 429 (field notes). */
const RATE_LIMIT_FIRST = 30 * SECOND;
const RATE_LIMIT_MOST = 10 * MINUTE;
/** Limit of the first wait after another transient error. Doubled after each further error. */
const TRANSIENT_FIRST = 500;
const TRANSIENT_MOST = 30 * SECOND;
/** The longest `Retry-After` that is waited for, in milliseconds. */
export const ASKED_MOST = 24 * 60 * MINUTE;
/** Share of the wait that is added at random, so that requests that were refused together are not repeated together. */
const SPREAD = 0.2;
/** Of a longer wait, only this much is spread. */
const SPREAD_OF = 5 * MINUTE;

/**
 * Returns the wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds, or an HTTP date). Undefined if the header is missing or
 * invalid.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * SECOND, Number.MAX_SAFE_INTEGER);
  // Date.parse accepts nearly anything, and every HTTP date begins with the name of a day.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.max(date - now, 0);
}

/**
 * Returns the wait after `error`. `attempt` is the number of consecutive failures before this one.
 * - After a 429: `Retry-After`, otherwise 30 s, doubled each time; up to a fifth more at random, at most a minute, never less.
 * - After a 5xx or a failed connection: random between zero and a limit that doubles each time ("full jitter"), at least `Retry-After`.
 */
export function waitBeforeRetryMs(error: unknown, attempt: number, random: () => number): number {
  const asked = askedWaitMs(error);
  if (error instanceof RateLimited) {
    const wait = asked ?? doubling(RATE_LIMIT_FIRST, attempt, RATE_LIMIT_MOST);
    return Math.round(wait + Math.min(wait, SPREAD_OF) * SPREAD * random());
  }
  const wait = Math.round(doubling(TRANSIENT_FIRST, attempt, TRANSIENT_MOST) * random());
  return Math.max(wait, asked ?? 0);
}

/** Returns the wait that the service asks for; undefined if it names none. */
export function askedWaitMs(error: unknown): number | undefined {
  return error instanceof ServiceError ? error.retryAfterMs : undefined;
}

/**
 * Returns a check whether another attempt may follow. Attempts end after `limitMs`. Waits that the service asks for do not count, up to a day
 * each and in all, because the service says when it can be asked again.
 */
export function createPatience({ now }: Pick<Clock, 'now'>, limitMs: number) {
  let until = now() + limitMs;
  const latest = until + ASKED_MOST;
  return {
    /** @param waitMs the wait after `error`, before the next attempt */
    allows(error: unknown, waitMs: number): boolean {
      const asked = askedWaitMs(error);
      if (asked !== undefined && asked <= ASKED_MOST) until = Math.min(until + waitMs, latest);
      return now() + waitMs < until;
    },
  };
}

function doubling(first: number, attempt: number, most: number): number {
  return Math.min(first * 2 ** attempt, most);
}
