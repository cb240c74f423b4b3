import { pino } from 'pino';
import { createBoss } from '../../src/jobs/boss.ts';
import type { Database } from '../../src/storage/database.ts';

/** Seconds. Where it is given as `leaseSeconds`, a queue is left as it is. */
export const SHORT = 2;

/** Leases of 2 s, for jobs sent from now on; pg-boss itself allows no less than 10. */
export async function shortenLeases(db: Database): Promise<void> {
  const { boss, start } = createBoss({ database: db, log: pino({ level: 'silent' }) });
  await start(15);
  await boss.stop({ graceful: false, close: false });
  await db.query('UPDATE pgboss.queue SET heartbeat_seconds = $1', [SHORT]);
}
