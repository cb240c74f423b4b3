import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { healthRoutes } from '../../src/http/health.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import type { Queries } from '../../src/storage/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';

function createHealth(metricsToken?: string) {
  let queries = 0;
  const db = { query: async () => ++queries } as unknown as Queries;
  const clock = createMovableClock();
  const metrics = createMetrics();
  const routes = healthRoutes({ db, metrics, metricsToken, clock, isServing: () => true });
  async function get(path: string, headers: IncomingHttpHeaders = {}): Promise<number> {
    let status = 0;
    const response = {
      headersSent: false,
      writeHead(given: number) {
        status = given;
        return response;
      },
      setHeader: () => response,
      end: () => response,
    };
    const route = routes.find((one) => one.path === path);
    await route?.handle({ headers } as never, response as unknown as ServerResponse);
    return status;
  }
  return { get, clock, queries: () => queries };
}

test('the database is asked once a second whether it answers, however often that is wanted', async () => {
  const { get, clock, queries } = createHealth();
  const many = () => Promise.all(Array.from({ length: 50 }, () => get('/readyz')));
  expect(new Set(await many())).toEqual(new Set([200]));
  expect(queries()).toBe(1);
  clock.move(1_000);
  await many();
  expect(queries()).toBe(2);
});

test('without a token from the operator nobody is given figures', async () => {
  expect(await createHealth().get('/metrics')).toBe(404);
  expect(await createHealth('a-token-of-the-operator').get('/metrics')).toBe(401);
});

test.each([
  ['Bearer a-token-of-the-operator', 200],
  ['bearer a-token-of-the-operator', 200],
  ['BEARER  a-token-of-the-operator', 200],
  ['Bearer A-token-of-the-operator', 401],
  ['Basic a-token-of-the-operator', 401],
  ['Bearera-token-of-the-operator', 401],
  ['Bearer a-token-of-the-operator x', 401],
  ['a-token-of-the-operator', 401],
  ['Bearer ', 401],
])('schemes are written in large or small letters, tokens as they are: %s', async (authorization, status) => {
  expect(await createHealth('a-token-of-the-operator').get('/metrics', { authorization })).toBe(status);
});
