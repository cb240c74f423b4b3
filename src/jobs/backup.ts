import type { Log } from '../log.ts';
import type { Database, Queries, Transaction } from '../storage/database.ts';
import { createBoss } from './boss.ts';
import { jobNames } from './jobs.ts';
import { leaseSecondsOn } from './queue.ts';

/** What of the queue is in a backup: its jobs. Queues themselves are made at each start. */
export const queueTables = {
  tables: ['pgboss.job'],
  async versionOf(db: Queries): Promise<number | null> {
    const [there] = await db.query<{ found: string | null }>(
      `SELECT to_regclass('pgboss.version')::text AS found`,
    );
    if (!there?.found) return null;
    const [row] = await db.query<{ version: number }>('SELECT version FROM pgboss.version');
    return row?.version ?? null;
  },
};

/** The queue of a database that a backup is restored into. */
export function createQueueToFill(database: Database, log: Log) {
  const { boss, start } = createBoss({ database, log });
  const leaseSeconds = leaseSecondsOn(database);
  return {
    ...queueTables,
    async prepare(): Promise<void> {
      await start(leaseSeconds);
      await boss.stop({ graceful: false, close: false });
    },
    /** Leases are what this kind of database has, and whatever was at work is taken up by whoever starts. */
    async settle(tx: Transaction): Promise<void> {
      await tx.query('UPDATE pgboss.job SET heartbeat_seconds = $1::int', [leaseSeconds]);
      for (const name of jobNames) {
        const active = await tx.query<{ id: string }>(
          `SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active'`,
          [name],
        );
        const ids = active.map(({ id }) => id);
        if (ids.length > 0)
          await boss.fail(name, ids, { reason: 'restored from a backup' }, { db: tx.executor });
      }
    },
  };
}
