import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createBoss } from './boss.ts';
import { type Jobs, jobNames } from './jobs.ts';
import { RETRY_DELAYS } from './run.ts';
import { createWorker, type JobWatch, type Worker, type WorkSettings } from './worker.ts';

export interface JobsOptions extends Partial<WorkSettings> {
  database: Database;
  /** For the waits between tries; leases go by real time. */
  clock: Clock;
  log: Log;
  watch?: JobWatch;
  /**
   * Seconds that a job is this process's without being renewed, 10 at least. Null where no other process can be at work
   * on this database: leases do not run out then, and what is active at the start was left by a predecessor.
   */
  leaseSeconds?: number | null;
  /** Seconds between two looks for leases that have run out. */
  superviseSeconds?: number;
}

/** The work of a process that died goes on within 15 + 2 * 4 s and the 4 s of a poll. */
const LEASE_SECONDS = 15;
const SUPERVISE_SECONDS = 4;
const POLL_MS = 4_000;
/** Where leases do not run out, each job is notified of: polling is for what nobody has thought of. */
const POLL_ALONE_MS = 30_000;
const BATCH = 500;
/**
 * An embedded database does one thing at a time, in the order asked for: what hundreds of jobs ask for as they begin would hold up
 * a probe or a press for seconds.
 */
const BATCH_ALONE = 50;
const SETTINGS = { capacity: 12_000, gatherMs: 200, retryDelays: RETRY_DELAYS };

/** Of an embedded database there is one process, and nobody to take its jobs over. */
export const leaseSecondsOn = ({ kind }: Database) => (kind === 'postgres' ? LEASE_SECONDS : null);

/** The queue: pg-boss for the jobs and their leases, and one worker for each queue that this process works on. */
export function createJobs(options: JobsOptions): Jobs {
  const { database, log } = options;
  const { leaseSeconds = leaseSecondsOn(database) } = options;
  const { superviseSeconds = leaseSeconds === null ? undefined : SUPERVISE_SECONDS } = options;
  const isAlone = leaseSeconds === null;
  const settings = {
    ...SETTINGS,
    ...(isAlone ? { pollMs: POLL_ALONE_MS, batch: BATCH_ALONE } : { pollMs: POLL_MS, batch: BATCH }),
    ...options,
  };
  const { boss, start, notify } = createBoss({ database, log, superviseSeconds, onNotify });
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
      if (leaseSeconds === null) await releaseLeftovers(boss);
      started = true;
      for (const worker of workers.values()) worker.start();
    },
    async stop({ graceMs = 10_000 } = {}) {
      await Promise.all([...workers.values()].map((worker) => worker.stop(graceMs)));
      await boss.stop({ graceful: false, close: false });
    },
    async send(name, payload, { tx, key = randomUUID() } = {}) {
      const db = (tx ?? database).executor;
      // fetch() in worker.ts says what group and tier are for.
      const job = { singletonKey: key, group: { id: key, tier: payload.team }, db };
      for (;;) {
        if (await boss.send(name, payload, job)) return true;
        // One waits. Writing it keeps it from starting before the caller's transaction is there to be seen, and has a
        // dead letter tried anew. Where it has started meanwhile there is nothing to write, and another can be sent.
        const { updated } = await boss.update(name, payload, { singletonKey: key, db });
        if (updated > 0) return false;
      }
    },
    work(name, given) {
      const rest = { queue: name, boss, notify: () => notify(name) };
      const worker = createWorker({ ...settings, ...given, ...rest });
      workers.set(name, worker);
      if (started) worker.start();
    },
    forget: async (team) => void (await database.query(FORGET, [team])),
    running: () => [...workers.values()].reduce((sum, worker) => sum + worker.running(), 0),
  };
}

/** Ends the leases of a process that is gone, so that its work goes on at once. */
async function releaseLeftovers(boss: PgBoss): Promise<void> {
  for (const name of jobNames) {
    const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
    for (let first = 0; first < left.length; first += BATCH_ALONE)
      await boss.fail(name, left.slice(first, first + BATCH_ALONE), { reason: 'its process is gone' });
  }
}

/** pg-boss has no call for all of a team: it finds by payload or key, one queue at a time, and deletes by id. */
const FORGET = 'DELETE FROM pgboss.job WHERE group_tier = $1';
