import { RateLimited, ServiceError } from './errors.ts';

/** When to ask again, as pure functions: the caller waits. All times in milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Without `Retry-After`, a rate limit wants 30 s, then double (field notes). */
const RATE_LIMIT_FIRST = 30 * SECOND;
const RATE_LIMIT_MOST = 10 * MINUTE;
const TRANSIENT_FIRST = 500;
const TRANSIENT_MOST = 30 * SECOND;
/** A `Retry-After` beyond this is taken for a mistake. */
const RETRY_AFTER_MOST = 60 * MINUTE;
/** Share of a wait that is added at random, so that those turned away together do not come back together. */
const SPREAD = 0.2;

/**
 * A `Retry-After` header (RFC 9110, 10.2.3: seconds, or an HTTP date) as a wait from `now`, at most an hour.
 * Undefined when there is none, or none that can be read.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * SECOND, RETRY_AFTER_MOST);
  // Date.parse makes a date of nearly anything; every form of an HTTP date begins with the name of a day.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(date - now, 0), RETRY_AFTER_MOST);
}

/** After a 429: what the service asked for, else 30 s and then doubling; a little more at random, never less. */
export function rateLimitWaitMs(attempt: number, asked: number | undefined, random: () => number): number {
  const wait = asked ?? doubling(RATE_LIMIT_FIRST, attempt, RATE_LIMIT_MOST);
  return Math.round(wait * (1 + SPREAD * random()));
}

/** After a 5xx or a failed connection: anything from nothing to a bound that doubles ("full jitter"). */
export function transientWaitMs(attempt: number, asked: number | undefined, random: () => number): number {
  const wait = Math.round(doubling(TRANSIENT_FIRST, attempt, TRANSIENT_MOST) * random());
  return Math.max(wait, asked ?? 0);
}

/** The wait before asking again after `error`. `attempt` counts failures in a row before it: 0 after the first. */
export function waitBeforeRetryMs(error: unknown, attempt: number, random: () => number): number {
  const asked = error instanceof ServiceError ? error.retryAfterMs : undefined;
  const wait = error instanceof RateLimited ? rateLimitWaitMs : transientWaitMs;
  return wait(attempt, asked, random);
}

function doubling(first: number, attempt: number, most: number): number {
  return Math.min(first * 2 ** attempt, most);
}
