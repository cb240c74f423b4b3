import nock from 'nock';
import { describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { problemOf } from '../../src/service/error-meaning.ts';
import {
  MalformedAnswer,
  NetworkFailure,
  NotFound,
  RateLimited,
  ServiceError,
  Unavailable,
} from '../../src/service/errors.ts';
import { createPatience, retryAfterMs, waitBeforeRetryMs } from '../../src/service/retry-timing.ts';
import { problemText } from '../../src/slack/kit/copy/failure-copy.ts';
import { API, aClient, interceptRequests, jumpingClock, thrownBy } from './harness.ts';

interceptRequests();

const failure = (code: string) => Object.assign(new Error(code), { code });
const themes = () => nock(API).get('/themes');

describe('a read with a temporary error', () => {
  test('is retried with growing waits', async () => {
    themes().reply(503, {});
    themes().replyWithError(failure('ECONNRESET'));
    themes().reply(200, { data: [] });

    const { client, clock } = aClient();
    expect(await client.listThemes()).toEqual({ data: [], hasMore: false });
    expect(clock.sleeps).toEqual([250, 500]);
  });

  test('fails after the third try', async () => {
    themes().times(9).reply(502, {});
    const { client, calls } = aClient();
    await thrownBy(Unavailable, client.listThemes());
    expect(calls.map(({ status }) => status)).toEqual([502, 502, 502]);
  });

  test('waits for a short Retry-After', async () => {
    themes().reply(429, {}, { 'retry-after': '2' });
    themes().reply(200, { data: [] });
    const { client, clock } = aClient();
    await client.listThemes();
    expect(clock.sleeps).toEqual([2_200]);
  });

  test('is not retried after a long Retry-After', async () => {
    themes().times(9).reply(429, {});
    const { client, clock, calls } = aClient();
    await thrownBy(RateLimited, client.listThemes());
    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  test('is not retried if the first try took too long', async () => {
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

  test('is not retried after an abort', async () => {
    const gone = new AbortController();
    const reason = new Error('the view was closed');
    themes().times(9).reply(503, {});
    const { client, clock } = aClient({ onCall: () => gone.abort(reason) });
    await expect(client.listThemes({}, gone.signal)).rejects.toBe(reason);
    expect(clock.sleeps).toEqual([]);
  });
});

test('a definite refusal is not retried', async () => {
  themes().times(9).reply(404, {});
  const { client, calls } = aClient();
  await thrownBy(NotFound, client.listThemes());
  expect(calls).toHaveLength(1);
});

describe('a create is sent once', () => {
  test.each<[string, new (...given: never[]) => ServiceError, () => unknown]>([
    [
      'a cut connection',
      NetworkFailure,
      () => nock(API).post('/generations').times(9).replyWithError(failure('ECONNRESET')),
    ],
    ['an invalid response', MalformedAnswer, () => nock(API).post('/generations').times(9).reply(200, 'odd')],
    [
      'a refused connection',
      NetworkFailure,
      () => nock(API).post('/generations').times(9).replyWithError(failure('ECONNREFUSED')),
    ],
  ])('also after %s', async (_, kind, arrange) => {
    arrange();
    const { client, calls, clock } = aClient();
    await thrownBy(kind, client.createGeneration({ inputText: 'Hello' }));
    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  test.each([429, 500, 502, 503, 504])('also after status %i', async (status) => {
    nock(API).post('/generations').times(9).reply(status, {}, { 'retry-after': '0' });
    const { client, calls, clock } = aClient();
    await thrownBy(ServiceError, client.createGeneration({ inputText: 'Hello' }));
    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });
});

describe('archiving and deleting, which may be repeated', () => {
  const calls: ['post' | 'delete', string, (client: ServiceClient) => Promise<unknown>][] = [
    ['post', '/gammas/d1/archive', (client) => client.archiveDoc('d1')],
    ['delete', '/gammas/d1', (client) => client.deleteDoc('d1')],
  ];
  test.each(calls)(
    '%s %s is repeated after a 502 and a 503, as late as the service asks',
    async (method, path, act) => {
      nock(API)[method](path).reply(502);
      nock(API)[method](path).reply(503, {}, { 'retry-after': '10' });
      nock(API)[method](path).reply(204);
      const { client, clock } = aClient();
      await act(client);
      expect(clock.sleeps).toEqual([250, 10_000]);
    },
  );

  test.each(calls)(
    '%s %s: a wait that is too long for a person is told as the service gave it',
    async (method, path, act) => {
      nock(API)[method](path).reply(503, {}, { 'retry-after': '900' });
      const { client, clock } = aClient();
      const error = await act(client).catch((thrown: unknown) => thrown);
      expect(clock.sleeps).toEqual([]);
      expect(problemText(problemOf(error), { serviceName: 'Papermill' })).toContain(
        'Papermill asks to wait 15 minutes. After that, try again.',
      );
    },
  );
});

describe('patience', () => {
  const HOUR = 3_600_000;
  /** Counts the attempts that are allowed while each fails with this error. */
  function attempts(error: unknown, waitMs: number) {
    let now = 0;
    const patience = createPatience({ now: () => now }, HOUR);
    let count = 1;
    for (; count < 10_000 && patience.allows(error, waitMs); count += 1) now += waitMs;
    return { count, now };
  }

  test('ends after its limit', () => expect(attempts(new Unavailable(''), HOUR / 4).count).toBe(4));

  test.each([1 / 60, 1, 5, 24])(
    'waits that the service asks for do not count, up to a day: %d h',
    (hours) => {
      const { now } = attempts(new RateLimited('', { retryAfterMs: hours * HOUR }), hours * HOUR);
      expect(now).toBeGreaterThanOrEqual(20 * HOUR);
      expect(now).toBeLessThanOrEqual(25 * HOUR);
    },
  );

  test('a wait of more than a day is not waited for', () =>
    expect(attempts(new RateLimited('', { retryAfterMs: 24 * HOUR + 1_000 }), 24 * HOUR + 1_000).now).toBe(
      0,
    ));
});

test.each<[string, string, (client: ServiceClient) => Promise<unknown>]>([
  ['POST', '/gammas/g_1/export', (client) => client.exportDoc('g_1', { exportAs: 'pdf' })],
  ['POST', '/images', (client) => client.createImage({ prompt: 'A boat' })],
])('a failed %s %s is not retried', async (method, path, act) => {
  nock(API).intercept(path, method).times(9).reply(503, {});
  const { client, calls } = aClient();
  await thrownBy(Unavailable, act(client));
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
    ['86400', 86_400_000],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    ['Friday, 20-Nov-26 12:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 20 Nov 2027 12:00:00 GMT', 365 * 86_400_000],
  ])('%j is a wait of %i ms', (header, wait) => {
    expect(retryAfterMs(header, NOON)).toBe(wait);
  });

  test.each([null, '', '-5', 'soon', '1 minute', 'Fri, nonsense', 'NaN', '1e9'])(
    '%j is ignored',
    (header) => {
      expect(retryAfterMs(header, NOON)).toBeUndefined();
    },
  );
});

describe('the wait after a rate limit', () => {
  test('is Retry-After and up to a fifth more', () => {
    const error = new RateLimited('', { retryAfterMs: 10_000 });
    expect(waitBeforeRetryMs(error, 3, least)).toBe(10_000);
    expect(waitBeforeRetryMs(error, 3, most)).toBe(12_000);
    const long = new RateLimited('', { retryAfterMs: 86_400_000 });
    expect(waitBeforeRetryMs(long, 3, most)).toBe(86_460_000);
  });

  test('is 30 s without it, doubled up to 10 minutes', () => {
    const error = new RateLimited('', {});
    const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBeforeRetryMs(error, attempt, least));
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
  });
});

describe('the wait after a temporary error', () => {
  test('is random up to half a second, doubled up to 30 s', () => {
    const error = new NetworkFailure('', { sent: true });
    const waits = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => waitBeforeRetryMs(error, attempt, most));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(waitBeforeRetryMs(error, 5, least)).toBe(0);
    expect(waitBeforeRetryMs(new Error('a bug'), 0, most)).toBe(500);
  });

  test('is at least Retry-After', () => {
    expect(waitBeforeRetryMs(new Unavailable('', { retryAfterMs: 5_000 }), 0, least)).toBe(5_000);
  });
});
