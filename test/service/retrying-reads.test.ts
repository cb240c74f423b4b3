import nock from 'nock';
import { describe, expect, test } from 'vitest';
import {
  MalformedAnswer,
  NetworkFailure,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../src/service/errors.ts';
import { interceptRequests } from './intercepted.ts';
import { API, aClient, jumpingClock, thrownBy } from './support.ts';

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
