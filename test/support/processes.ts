import { pino } from 'pino';
import { afterEach } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createJobs, type JobsOptions } from '../../src/jobs/queue.ts';
import { cleanDatabase } from './clean-database.ts';

/** Seconds: no lease expires and no poll comes during a test. */
const HOUR = 3_600;

/** Creates queues like those of several processes, on one database that is cleared between two tests. */
export async function createProcesses() {
  const log = pino({ level: 'silent' });
  const db = await cleanDatabase();
  const opened: Jobs[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 100 })));
  });

  /** Creates the queue of one process, which fetches only when it is notified. */
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
