import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type Clock, systemClock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { type LogContext, withLogContext } from '../log-context.ts';
import { createOutageLog } from '../outage-log.ts';
import type { Database } from '../storage/database.ts';
import type { JobName, JobPayloads, WorkOptions } from './jobs.ts';
import { createLeases, type Lease } from './leases.ts';
import { MAX_ATTEMPTS, type Outcome, runJob } from './run.ts';

/** Milliseconds to wait after a notification, so that one fetch gets all jobs that are sent at almost the same time. */
const GATHER_MS = 2;
/** Milliseconds before a failed fetch is repeated. */
const RETRY_MS = 1_000;
/** Milliseconds between two log lines about an outage. Fetching is retried every second, and a line for each retry would fill the log. */
const LOG_EVERY_MS = 60_000;
/** Fraction of `capacity` that no single team can use, so that other teams' jobs can run. Used only if `perTeam` is not given. */
const KEPT_FOR_OTHERS = 0.1;
/** Maximum milliseconds for which a stopping process waits until ended jobs are written to the database. */
const WRITE_MS = 5_000;

export interface WorkSettings {
  /** Maximum jobs of one queue that this process runs at once. */
  capacity: number;
  /** Maximum jobs in one fetch. */
  batch: number;
  /** Milliseconds between two fetches if there is no notification. These fetches find jobs of other processes whose lease has expired. */
  pollMs: number;
  /** Milliseconds for which ended jobs are collected before they are written. Writing them lets waiting jobs with the same keys start. */
  gatherMs: number;
  /** Milliseconds before the second, third and later tries of a failed job. If the last try fails, the job becomes a dead letter. */
  retryDelays: number[];
}

/** Counts failures of jobs, for metrics. */
export interface JobWatch {
  /** Called for each failed try, except after an abort or a database outage. */
  onFailed(job: JobName): void;
  /** Called when a job becomes a dead letter. */
  onGivenUp(job: JobName): void;
}

interface WorkerOptions<N extends JobName> extends WorkSettings, Omit<WorkOptions<N>, 'capacity'> {
  queue: N;
  boss: PgBoss;
  database: Database;
  clock: Clock;
  log: Log;
  watch?: JobWatch | undefined;
  /** Makes all processes fetch jobs of the queue. */
  notify(): Promise<void>;
}

export type Worker = ReturnType<typeof createWorker>;

/** Fetches jobs of one queue and runs up to `capacity` at once. pg-boss's workers are not used: they wait for a batch's slowest job. */
export function createWorker<N extends JobName>(options: WorkerOptions<N>) {
  type Payload = JobPayloads[N] & { deadLetter?: boolean };
  const { queue, boss, capacity, batch, pollMs, clock, log, retryDelays, notify, watch } = options;
  const { perTeam: mostOfOneTeam = capacity - Math.floor(capacity * KEPT_FOR_OTHERS) } = options;
  const outage = createOutageLog({
    ...{ clock, log, fields: { queue }, everyMs: LOG_EVERY_MS },
    failing: 'fetching jobs failed, trying again every second',
    over: 'jobs are fetched again',
  });
  const leases = createLeases<Payload>({ ...options, onCompleted });
  const running = new Map<Lease<Payload>, Promise<void>>();
  const byTeam = new Map<string, number>();
  const stopped = new AbortController();
  /** True if a job of a full team (see `perTeam`) has ended. Other jobs of this team can then be fetched. */
  let hasPlaceAgain = false;
  let wake = Promise.withResolvers<void>();
  let looping: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const wanted = Math.min(capacity - running.size, batch, placesForOneTeam());
      const got = wanted > 0 ? await fetchUpTo(wanted) : 0;
      // A fetch skips keys with an active job, so it may return fewer jobs than `wanted` although more wait. So if it returned over half,
      // fetch again.
      if (got <= wanted / 2) await nextReason();
    }
  }

  /**
   * Fetches and starts jobs, except jobs whose key has an active job and jobs of teams that have reached `perTeam`.
   * In pg-boss, a job's key is its group, of which one job may be active. The team is the tier of the group. A full team's tier gets the
   * limit 0.
   * pg-boss's policies are not used for this. With `stately`, a waiting job whose key is active blocks all jobs behind it.
   * `key_strict_fifo` needs 120 s instead of 0.4 s to fetch 10,000 jobs.
   * @returns the number of fetched jobs; after an error `batchSize`, so that the caller fetches again
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
      if (!stopped.signal.aborted) outage.failed({ error: (error as Error).message });
      await sleepUnlessStopped(RETRY_MS);
      return batchSize;
    }
  }

  /** Resolves after a notification, when a running job ends and makes room, or when it is time to poll. */
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

  /** Returns how many jobs can be fetched so that no team exceeds `perTeam`, even if all fetched jobs belong to the same team. */
  function placesForOneTeam(): number {
    const others = [...byTeam.values()].filter((held) => !isFull(held));
    return mostOfOneTeam - Math.max(0, ...others);
  }

  const sleepUnlessStopped = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});

  /** Stops fetching, aborts the running jobs, waits up to `graceMs` until they end, and releases those that have not ended. */
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
    /** Makes the worker fetch now. Call this at each notification of the queue. */
    wakeUp(): void {
      leases.notified();
      wake.resolve();
    },
    stop,
  };
}

/** Returns the ids for the log lines of a job. The rest of its payload is not logged, because it may contain texts. */
function idsOf(
  job: JobName,
  { id: jobId, payload }: Pick<Lease<{ team: string }>, 'id' | 'payload'>,
): LogContext {
  const ids = ['team', 'generation', 'delivery', 'digest'] as const;
  const given = payload as LogContext;
  const named = ids.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]);
  return { job, jobId, ...Object.fromEntries(named) };
}
