import { expect, test } from 'vitest';
import { LABS_KEY, startHarness } from './harness.ts';

test('every response says how many calls are left', async () => {
  const { get } = await startHarness({ rateLimits: { burst: 10, hourly: 100, daily: 1_000 } });
  expect((await get('/themes')).headers).toMatchObject({
    'x-ratelimit-remaining-burst': '9',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-remaining-daily': '999',
  });
  expect((await get('/generations/nope')).headers['x-ratelimit-remaining']).toBe('98');
});

test('a workspace with too many calls has to wait for the next window, others do not', async () => {
  const { get, clock } = await startHarness({ rateLimits: { burst: 2 } });
  await get('/themes');
  await get('/themes');
  const { status, headers, json } = await get('/themes');
  expect(status).toBe(429);
  expect(json).toEqual({ message: 'Too many requests', statusCode: 429 });
  expect(headers['retry-after']).toBe('10');
  expect((await get('/themes', LABS_KEY)).status).toBe(200);
  clock.advance(10_000);
  expect((await get('/themes')).status).toBe(200);
});

test('the default limits allow 200 calls at once', async () => {
  const { get } = await startHarness();
  const answers = await Promise.all(Array.from({ length: 200 }, () => get('/themes?limit=1')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
