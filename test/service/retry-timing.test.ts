import { describe, expect, test } from 'vitest';
import { NetworkFailure, RateLimited, Unavailable } from '../../src/service/errors.ts';
import {
  rateLimitWaitMs,
  retryAfterMs,
  transientWaitMs,
  waitBeforeRetryMs,
} from '../../src/service/retry-timing.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const least = () => 0;
const most = () => 1;

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['30', 30_000],
    [' 1.5 ', 1_500],
    ['86400', 3_600_000],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    ['Friday, 20-Nov-26 12:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Fri, 20 Nov 2099 12:00:00 GMT', 3_600_000],
  ])('%j is a wait of %i ms', (header, wait) => {
    expect(retryAfterMs(header, NOON)).toBe(wait);
  });

  test.each([null, '', '-5', 'soon', '1 minute', 'Fri, nonsense', 'NaN', '1e9'])(
    '%j says nothing',
    (header) => {
      expect(retryAfterMs(header, NOON)).toBeUndefined();
    },
  );
});

describe('after a rate limit', () => {
  test('what was asked for, and up to a fifth more', () => {
    expect(rateLimitWaitMs(3, 10_000, least)).toBe(10_000);
    expect(rateLimitWaitMs(3, 10_000, most)).toBe(12_000);
  });

  test('else 30 s, doubling, to 10 minutes', () => {
    const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => rateLimitWaitMs(attempt, undefined, least));
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  });
});

describe('after a passing trouble', () => {
  test('anything up to half a second, doubling, to 30 s', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => transientWaitMs(attempt, undefined, most));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(transientWaitMs(5, undefined, least)).toBe(0);
  });

  test('but not before the service wants it', () => {
    expect(transientWaitMs(0, 5_000, least)).toBe(5_000);
  });
});

test('the wait goes by the error', () => {
  expect(waitBeforeRetryMs(new RateLimited('', {}), 1, least)).toBe(60_000);
  expect(waitBeforeRetryMs(new RateLimited('', { retryAfterMs: 7_000 }), 1, least)).toBe(7_000);
  expect(waitBeforeRetryMs(new Unavailable('', { retryAfterMs: 7_000 }), 1, least)).toBe(7_000);
  expect(waitBeforeRetryMs(new NetworkFailure('', { sent: true }), 1, most)).toBe(1_000);
  expect(waitBeforeRetryMs(new Error('a bug'), 0, most)).toBe(500);
});
