import type { Clock } from '../clock.ts';
import { RateLimited, ServiceError } from './errors.ts';

/** Calculates how long a caller should wait before it repeats a request. All times are in milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Wait after the first 429 without `Retry-After`. The wait doubles with each consecutive 429, up to RATE_LIMIT_MOST. */
const RATE_LIMIT_FIRST = 30 * SECOND;
const RATE_LIMIT_MOST = 10 * MINUTE;
/**
 * After an error other than a 429, the wait is random. This is its maximum after the first error. It doubles with each error, up to
 * TRANSIENT_MOST.
 */
const TRANSIENT_FIRST = 500;
const TRANSIENT_MOST = 30 * SECOND;
/** Maximum `Retry-After` that Deckhand waits for, in milliseconds. */
export const ASKED_MOST = 24 * 60 * MINUTE;
/** Maximum random time that is added to a wait after a 429, as a fraction of the wait. It spreads requests that failed together. */
const SPREAD = 0.2;
/** Maximum wait from which the random time is calculated, in milliseconds. A fifth of it is a minute, so at most a minute is added. */
const SPREAD_OF = 5 * MINUTE;

/** Returns the wait in a `Retry-After` header (RFC 9110, 10.2.3: seconds or a date); undefined if it is missing or invalid. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * SECOND, Number.MAX_SAFE_INTEGER);
  // Every HTTP date begins with the name of a day. Check this first, because Date.parse accepts nearly any text.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.max(date - now, 0);
}

/**
 * Returns the wait after `error`:
 * - After a 429: `Retry-After`, or without it 30 s, 60 s and so on, up to 10 minutes. A random time is added: at most a fifth of the wait,
 *   and at most a minute.
 * - After any other error: a random time of at most 500 ms, 1 s and so on, up to 30 s. If `Retry-After` is longer, `Retry-After`.
 * @param attempt the number of consecutive failures before `error`
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

/** Returns the `Retry-After` of the service in milliseconds; undefined if the service sent none. */
export function askedWaitMs(error: unknown): number | undefined {
  return error instanceof ServiceError ? error.retryAfterMs : undefined;
}

/** Limits how long a request is repeated: for `limitMs` from now, and longer if the service requests waits, but at most a day longer. */
export function createPatience({ now }: Pick<Clock, 'now'>, limitMs: number) {
  let until = now() + limitMs;
  const latest = until + ASKED_MOST;
  return {
    /** Returns true if the request may be tried again after `waitMs`. If the service requested a wait, first extends the limit. */
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
