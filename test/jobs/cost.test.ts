import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createLeases } from '../../src/jobs/leases.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { SHORT, shortenLeases } from '../support/short-leases.ts';

const log = pino({ level: 'silent' });
const db = await cleanDatabase();
await shortenLeases(db);

/** Whether it is one of pg-boss's hourly and daily statements, which it also sends at the start. */
const isChore = (sql: string) => /flow_on|bam_on|reindex_on|blocking|prior_status|relpages/.test(sql);
const isRenewal = (sql: string) => sql.includes('SET heartbeat_on =');

/** Counts the statements to fetch `count` jobs, to renew their leases once, and to end them. */
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

it('sends as many statements for four hundred jobs as for ten', async () => {
  for (const count of [10, 400]) {
    const { fetched, kept, completed } = await statementsOf(count);
    expect(fetched).toBeLessThanOrEqual(5);
    expect(kept).toBeLessThanOrEqual(2);
    expect(completed).toBeLessThanOrEqual(3);
  }
});

it('sends less than two statements a second if there are no jobs', async () => {
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
  // Measured, because a second can take longer on a busy machine.
  const seconds = (performance.now() - began) / 1_000;
  await jobs.stop();
  expect(statements / seconds).toBeLessThanOrEqual(8);
});

const KEYED = `INSERT INTO pgboss.job_common (name, id, state, policy, singleton_key)
  SELECT 'generation', gen_random_uuid(), $1::text::pgboss.job_state, 'short', $1::text || n FROM generate_series(1, $2::int) AS n RETURNING id`;

/** Rows removed by join filters, in the whole plan of a statement. */
const thrownAway = (plan: unknown): number =>
  Object.entries(plan as object)
    .map(([name, value]) => {
      if (name === 'Rows Removed by Join Filter') return Number(value);
      return typeof value === 'object' && value !== null ? thrownAway(value) : 0;
    })
    .reduce((sum, rows) => sum + rows, 0);

it('ends jobs without comparing each of them with each waiting job', async () => {
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
