import { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import { type JobName, jobNames } from './jobs.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No job has this id. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export interface BossOptions {
  database: Database;
  log: Log;
  /** Seconds between two looks for leases that have run out. */
  superviseSeconds?: number;
  /** Called with the queue's name when it has a job to fetch, and with '' when notifications may have been missed. */
  onNotify?: (queue: string) => void;
}

/** pg-boss over our database, and `notify`, which has all processes look at a queue. */
export function createBoss({ database, log, superviseSeconds, onNotify }: BossOptions) {
  let channel: string | undefined;
  const boss = new PgBoss({
    db: {
      executeSql: database.executor.executeSql,
      // pg-boss would only wake workers of its own; the channel is its alone to name.
      async listen(named, _onNotification, _onReconnect) {
        channel = named;
        const close = await database.listen(named, (queue) => onNotify?.(queue));
        return { close };
      },
    },
    backend: database.kind,
    schema: 'pgboss',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds ?? 5 * MINUTE,
    monitorIntervalSeconds: superviseSeconds ?? 5 * MINUTE,
    maintenanceIntervalSeconds: HOUR,
    queueCacheIntervalSeconds: HOUR,
    bamIntervalSeconds: HOUR,
    flowIntervalSeconds: HOUR,
    // An embedded database is one connection: rebuilding an index would hold everybody up.
    reindex: database.kind === 'postgres',
    // It compares two looks in a row, which here are seconds apart, and costs a statement at each.
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ error: error.message }, 'the queue has a problem'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue warns'));

  async function start(leaseSeconds: number | null): Promise<void> {
    await boss.start();
    const queues = await boss.getQueues([...jobNames]);
    for (const name of jobNames) {
      const queue = queues.find((each) => each.name === name);
      if (!queue) await boss.createQueue(name, FIXED);
      if (queue?.notify !== true || (queue.heartbeatSeconds ?? null) !== leaseSeconds)
        await boss.updateQueue(name, { notify: true, heartbeatSeconds: leaseSeconds });
      // pg-boss looks a queue up on its first use, on the database itself: not to happen in one of our transactions.
      await boss.findJobs(name, { id: NO_JOB });
    }
    const [{ is_there: isThere } = {}] = await database.query<{ is_there: boolean }>(IS_INDEX_THERE);
    if (!isThere) await database.query(CREATE_INDEX);
  }

  return {
    boss,
    /**
     * Starts pg-boss and makes the queues what they are to be; one process at a time, for pg-boss makes its schema before it
     * locks anything, and of two that find none one fails.
     * @param leaseSeconds how long a job is its worker's without being renewed; null where leases do not run out
     */
    start: (leaseSeconds: number | null) => withLock(database, 'queue', () => start(leaseSeconds)),
    async notify(queue: JobName): Promise<void> {
      if (channel) await database.query('SELECT pg_notify($1, $2)', [channel, queue]);
    },
  };
}

const FIXED = {
  // At most one sent job of a key waits.
  policy: 'short',
  // pg-boss counts each time a job is taken up again; MAX_ATTEMPTS in run.ts ends it earlier.
  retryLimit: 1_000,
  retryDelay: 0,
  // The most that pg-boss allows; leases end much earlier, and no job is at work for so long.
  expireInSeconds: DAY,
  retentionSeconds: 90 * DAY,
  deleteAfterSeconds: DAY,
  warningQueueSize: 100_000,
};

/**
 * At most one job of a key is at work, whichever processes fetch at the same moment. pg-boss has this index for its
 * policies `singleton` and `stately`, but leaves out of a fetch the keys that were at work when a process last read its
 * list of queues, an hour before: what was sent for such a key since stays where it is.
 */
const CREATE_INDEX = `
  CREATE UNIQUE INDEX IF NOT EXISTS deckhand_one_at_work ON pgboss.job_common (name, singleton_key)
  WHERE state = 'active'`;
/** Creating it anew would wait for all who write, and have all others wait, only to find it there. */
const IS_INDEX_THERE = "SELECT to_regclass('pgboss.deckhand_one_at_work') IS NOT NULL AS is_there";
