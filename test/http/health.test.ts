import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { healthRoutes } from '../../src/http/health.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import type { FailureListener } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { testCipher } from '../support/test-key.ts';

type HealthDatabase = Parameters<typeof healthRoutes>[0]['db'];

/** A database that answers every statement, and refuses writes with this error while there is one. */
function fakeDatabase() {
  const fake = {
    queries: 0,
    refusesWrites: undefined as Error | undefined,
    fail: (() => {}) as FailureListener,
  };
  const db = {
    query: async () => [++fake.queries],
    transaction: async (fn: (tx: object) => Promise<unknown>) =>
      fn({ query: async () => (fake.refusesWrites ? Promise.reject(fake.refusesWrites) : []) }),
    onFailure(listener: FailureListener) {
      fake.fail = listener;
    },
  };
  return Object.assign(fake, { db: db as unknown as HealthDatabase });
}

function createHealth(metricsToken?: string, fake = fakeDatabase(), db = fake.db) {
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
  return { get, clock, fake, queries: () => fake.queries };
}

test('/readyz queries the database at most once a second', async () => {
  const { get, clock, queries } = createHealth();
  const many = () => Promise.all(Array.from({ length: 50 }, () => get('/readyz')));
  expect(new Set(await many())).toEqual(new Set([200]));
  expect(queries()).toBe(1);
  clock.move(1_000);
  await many();
  expect(queries()).toBe(2);
});

test('after a failed statement, /readyz answers 503 until the database can be written', async () => {
  const { get, clock, fake } = createHealth();
  expect(await get('/readyz')).toBe(200);
  fake.refusesWrites = new Error('could not extend file: No space left on device');
  fake.fail('refused');
  clock.move(1_000);
  expect(await get('/readyz')).toBe(200);
  fake.fail('lost');
  for (let times = 0; times < 3; times += 1) {
    clock.move(1_000);
    expect(await get('/readyz')).toBe(503);
  }
  fake.refusesWrites = undefined;
  clock.move(1_000);
  expect(await get('/readyz')).toBe(200);
});

describe.runIf(serverUrl)('on a PostgreSQL server', () => {
  async function start() {
    const { url, drop } = await createServerDatabase();
    onTestFinished(drop);
    const options = { databaseUrl: url, cipher: testCipher, log: pino({ level: 'silent' }) };
    const db = await openDatabase({ ...options, maxConnections: 1 });
    onTestFinished(() => db.close());
    await migrate(db);
    const { get, clock } = createHealth(undefined, undefined, db);
    const ready = () => {
      clock.move(1_000);
      return get('/readyz');
    };
    expect(await ready()).toBe(200);
    return { db, url, ready };
  }

  /** Changes the database, and closes its connections, so that new ones have the change. */
  async function change(url: string, sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    const name = new URL(url).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} ${sql}`);
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await client.end();
  }

  test('a read-only server is not ready, and ready once it can be written', async () => {
    const { db, url, ready } = await start();
    await change(url, 'SET default_transaction_read_only = on');
    await expect.poll(ready).toBe(503);
    await expect(db.query(`DELETE FROM seen`)).rejects.toMatchObject({ code: '25006', isOutage: true });
    expect(await ready()).toBe(503);
    await change(url, 'RESET default_transaction_read_only');
    await expect.poll(ready).toBe(200);
    expect(await db.query(`SELECT 1 FROM kv`)).toEqual([]);
  });

  test('a pool without a free connection is not ready', async () => {
    const { db, ready } = await start();
    const held = Promise.withResolvers<void>();
    const holding = db.transaction(() => held.promise);
    expect(await ready()).toBe(503);
    held.resolve();
    await holding;
    await expect.poll(ready).toBe(200);
  });
});

test('/metrics needs a token that the operator has set', async () => {
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
])(
  'the scheme of the Authorization header is case-insensitive, the token is not: %s',
  async (authorization, status) => {
    expect(await createHealth('a-token-of-the-operator').get('/metrics', { authorization })).toBe(status);
  },
);
