import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { STEADY, shortenLeases } from '../support/short-leases.ts';
import { testCipher } from '../support/test-key.ts';

const log = pino({ level: 'silent' });
const holder = join(import.meta.dirname, 'holding-child.ts');
const JOBS = 50;
const all = Array.from({ length: JOBS }, (_, n) => `g${n}`).sort();

/** Shorter than the production times. */
const HASTY = { leaseSeconds: STEADY, superviseSeconds: 1, pollMs: 200 };

/** A process that runs beside or after the child. */
function createWitness(database: Database, times?: typeof HASTY) {
  const ran: string[] = [];
  const jobs = createJobs({ database, clock: systemClock, log, ...times });
  jobs.work('generation', { handler: async ({ generation }) => void ran.push(generation) });
  return { jobs, ran };
}

/** Counts the jobs whose leases have been renewed for more than `seconds`. */
async function renewedFor(database: Database, seconds: number): Promise<number> {
  const sql = `SELECT 1 FROM pgboss.job WHERE heartbeat_on - started_on > $1 * interval '1 second'`;
  return (await database.query(sql, [seconds])).length;
}

async function childHoldingAll(target: string) {
  const child = startChild(holder, [target, String(JOBS)]);
  await child.line(() => child.lines.length === JOBS);
  return child;
}

describe.runIf(serverUrl)('with several processes on a PostgreSQL server', () => {
  it('runs every job of a killed process once more, in other processes', { timeout: 60_000 }, async () => {
    const { url, drop } = await createServerDatabase();
    const child = await childHoldingAll(url);
    const databases = await Promise.all(
      [1, 2].map(() => openDatabase({ cipher: testCipher, databaseUrl: url, log })),
    );
    const witnesses = databases.map((database) => createWitness(database, HASTY));
    for (const { jobs } of witnesses) await jobs.start();
    // While the child lives it keeps its jobs, here for longer than one lease.
    const [witness] = databases as [Database];
    await expect.poll(() => renewedFor(witness, STEADY)).toBe(JOBS);
    expect(witnesses.flatMap(({ ran }) => ran)).toEqual([]);

    await child.kill();
    const ran = () => witnesses.flatMap((witness) => witness.ran);
    await expect.poll(() => ran().toSorted()).toEqual(all);
    await expect.poll(() => witness.query('SELECT 1 FROM pgboss.job')).toEqual([]);
    expect(ran()).toHaveLength(JOBS);
    for (const { jobs } of witnesses) await jobs.stop();
    for (const database of databases) await database.close();
    await drop();
  });

  it('keeps its jobs while all its connections are busy with slow queries', {
    timeout: 60_000,
  }, async () => {
    const { url, drop } = await createServerDatabase();
    const busy = await openDatabase({ cipher: testCipher, databaseUrl: url, log, maxConnections: 2 });
    const idle = await openDatabase({ cipher: testCipher, databaseUrl: url, log });
    await migrate(busy);
    await shortenLeases(busy, STEADY);
    const open = (database: Database) => createJobs({ database, clock: systemClock, log, ...HASTY });
    const [holder, other] = [open(busy), open(idle)];
    const signals: AbortSignal[] = [];
    holder.work('generation', {
      handler(_, signal) {
        signals.push(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    });
    await holder.start();
    await other.start();
    await holder.send('generation', { team: 'T1', generation: 'g1' });
    await expect.poll(() => signals).toHaveLength(1);
    await Promise.all([1, 2].map(() => busy.query('SELECT pg_sleep(5)')));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    for (const jobs of [holder, other]) await jobs.stop();
    for (const database of [busy, idle]) await database.close();
    await drop();
  });
});
