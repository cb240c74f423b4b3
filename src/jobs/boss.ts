import { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { type JobName, jobNames } from './names.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** pg-boss counts each time a job is taken up again; see GIVE_BACK_LIMIT in runner.ts, which ends it earlier. */
const RETRY_LIMIT = 1_000;

/** pg-boss over our database, with its own chores at a modest pace: a few statements every five minutes. */
export function createBoss(database: Database, log: Log): PgBoss {
  const boss = new PgBoss({
    db: database.executor,
    backend: database.kind,
    schema: 'pgboss',
    schedule: false,
    superviseIntervalSeconds: 5 * MINUTE,
    monitorIntervalSeconds: 5 * MINUTE,
    maintenanceIntervalSeconds: HOUR,
    queueCacheIntervalSeconds: HOUR,
    bamIntervalSeconds: HOUR,
    flowIntervalSeconds: HOUR,
    // An embedded database is one connection: rebuilding an index would hold everybody up.
    reindex: database.kind === 'postgres',
    monitorVacuum: database.kind === 'postgres',
  });
  boss.on('error', (error) => log.error({ error: error.message }, 'the queue has a problem'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue warns'));
  return boss;
}

export async function startBoss(boss: PgBoss): Promise<void> {
  await boss.start();
  for (const name of jobNames) {
    await createQueue(boss, name);
    // pg-boss looks a queue up on its first use, on the database itself: not to happen in one of our transactions.
    await boss.findJobs(name, { id: NO_JOB });
  }
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Does nothing where the queue is there already. */
function createQueue(boss: PgBoss, name: JobName): Promise<void> {
  return boss.createQueue(name, {
    // At most one waiting job per key.
    policy: 'short',
    retryLimit: RETRY_LIMIT,
    retryDelay: 0,
    // Who is alive is decided by our own heartbeats (holdings.ts), long before this; pg-boss allows no more.
    expireInSeconds: DAY,
    retentionSeconds: 90 * DAY,
    deleteAfterSeconds: DAY,
  });
}
