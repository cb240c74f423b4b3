import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import { type Clock, systemClock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createCompletionBatcher } from './complete.ts';
import type { JobName, JobPayloads, WorkOptions } from './jobs.ts';
import { createLeases, type Lease } from './leases.ts';
import { MAX_ATTEMPTS, type Outcome, runJob } from './run.ts';

/** At most so many jobs in one fetch, so that it stays short. */
const BATCH = 500;
/** Milliseconds to wait after a notification, so that a burst is fetched together. */
const GATHER_MS = 10;
/** Milliseconds to wait after a fetch failed. */
const RETRY_MS = 1_000;
/** The share of a process that no single team can fill, so that a burst of one leaves room for the others. */
const KEPT_FOR_OTHERS = 0.1;
/** Milliseconds at the end for writing what has ended. */
const COMPLETE_MS = 5_000;

export interface WorkerOptions<N extends JobName> extends WorkOptions<N> {
  queue: N;
  capacity: number;
  boss: PgBoss;
  database: Database;
  clock: Clock;
  log: Log;
  pollMs: number;
  /** As in BatcherOptions. */
  gatherMs: number;
  retryDelays: number[];
  /** Has the other processes look at the queue. */
  notify: () => Promise<void>;
}

export interface Worker {
  running(): number;
  /** Looks for jobs now. */
  wakeUp(): void;
  start(): void;
  /** Stops in good order: no job is this process's afterwards. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Fetches the jobs of one queue into its free places and runs them: one loop, however many jobs. (pg-boss's own
 * workers run a batch at a time and wait for its slowest job, or take one loop and one timer for each job.)
 */
export function createWorker<N extends JobName>(options: WorkerOptions<N>): Worker {
  type LeasedJob = Job<JobPayloads[N] & { deadLetter?: boolean }>;
  const { queue, boss, database, capacity, pollMs, gatherMs, log, notify, ...rest } = options;
  const mostOfOneTeam = capacity - Math.floor(capacity * KEPT_FOR_OTHERS);
  const leases = createLeases({ queue, boss, database, log });
  const batcher = createCompletionBatcher({ queue, boss, database, log, gatherMs, onCompleted });
  const running = new Map<Lease, { payload: JobPayloads[N]; ended: Promise<void> }>();
  const byTeam = new Map<string, number>();
  const stopped = new AbortController();
  let wake = Promise.withResolvers<void>();
  let looping: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const wanted = Math.min(capacity - running.size, BATCH, placesForOneTeam());
      const got = wanted > 0 ? await fetchUpTo(wanted) : 0;
      // A fetch may come back short of a few whose key is taken, with more waiting behind.
      if (got <= wanted / 2) await nextReason();
    }
  }

  async function fetchUpTo(limit: number): Promise<number> {
    try {
      const askedAt = performance.now();
      const jobs = await fetch(limit);
      for (const job of jobs) begin(job, leases.open(job, askedAt));
      return jobs.length;
    } catch (error) {
      if (!stopped.signal.aborted)
        log.warn({ queue, error: (error as Error).message }, 'fetching jobs failed, trying again');
      await sleepUnlessStopped(RETRY_MS);
      return limit;
    }
  }

  /**
   * A job's group is its key, of which one may be at work, and its tier is its team: 0 for a team lets none of its
   * jobs in. Policies of pg-boss do not serve here. With `stately`, one waiting job whose key is at work holds up all
   * behind it: the fetch breaks the unique index, which pg-boss takes for an empty queue. With `key_strict_fifo` it
   * does not, but to fetch 10,000 jobs in batches of 500 takes 120 s (PostgreSQL) or 160 s (embedded); this, 0.4 s.
   */
  function fetch(batchSize: number): Promise<LeasedJob[]> {
    const tiers = Object.fromEntries(
      [...byTeam].filter(([, held]) => isFull(held)).map(([team]) => [team, 0]),
    );
    const isOpenToAll = Object.keys(tiers).length === 0;
    return boss.fetch(queue, { batchSize, groupConcurrency: isOpenToAll ? 1 : { default: 1, tiers } });
  }

  /** A notification, a place that became free, or the time to poll. */
  async function nextReason(): Promise<void> {
    const wait = new AbortController();
    await Promise.race([wake.promise, sleep(pollMs, undefined, { signal: wait.signal }).catch(() => {})]);
    wait.abort();
    await sleepUnlessStopped(GATHER_MS);
    wake = Promise.withResolvers();
  }

  function begin(job: LeasedJob, lease: Lease): void {
    count(job.data.team, 1);
    running.set(lease, { payload: job.data, ended: run(job, lease) });
  }

  async function run({ id, data, retryCount }: LeasedJob, lease: Lease): Promise<void> {
    const { handler, onDeadLetter } = options;
    const about: object = { job: queue, jobId: id, ...data };
    const isDeadLetter = data.deadLetter === true || retryCount >= MAX_ATTEMPTS;
    const work = async () => (isDeadLetter ? onDeadLetter?.(data) : handler(data, lease.signal));
    const outcome = await runJob({ ...rest, work, isDeadLetter, signal: lease.signal, log, about });
    if (outcome === 'dead') log.error(about, 'a job is given up');
    end(lease, data, outcome === 'dead' && !onDeadLetter ? 'done' : outcome);
  }

  function end(lease: Lease, payload: JobPayloads[N], outcome: Outcome): void {
    const wasFull = running.size >= capacity;
    running.delete(lease);
    leases.close(lease);
    count(payload.team, -1);
    batcher.add({ lease, payload, outcome });
    if (wasFull) wakeUp();
  }

  async function onCompleted(outcomes: Outcome[]): Promise<void> {
    wakeUp();
    if (outcomes.includes('released')) await notify();
  }

  function count(team: string, change: 1 | -1): void {
    const now = (byTeam.get(team) ?? 0) + change;
    if (now > 0) byTeam.set(team, now);
    else byTeam.delete(team);
  }

  const isFull = (held: number) => held >= mostOfOneTeam;

  /** What may be fetched at once even if all of it is of the team that already holds most. */
  function placesForOneTeam(): number {
    const others = [...byTeam.values()].filter((held) => !isFull(held));
    return mostOfOneTeam - Math.max(0, ...others);
  }

  function wakeUp(): void {
    wake.resolve();
  }

  async function sleepUnlessStopped(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});
  }

  /** Resolves when all handlers have ended. */
  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
  }

  return {
    running: () => running.size,
    wakeUp,
    start() {
      looping ??= loop();
    },
    async stop(graceMs) {
      stopped.abort();
      wakeUp();
      leases.abort('this process stops');
      await looping;
      await within(systemClock, graceMs, idle, undefined);
      for (const [lease, { payload }] of running) batcher.add({ lease, payload, outcome: 'released' });
      await within(systemClock, COMPLETE_MS, batcher.drained, undefined);
      batcher.close();
      leases.stop();
    },
  };
}
