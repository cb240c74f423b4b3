import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createLeases } from '../../src/jobs/leases.ts';
import { createBoss, createJobs, type JobsOptions } from '../../src/jobs/queue.ts';
import type { Database, Queries } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { SHORT, STEADY, shortenLeases } from '../support/short-leases.ts';

const log = pino({ level: 'silent' });
const db = await cleanDatabase();
await shortenLeases(db);
const opened: Jobs[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 100 })));
});

function openJobs(options: Partial<JobsOptions> = {}): Jobs {
  const times = { leaseSeconds: SHORT, superviseSeconds: 1, pollMs: 100 };
  const jobs = createJobs({ database: db, clock: systemClock, log, ...times, ...options });
  opened.push(jobs);
  return jobs;
}

/** Records the signal of each run. A run ends when its signal is aborted. */
function holder(options: Partial<JobsOptions> = {}) {
  const jobs = openJobs(options);
  const signals: AbortSignal[] = [];
  jobs.work('generation', {
    async handler(_, signal) {
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    },
  });
  return { jobs, signals };
}

/** A database that can be cut off from its process, for all statements or only for renewals of leases. */
function cuttable(): { database: Database; cut(what: 'all' | 'renewals' | 'nothing'): void } {
  let isCut: 'all' | 'renewals' | 'nothing' = 'nothing';
  const through = async <T>(call: () => Promise<T>) => {
    if (isCut === 'all') throw new Error('no line');
    return call();
  };
  const database: Database = {
    ...db,
    query: (sql, params) => through(() => db.query(sql, params)),
    executor: { executeSql: (sql, values) => through(() => db.executor.executeSql(sql, values)) },
    sideConnection: {
      async query(sql, params) {
        if (isCut !== 'nothing') throw new Error('no line');
        return db.sideConnection.query(sql, params);
      },
    },
    transaction: (fn) => through(() => db.transaction(fn)),
  };
  return {
    database,
    cut: (what) => {
      isCut = what;
    },
  };
}

const job = { team: 'T1', generation: 'g1' };
const heldBy = () =>
  db.query<{ id: string; attempt: number }>(
    "SELECT id, retry_count AS attempt FROM pgboss.job WHERE state = 'active'",
  );
it('keeps a job for longer than a lease', async () => {
  await shortenLeases(db, STEADY);
  const { jobs, signals } = holder({ leaseSeconds: STEADY });
  const other = holder({ leaseSeconds: STEADY });
  await jobs.start();
  await other.jobs.start();
  await jobs.send('generation', job);
  await expect.poll(() => heldBy()).toHaveLength(1);
  const renewals = () =>
    db.query('SELECT heartbeat_on - started_on > $1::interval AS is_later FROM pgboss.job', [`${STEADY} s`]);
  await expect.poll(() => renewals()).toEqual([{ is_later: true }]);
  expect([...signals, ...other.signals].map(({ aborted }) => aborted)).toEqual([false]);
  await shortenLeases(db);
});

it('continues the job of a process that died after its lease has expired', async () => {
  const { database, cut } = cuttable();
  const dying = holder({ database });
  await dying.jobs.start();
  await dying.jobs.send('generation', job);
  await expect.poll(() => dying.signals).toHaveLength(1);
  const next = openJobs();
  const hadGivenUp: unknown[] = [];
  next.work('generation', { handler: async () => void hadGivenUp.push(dying.signals[0]?.aborted) });
  await next.start();
  cut('all');
  // The old holder has given up before another process begins.
  await expect.poll(() => hadGivenUp).toEqual([true]);
  cut('nothing');
});

it('aborts the signal of a handler whose lease was lost, and begins a new attempt', async () => {
  const { jobs, signals } = holder();
  await jobs.start();
  await jobs.send('generation', job);
  await expect.poll(() => signals.length).toBeGreaterThan(0);
  // What pg-boss's check for expired leases does.
  const { boss } = createBoss({ database: db, log });
  await boss.start();
  await boss.fail(
    'generation',
    (await heldBy()).map(({ id }) => id),
  );
  await boss.stop({ graceful: false, close: false });
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  await expect.poll(() => signals.length).toBeGreaterThan(1);
  // On a busy machine, so short a lease may be lost once more.
  await expect.poll(() => signals.at(-1)?.aborted).toBe(false);
});

/** Leases whose renewals all come too late. */
function tooLate() {
  return createLeases({
    queue: 'generation',
    boss: { touch: async () => ({ settled: [] }) } as unknown as PgBoss,
    database: db,
    log,
    gatherMs: 1,
    onCompleted: async () => {},
  });
}
const attempt = (retryCount: number, heartbeatSeconds = 15) =>
  ({ id: 'one', retryCount, data: job, heartbeatSeconds }) as never;

it('aborts an older attempt in the same process when a newer one begins', () => {
  const leases = tooLate();
  const [older, newer] = [0, 1].map((each) => leases.open(attempt(each), performance.now()));
  leases.close();
  expect([older?.signal.aborted, newer?.signal.aborted]).toEqual([true, false]);
});

it('aborts a job at the next renewal if it belongs to another process by then', async () => {
  const leases = tooLate();
  const halfAnHourAgo = performance.now() - 1_800_000;
  const lease = leases.open(attempt(0, 3_600), halfAnHourAgo);
  await expect.poll(() => lease.signal.aborted).toBe(true);
  leases.close();
});

it('does not let an old holder end a job that another process has taken', async () => {
  const { database, cut } = cuttable();
  const old = openJobs({ database, capacity: 1 });
  const mayEnd = Promise.withResolvers<void>();
  old.work('generation', { handler: () => mayEnd.promise });
  await old.start();
  await old.send('generation', job);
  await expect.poll(() => old.running()).toBe(1);
  const next = holder();
  await next.jobs.start();
  cut('renewals');
  await expect.poll(() => next.signals).toHaveLength(1);

  const held = await heldBy();
  const completed = Promise.withResolvers<void>();
  const stopCounting = db.onStatement((sql) => {
    if (/DELETE FROM pgboss/.test(sql)) completed.resolve();
  });
  mayEnd.resolve();
  await completed.promise;
  stopCounting();
  expect(await heldBy()).toEqual(held);
});

it.runIf(db.kind === 'pglite')(
  'continues at once what the previous process on an embedded database has left',
  async () => {
    const { boss, start } = createBoss({ database: db, log });
    await start(SHORT);
    await boss.send('generation', job, { singletonKey: 'g1', group: { id: 'g1', tier: 'T1' } });
    expect(await boss.fetch('generation')).toHaveLength(1);
    await boss.stop({ graceful: false, close: false });

    const next = holder({ leaseSeconds: undefined, pollMs: 60_000 });
    await next.jobs.start();
    await expect.poll(() => next.signals).toHaveLength(1);
    await shortenLeases(db);
  },
);

it('renews at most 500 leases with one statement', async () => {
  const many = 3_000;
  const slices: number[] = [];
  const sideConnection: Queries = {
    query(sql, params) {
      const ids = params?.[1];
      if (sql.includes('SET heartbeat_on =') && Array.isArray(ids)) slices.push(ids.length);
      return db.sideConnection.query(sql, params);
    },
  };
  const { jobs, signals } = holder({ database: { ...db, sideConnection } });
  await jobs.start();
  await db.query(`
    INSERT INTO pgboss.job (name, data, singleton_key, group_id, group_tier, policy, retry_limit, heartbeat_seconds)
    SELECT 'generation', jsonb_build_object('team', 'T' || n % 100, 'generation', 'g' || n), 'g' || n, 'g' || n,
      'T' || n % 100, 'short', 1000, 9
    FROM generate_series(1, ${many}) AS n`);
  await expect.poll(() => jobs.running()).toBe(many);
  const renewed = () => slices.reduce((sum, count) => sum + count, 0);
  await expect.poll(() => renewed()).toBeGreaterThanOrEqual(many);
  expect(Math.max(...slices)).toBe(500);
  expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
});

it('has leases of 15 s on a server, so that the jobs of a dead process continue within 30 s', async () => {
  const jobs = createJobs({ database: db, clock: systemClock, log });
  opened.push(jobs);
  await jobs.start();
  await jobs.send('generation', job);
  const leases = await db.query('SELECT heartbeat_seconds FROM pgboss.job');
  // Two checks of 4 s may pass, and a poll of 4 s.
  expect(leases).toEqual([{ heartbeat_seconds: db.kind === 'postgres' ? 15 : 3_600 }]);
  await jobs.stop();
  await shortenLeases(db);
});
