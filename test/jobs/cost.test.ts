import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createLeases } from '../../src/jobs/leases.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { SHORT, shortenLeases } from '../support/short-leases.ts';

const log = pino({ level: 'silent' });
const db = await testDatabase();
await shortenLeases(db);
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

/** pg-boss's hourly and daily chores, which a start does once. */
const isChore = (sql: string) => /flow_on|bam_on|reindex_on|blocking|prior_status|relpages/.test(sql);
const isRenewal = (sql: string) => sql.includes('SET heartbeat_on =');

/** What `count` jobs cost in statements: to fetch, to keep until their leases have been renewed, and to complete. */
async function statementsOf(count: number) {
  const times = { leaseSeconds: SHORT, superviseSeconds: 60, pollMs: 60_000 };
  const jobs = createJobs({ database: db, clock: systemClock, log, ...times });
  const mayEnd = Promise.withResolvers<void>();
  await jobs.start();
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n++)
      await jobs.send('generation', { team: 'T1', generation: `g${n}` }, { tx });
  });

  const statements: string[] = [];
  const stopCounting = db.onStatement((sql) => isChore(sql) || statements.push(sql));
  const spent = async (work: () => Promise<unknown>) => {
    const before = statements.length;
    await work();
    return statements.length - before;
  };
  const fetched = await spent(() => {
    jobs.work('generation', { handler: () => mayEnd.promise });
    return expect.poll(() => jobs.running()).toBe(count);
  });
  const kept = await spent(() => expect.poll(() => statements.some(isRenewal), { interval: 10 }).toBe(true));
  const completed = await spent(async () => {
    mayEnd.resolve();
    await expect.poll(() => statements.some((sql) => /DELETE FROM pgboss/.test(sql))).toBe(true);
  });
  stopCounting();
  await jobs.stop();
  return { fetched, kept, completed };
}

it('costs the database the same whether a process follows ten generations or four hundred', async () => {
  for (const count of [10, 400]) {
    const { fetched, kept, completed } = await statementsOf(count);
    expect(fetched).toBeLessThanOrEqual(5);
    expect(kept).toBeLessThanOrEqual(2);
    expect(completed).toBeLessThanOrEqual(3);
  }
});

it('costs nothing per job for as long as it is followed, where no other process can take it up', async () => {
  const jobs = createJobs({ database: db, clock: systemClock, log, leaseSeconds: null });
  const mayEnd = Promise.withResolvers<void>();
  jobs.work('generation', { handler: () => mayEnd.promise });
  await jobs.start();
  await jobs.send('generation', { team: 'T1', generation: 'g1' });
  await expect.poll(() => jobs.running()).toBe(1);
  const statements: string[] = [];
  const stopCounting = db.onStatement((sql) => statements.push(sql));
  await sleep(1_000);
  stopCounting();
  mayEnd.resolve();
  await jobs.stop();
  expect(statements.filter(isRenewal)).toEqual([]);
  await shortenLeases(db);
});

it('is quiet when there is nothing to do: less than two statements a second', async () => {
  // A quarter of the real intervals, so four times as many statements.
  const times = { leaseSeconds: SHORT, superviseSeconds: 1, pollMs: 1_000 };
  const jobs = createJobs({ database: db, clock: systemClock, log, ...times });
  jobs.work('generation', { handler: async () => {} });
  await jobs.start();
  let statements = 0;
  const stopCounting = db.onStatement((sql) => {
    if (!isChore(sql)) statements++;
  });
  const began = performance.now();
  await sleep(1_000);
  stopCounting();
  // A second is longer on a machine that stalls.
  const seconds = (performance.now() - began) / 1_000;
  await jobs.stop();
  expect(statements / seconds).toBeLessThanOrEqual(8);
});

const KEYED = `INSERT INTO pgboss.job_common (name, id, state, policy, singleton_key)
  SELECT 'generation', gen_random_uuid(), $1::text::pgboss.job_state, 'short', $1::text || n FROM generate_series(1, $2::int) AS n RETURNING id`;

/** Rows that a statement put together and threw away again, in all of its plan. */
const thrownAway = (plan: unknown): number =>
  Object.entries(plan as object)
    .map(([name, value]) => {
      if (name === 'Rows Removed by Join Filter') return Number(value);
      return typeof value === 'object' && value !== null ? thrownAway(value) : 0;
    })
    .reduce((sum, rows) => sum + rows, 0);

it('completes jobs without comparing each of them with each that waits', async () => {
  const explained = Promise.withResolvers<unknown>();
  const explaining: Database = {
    ...db,
    executor: {
      async executeSql(sql, values) {
        const { rows } = await db.executor.executeSql(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
        explained.resolve(rows);
        return { rows: [{ isAwaited: false }] };
      },
    },
  };
  const leases = createLeases({
    ...{ queue: 'generation', boss: {} as PgBoss, database: explaining, log, gatherMs: 1 },
    onCompleted: async () => {},
  });
  await db.query(KEYED, ['created', 2_000]);
  for (const { id } of await db.query<{ id: string }>(KEYED, ['active', 300])) {
    const job = { id, retryCount: 0, data: { team: 'T1', generation: 'g1' }, heartbeatSeconds: null };
    leases.end(leases.open(job as never, performance.now()), 'done');
  }
  expect(thrownAway(await explained.promise)).toBeLessThan(10_000);
  await leases.written();
  leases.close();
  expect(await db.query("SELECT FROM pgboss.job_common WHERE state = 'active'")).toEqual([]);
});
