import { pino } from 'pino';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createJobs, type JobsOptions } from '../../src/jobs/queue.ts';
import { clearDatabase, testDatabase } from './database.ts';

/** Seconds: what goes on because a lease has run out, or at the next look at the queue, does not do so during a test. */
const HOUR = 3_600;

/** The queue as several processes see it, all on one database that is emptied between two tests. */
export async function createProcesses() {
  const log = pino({ level: 'silent' });
  const db = await testDatabase();
  const opened: Jobs[] = [];

  beforeEach(() => clearDatabase(db));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 100 })));
  });
  afterAll(() => db.close());

  /** A process of its own, as far as the queue can tell; it looks at the queue when it is notified. */
  function openJobs(options: Partial<JobsOptions> = {}): Jobs {
    const jobs = createJobs({
      database: db,
      clock: systemClock,
      log,
      leaseSeconds: HOUR,
      pollMs: HOUR * 1_000,
      ...options,
    });
    opened.push(jobs);
    return jobs;
  }

  return { db, openJobs, rows: () => db.query('SELECT state::text FROM pgboss.job') };
}

export const job = (generation: string, team = 'T1') => ({ team, generation });
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
