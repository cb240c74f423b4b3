import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type Clock, systemClock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { type LogContext, withLogContext } from '../log-context.ts';
import type { Database } from '../storage/database.ts';
import type { JobName, JobPayloads, WorkOptions } from './jobs.ts';
import { createLeases, type Lease } from './leases.ts';
import { createOutageLog } from './outage-log.ts';
import { MAX_ATTEMPTS, type Outcome, runJob } from './run.ts';

/** Milliseconds to wait after a notification, so that a burst is fetched together. */
const GATHER_MS = 2;
/** Milliseconds to wait after a fetch failed. */
const RETRY_MS = 1_000;
/** Unless told, the share of a process that no single team can fill, so that a burst of one leaves room for the others. */
const KEPT_FOR_OTHERS = 0.1;
/** Milliseconds at the end for writing what has ended. */
const WRITE_MS = 5_000;

/** How queues are worked on. */
export interface WorkSettings {
  /** Jobs of one name at once in this process. */
  capacity: number;
  /** Jobs in one fetch, at most, so that it stays short. */
  batch: number;
  /** Milliseconds between two looks at the queue when no notification comes: for jobs whose lease has run out. */
  pollMs: number;
  /** Milliseconds for which ended jobs are gathered, so that one statement completes many; their keys are taken as long. */
  gatherMs: number;
  /** Milliseconds before each further try of a failed job; when they are used up it is a dead letter. */
  retryDelays: number[];
}

/** Called when jobs go wrong; for metrics. */
export interface JobWatch {
  onFailed(job: JobName): void;
  onGivenUp(job: JobName): void;
}

interface WorkerOptions<N extends JobName> extends WorkSettings, Omit<WorkOptions<N>, 'capacity'> {
  queue: N;
  boss: PgBoss;
  database: Database;
  clock: Clock;
  log: Log;
  watch?: JobWatch | undefined;
  /** Has all processes look at the queue. */
  notify(): Promise<void>;
}

export type Worker = ReturnType<typeof createWorker>;

/**
 * Fetches the jobs of one queue into its free places and runs them: one loop, however many jobs. (pg-boss's own
 * workers run a batch at a time and wait for its slowest job, or take one loop and one timer for each job.)
 */
export function createWorker<N extends JobName>(options: WorkerOptions<N>) {
  type Payload = JobPayloads[N] & { deadLetter?: boolean };
  const { queue, boss, capacity, batch, pollMs, clock, log, retryDelays, notify, watch } = options;
  const { perTeam: mostOfOneTeam = capacity - Math.floor(capacity * KEPT_FOR_OTHERS) } = options;
  const outage = createOutageLog(options);
  const leases = createLeases<Payload>({ ...options, onCompleted });
  const running = new Map<Lease<Payload>, Promise<void>>();
  const byTeam = new Map<string, number>();
  const stopped = new AbortController();
  /** A team that had all its places has given one back. */
  let hasPlaceAgain = false;
  let wake = Promise.withResolvers<void>();
  let looping: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const wanted = Math.min(capacity - running.size, batch, placesForOneTeam());
      const got = wanted > 0 ? await fetchUpTo(wanted) : 0;
      // A fetch may come back short of a few whose key is taken, with more waiting behind.
      if (got <= wanted / 2) await nextReason();
    }
  }

  /**
   * A job's group is its key, of which one may be at work, and its tier is its team: 0 for a team lets none of its
   * jobs in. Policies of pg-boss do not serve here. With `stately`, one waiting job whose key is at work holds up all
   * behind it: the fetch breaks the unique index, which pg-boss takes for an empty queue. With `key_strict_fifo` it
   * does not, but to fetch 10,000 jobs in batches of 500 takes 120 s (PostgreSQL) or 160 s (embedded); this, 0.4 s.
   */
  async function fetchUpTo(batchSize: number): Promise<number> {
    const full = [...byTeam].filter(([, held]) => isFull(held)).map(([team]) => [team, 0]);
    const groupConcurrency = full.length > 0 ? { default: 1, tiers: Object.fromEntries(full) } : 1;
    const askedAt = performance.now();
    try {
      const jobs = await boss.fetch<Payload>(queue, { batchSize, groupConcurrency });
      outage.worked();
      for (const job of jobs) begin(leases.open(job, askedAt));
      return jobs.length;
    } catch (error) {
      if (!stopped.signal.aborted) outage.failed(error);
      await sleepUnlessStopped(RETRY_MS);
      return batchSize;
    }
  }

  /** A notification, a place that became free, or the time to poll. */
  async function nextReason(): Promise<void> {
    await within(systemClock, pollMs, () => wake.promise, undefined);
    await sleepUnlessStopped(GATHER_MS);
    wake = Promise.withResolvers();
  }

  function begin(lease: Lease<Payload>): void {
    count(lease.payload.team, 1);
    running.set(
      lease,
      withLogContext(idsOf(queue, lease), () => run(lease)),
    );
    if (stopped.signal.aborted) lease.abort('this process stops');
  }

  async function run(lease: Lease<Payload>): Promise<void> {
    const { retryCount, payload, signal } = lease;
    const { handler, onDeadLetter } = options;
    const isDeadLetter = payload.deadLetter === true || retryCount >= MAX_ATTEMPTS;
    const work = async () => (isDeadLetter ? onDeadLetter?.(payload) : handler(payload, signal));
    const onFailed = () => watch?.onFailed(queue);
    const outcome = await runJob({ work, isDeadLetter, signal, clock, log, retryDelays, onFailed });
    if (outcome === 'dead') {
      log.error('a job is given up');
      watch?.onGivenUp(queue);
    }
    const wasFull = running.size >= capacity;
    hasPlaceAgain ||= isFull(byTeam.get(payload.team) ?? 0);
    running.delete(lease);
    count(payload.team, -1);
    leases.end(lease, outcome === 'dead' && !onDeadLetter ? 'done' : outcome);
    if (wasFull) wake.resolve();
  }

  async function onCompleted(outcomes: Outcome[], mayStart: boolean): Promise<void> {
    if (mayStart || hasPlaceAgain) wake.resolve();
    hasPlaceAgain = false;
    if (outcomes.includes('released')) await notify();
  }

  function count(team: string, change: 1 | -1): void {
    const now = (byTeam.get(team) ?? 0) + change;
    if (now > 0) byTeam.set(team, now);
    else byTeam.delete(team);
  }

  const isFull = (held: number) => held >= mostOfOneTeam;

  /** How many may be fetched at once, even if all are of the team that already holds most. */
  function placesForOneTeam(): number {
    const others = [...byTeam.values()].filter((held) => !isFull(held));
    return mostOfOneTeam - Math.max(0, ...others);
  }

  const sleepUnlessStopped = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});

  /** Ends in good order: no job is this process's afterwards. */
  async function stop(graceMs: number): Promise<void> {
    stopped.abort();
    wake.resolve();
    for (const lease of running.keys()) lease.abort('this process stops');
    await looping;
    await within(systemClock, graceMs, () => Promise.all(running.values()), undefined);
    for (const lease of running.keys()) leases.end(lease, 'released');
    await within(systemClock, WRITE_MS, leases.written, undefined);
    leases.close();
  }

  return {
    running: () => running.size,
    start(): void {
      looping ??= loop();
    },
    /** Looks for jobs now. */
    wakeUp(): void {
      leases.notified();
      wake.resolve();
    },
    stop,
  };
}

/** For the log: what a job is about, and nothing that it holds besides. */
function idsOf(
  job: JobName,
  { id: jobId, payload }: Pick<Lease<{ team: string }>, 'id' | 'payload'>,
): LogContext {
  const ids = ['team', 'generation', 'delivery', 'digest'] as const;
  const given = payload as LogContext;
  const named = ids.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]);
  return { job, jobId, ...Object.fromEntries(named) };
}
