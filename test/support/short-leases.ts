import { pino } from 'pino';
import { createBoss } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';

/** Seconds: a lease that expires during a test. */
export const SHORT = 2;
/** Seconds: a lease that is not lost even if the machine stalls for a second. */
export const STEADY = 4;

/**
 * Makes the leases of jobs sent from now on so many seconds long; pg-boss itself allows no less than 10. Give the same to
 * createJobs() as `leaseSeconds`, and it leaves the queues as they are.
 */
export async function shortenLeases(db: Database, seconds = SHORT): Promise<void> {
  const { boss, start } = createBoss({ database: db, log: pino({ level: 'silent' }) });
  await start(15);
  await boss.stop({ graceful: false, close: false });
  await db.query('UPDATE pgboss.queue SET heartbeat_seconds = $1', [seconds]);
}
