import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import { type JobName, type Jobs, jobNames } from './jobs.ts';
import { createKeyIndex, deleteJobsOf, notifyOf } from './pgboss-sql.ts';
import { RETRY_DELAYS } from './run.ts';
import { createWorker, type JobWatch, type Worker, type WorkSettings } from './worker.ts';

export interface JobsOptions extends Partial<WorkSettings> {
  database: Database;
  /** Clock for the waits between two tries of a failed job. Leases use the real clock. */
  clock: Clock;
  log: Log;
  watch?: JobWatch;
  /** Seconds until the lease of a job expires unless it is renewed. After that, another process can take the job. At least 10. */
  leaseSeconds?: number;
  /** Seconds between two checks for expired leases. */
  superviseSeconds?: number;
}

/** Seconds until a lease expires. A dead process's jobs continue within 27 s: 15 s (lease) + 8 s (two checks) + 4 s (poll). */
const LEASE_SECONDS = 15;
const SETTINGS = {
  superviseSeconds: 4,
  pollMs: 4_000,
  capacity: 12_000,
  batch: 500,
  gatherMs: 200,
  retryDelays: RETRY_DELAYS,
};
/** Seconds until a lease expires with PGlite (sandbox and tests). A long time is safe, because only one process uses the database. */
const LEASE_SECONDS_EMBEDDED = 3_600;

/** Creates the durable jobs. pg-boss stores jobs and leases, and one worker runs each queue that this process works on. */
export function createJobs(options: JobsOptions): Jobs {
  const { database, log } = options;
  const isEmbedded = database.kind !== 'postgres' && options.leaseSeconds === undefined;
  const { leaseSeconds = isEmbedded ? LEASE_SECONDS_EMBEDDED : LEASE_SECONDS } = options;
  const settings = { ...SETTINGS, ...options };
  const { boss, start, notify } = createBoss({ ...settings, onNotify });
  const workers = new Map<string, Worker>();
  let started = false;
  let opening: Promise<void> | undefined;

  function onNotify(queue: string): void {
    for (const [name, worker] of workers) if (queue === '' || queue === name) worker.wakeUp();
  }

  function open(): Promise<void> {
    opening ??= start(leaseSeconds);
    return opening;
  }

  return {
    open,
    async start() {
      await open();
      if (isEmbedded) await releaseLeftovers(boss);
      started = true;
      for (const worker of workers.values()) worker.start();
    },
    async stop({ graceMs = 10_000 } = {}) {
      await Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
      await boss.stop({ graceful: false, close: false });
    },
    async send(name, payload, { tx, key = randomUUID() } = {}) {
      const db = (tx ?? database).executor;
      // The job's pg-boss group is its key, and the group's tier is the team. fetchUpTo() in worker.ts explains why.
      const job = { singletonKey: key, group: { id: key, tier: payload.team }, db };
      for (;;) {
        if (await boss.send(name, payload, job)) return true;
        // A job with this key waits, so replace its payload. If it was a dead letter, it is run again as a normal job, because the new
        // payload has no `deadLetter`. If no row was updated, the waiting job has started, so send a new one.
        const { updated } = await boss.update(name, payload, { singletonKey: key, db });
        if (updated > 0) return false;
      }
    },
    work(name, given) {
      const rest = { queue: name, boss, database, log, notify: () => notify(name) };
      const worker = createWorker({ ...settings, ...given, ...rest });
      workers.set(name, worker);
      if (started) worker.start();
    },
    forget: (team) => deleteJobsOf(database, team),
    running: () => [...workers.values()].reduce((sum, worker) => sum + worker.running(), 0),
  };
}

/** Ends the leases that the previous process left in PGlite (sandbox and tests). Otherwise their jobs would wait for an hour. */
async function releaseLeftovers(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
    if (left.length > 0) await boss.fail(name, left, { reason: 'its process is gone' });
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An id that no job has, so that a search for it finds nothing. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

interface BossOptions {
  database: Database;
  log: Log;
  /** Seconds between two checks for expired leases. */
  superviseSeconds?: number;
  /** Called with the name of a queue that has a job to fetch, or with '' if notifications may have been missed. */
  onNotify?: (queue: string) => void;
}

/** Creates pg-boss on our database, and the function `notify`, which makes all processes fetch from a queue. */
export function createBoss({ database, log, superviseSeconds = 5 * MINUTE, onNotify }: BossOptions) {
  let channel: string | undefined;
  const boss = new PgBoss({
    db: {
      executeSql: database.executor.executeSql,
      // pg-boss chooses the channel's name. Its two callbacks are ignored, because they wake only pg-boss's own workers.
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
    // Reindexing is off for PGlite (sandbox and tests), because rebuilding an index would block the database's only connection.
    reindex: database.kind === 'postgres',
    // pg-boss's vacuum check is off, because it compares its last two measurements. With our short intervals, they are only seconds apart.
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
      // pg-boss reads a queue's settings on first use. This search makes pg-boss read them now instead of inside one of our transactions.
      await boss.findJobs(name, { id: NO_JOB });
    }
    await createKeyIndex(database);
  }

  return {
    boss,
    /** Starts pg-boss and creates the queues. Needs our lock, because pg-boss creates its schema before it takes a lock of its own. */
    start: (leaseSeconds: number) => withLock(database, 'queue', () => start(leaseSeconds)),
    async notify(queue: JobName): Promise<void> {
      if (channel) await notifyOf(database, channel, queue);
    },
  };
}

const QUEUE = {
  // Allows at most one waiting job for each key.
  policy: 'short',
  // Higher than MAX_ATTEMPTS in run.ts, so that Deckhand gives up a job before pg-boss does. Each restart of a job counts as a retry.
  retryLimit: 1_000,
  retryDelay: 0,
  // In seconds. A day is the maximum that pg-boss allows. Leases expire much earlier, and no job takes this long.
  expireInSeconds: DAY,
  retentionSeconds: 90 * DAY,
  deleteAfterSeconds: DAY,
  warningQueueSize: 100_000,
};
