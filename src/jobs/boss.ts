import { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import { type JobName, jobNames } from './jobs.ts';
import { createKeyIndex, notifyOf } from './pgboss-sql.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

export interface BossOptions {
  database: Database;
  log: Log;
  /** Seconds between two checks for expired leases. */
  superviseSeconds?: number;
  /** Called with the queue's name when it has a job to fetch, and with '' when notifications may have been missed. */
  onNotify?: (queue: string) => void;
}

/** Creates pg-boss on our database, and the function `notify`, which makes all processes fetch from a queue. */
export function createBoss({ database, log, superviseSeconds = 5 * MINUTE, onNotify }: BossOptions) {
  let channel: string | undefined;
  const boss = new PgBoss({
    db: {
      executeSql: database.executor.executeSql,
      // pg-boss chooses the channel's name. Its own callbacks would wake only its own workers, which we do not use.
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
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: HOUR,
    queueCacheIntervalSeconds: HOUR,
    bamIntervalSeconds: HOUR,
    flowIntervalSeconds: HOUR,
    // Off for an embedded database, because rebuilding an index would block its only connection.
    reindex: database.kind === 'postgres',
    // Off, because the check compares its last two results, which would be only seconds apart here.
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ error: error.message }, 'pg-boss reported an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'pg-boss reported a warning'));

  async function start(leaseSeconds: number): Promise<void> {
    await boss.start();
    const queues = await boss.getQueues([...jobNames]);
    for (const name of jobNames) {
      const queue = queues.find((each) => each.name === name);
      if (!queue) await boss.createQueue(name, QUEUE);
      if (queue?.notify !== true || queue.heartbeatSeconds !== leaseSeconds)
        await boss.updateQueue(name, { notify: true, heartbeatSeconds: leaseSeconds });
      // pg-boss reads a queue from the database on first use. That must not happen within one of our transactions.
      await boss.findJobs(name, { id: NO_JOB });
    }
    await createKeyIndex(database);
  }

  return {
    boss,
    /**
     * Starts pg-boss and creates or updates the queues. Only one process does so at a time, because pg-boss creates its schema before
     * it takes a lock, so one of two processes on an empty database would fail.
     * @param leaseSeconds how long a job belongs to the process that fetched it, unless the lease is renewed
     */
    start: (leaseSeconds: number) => withLock(database, 'queue', () => start(leaseSeconds)),
    async notify(queue: JobName): Promise<void> {
      if (channel) await notifyOf(database, channel, queue);
    },
  };
}

const QUEUE = {
  // Allows at most one waiting job for each key.
  policy: 'short',
  // Higher than MAX_ATTEMPTS in run.ts, so that we give up a job before pg-boss does. pg-boss counts each restart of a job.
  retryLimit: 1_000,
  retryDelay: 0,
  // The maximum of pg-boss. Leases expire much earlier, and no job takes this long.
  expireInSeconds: DAY,
  retentionSeconds: 90 * DAY,
  deleteAfterSeconds: DAY,
  warningQueueSize: 100_000,
};
