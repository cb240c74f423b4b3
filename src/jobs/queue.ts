import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createBoss } from './boss.ts';
import { type Jobs, jobNames } from './jobs.ts';
import { deleteJobsOf } from './pgboss-sql.ts';
import { RETRY_DELAYS } from './run.ts';
import { createWorker, type JobWatch, type Worker, type WorkSettings } from './worker.ts';

export interface JobsOptions extends Partial<WorkSettings> {
  database: Database;
  /** Used for the waits between tries. Leases use real time. */
  clock: Clock;
  log: Log;
  watch?: JobWatch;
  /** Seconds that a job belongs to the process that fetched it, unless the lease is renewed; at least 10. */
  leaseSeconds?: number;
  /** Seconds between two checks for expired leases. */
  superviseSeconds?: number;
}

/** After a process has died, its jobs continue within 27 s: these 15 s, up to two checks for expired leases (4 s each), and a poll (4 s). */
const LEASE_SECONDS = 15;
const SETTINGS = {
  superviseSeconds: 4,
  pollMs: 4_000,
  capacity: 12_000,
  batch: 500,
  gatherMs: 200,
  retryDelays: RETRY_DELAYS,
};
/** An embedded database has one process, so no other could take over its jobs. */
const LEASE_SECONDS_EMBEDDED = 3_600;

/** Creates the queue: pg-boss for jobs and leases, and one worker for each queue that this process works on. */
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
      // fetchUpTo() in worker.ts says what group and tier are for.
      const job = { singletonKey: key, group: { id: key, tier: payload.team }, db };
      for (;;) {
        if (await boss.send(name, payload, job)) return true;
        // A job of this key already waits. The update replaces its payload (a dead letter becomes a normal job), and locks it until the
        // caller's transaction has committed. If the job has started in the meantime, nothing is updated, and a new one can be sent.
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

/** Ends the leases that the previous process left in an embedded database. */
async function releaseLeftovers(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
    if (left.length > 0) await boss.fail(name, left, { reason: 'its process is gone' });
  }
}
