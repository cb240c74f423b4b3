import nock from 'nock';
import { describe, expect, test } from 'vitest';
import {
  MalformedAnswer,
  NetworkFailure,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../src/service/errors.ts';
import {
  rateLimitWaitMs,
  retryAfterMs,
  transientWaitMs,
  waitBeforeRetryMs,
} from '../../src/service/retry-timing.ts';
import { API, aClient, interceptRequests, jumpingClock, thrownBy } from './harness.ts';

interceptRequests();

const failure = (code: string) => Object.assign(new Error(code), { code });
const themes = () => nock(API).get('/themes');

describe('a read with a passing trouble', () => {
  test('is asked again, a little later each time', async () => {
    themes().reply(503, {});
    themes().replyWithError(failure('ECONNRESET'));
    themes().reply(200, { data: [] });

    const { client, clock } = aClient();
    expect(await client.listThemes()).toEqual({ data: [], hasMore: false });
    expect(clock.sleeps).toEqual([250, 500]);
  });

  test('is given up after the third time', async () => {
    themes().times(9).reply(502, {});
    const { client, calls } = aClient();
    await thrownBy(Unavailable, client.listThemes());
    expect(calls.map(({ status }) => status)).toEqual([502, 502, 502]);
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  test('waits as long as it is told, when that is short', async () => {
    themes().reply(429, {}, { 'retry-after': '2' });
    themes().reply(200, { data: [] });
    const { client, clock } = aClient();
    await client.listThemes();
    expect(clock.sleeps).toEqual([2_200]);
  });

  test('is not kept waiting half a minute for a rate limit', async () => {
    themes().times(9).reply(429, {});
    const { client, clock, calls } = aClient();
    await thrownBy(RateLimited, client.listThemes());
    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  test('is not asked again when the first try took all the time there is', async () => {
    const clock = jumpingClock();
    themes()
      .times(9)
      .reply(503, () => {
        void clock.sleep(16_000);
        return {};
      });
    const { client, calls } = aClient({ clock });
    await thrownBy(Unavailable, client.listThemes());
    expect(calls).toHaveLength(1);
  });

  test('is not asked again once the caller has gone', async () => {
    const gone = new AbortController();
    const reason = new Error('the view was closed');
    themes().times(9).reply(503, {});
    const { client, clock } = aClient({ onCall: () => gone.abort(reason) });
    await expect(client.listThemes({}, gone.signal)).rejects.toBe(reason);
    expect(clock.sleeps).toEqual([]);
  });
});

test('a lasting refusal is not asked again', async () => {
  themes().times(9).reply(404, {});
  const { client, calls } = aClient();
  await thrownBy(NotFound, client.listThemes());
  expect(calls).toHaveLength(1);
});

describe('a create is sent once', () => {
  test.each([
    [
      'a cut connection',
      NetworkFailure,
      () => nock(API).post('/generations').times(9).replyWithError(failure('ECONNRESET')),
    ],
    ['an odd answer', MalformedAnswer, () => nock(API).post('/generations').times(9).reply(200, 'odd')],
    ['a busy service', Unavailable, () => nock(API).post('/generations').times(9).reply(503, {})],
    [
      'a rate limit',
      RateLimited,
      () => nock(API).post('/generations').times(9).reply(429, {}, { 'retry-after': '1' }),
    ],
    [
      'a refused connection',
      NetworkFailure,
      () => nock(API).post('/generations').times(9).replyWithError(failure('ECONNREFUSED')),
    ],
  ])('whatever comes: %s', async (_, kind, arrange) => {
    arrange();
    const { client, calls, clock } = aClient();
    await thrownBy(kind, client.createGeneration({ inputText: 'Hello' }));
    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });
});

test('an export is started once', async () => {
  nock(API).post('/gammas/g_1/export').times(9).reply(503, {});
  const { client, calls } = aClient();
  await thrownBy(Unavailable, client.exportDoc('g_1', { exportAs: 'pdf' }));
  expect(calls).toHaveLength(1);
});

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
