import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { HeldJob, Holdings } from './holdings.ts';
import type { Taking } from './jobs.ts';
import type { JobName } from './names.ts';
import { type Outcome, runJob } from './runner.ts';

/** At most so many jobs in one fetch, so that its transaction stays short. */
const BATCH = 500;
/** Milliseconds to wait after a nudge, so that a burst is fetched together. */
const GATHER_MS = 10;
/** Milliseconds to wait after a fetch failed. */
const RETRY_MS = 1_000;
/** The share of a process that no single team can fill, so that a burst of one leaves room for the others. */
const KEPT_FOR_OTHERS = 0.1;

export interface TakerOptions {
  queue: JobName;
  taking: Taking<JobName>;
  holdings: Holdings;
  capacity: number;
  pollMs: number;
  retryDelays: number[];
  clock: Clock;
  log: Log;
  onEnded: (job: HeldJob, outcome: Outcome) => void;
}

export type Taker = ReturnType<typeof createTaker>;

/** Fetches the jobs of one queue into its free places and runs them; one loop, however many jobs. */
export function createTaker(options: TakerOptions) {
  const { queue, holdings, capacity, pollMs, log, onEnded } = options;
  const mostOfOneTeam = capacity - Math.floor(capacity * KEPT_FOR_OTHERS);
  const running = new Map<HeldJob, Promise<void>>();
  const byTeam = new Map<string, number>();
  const letGo = new AbortController();
  const stopped = new AbortController();
  let wake = Promise.withResolvers<void>();
  let looping: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const wanted = Math.min(capacity - running.size, BATCH, placesForOneTeam());
      const got = wanted > 0 ? await fetchUpTo(wanted) : 0;
      if (wanted === 0 || got < wanted) await nextReason();
    }
  }

  async function fetchUpTo(limit: number): Promise<number> {
    try {
      const jobs = await holdings.claim(queue, limit, fullTeams());
      for (const job of jobs) begin(job);
      return jobs.length;
    } catch (error) {
      if (!stopped.signal.aborted)
        log.warn({ queue, error: (error as Error).message }, 'fetching jobs failed, trying again');
      await sleepUnlessStopped(RETRY_MS);
      return limit;
    }
  }

  /** A nudge, a place that became free, or the time to poll. */
  async function nextReason(): Promise<void> {
    const wait = new AbortController();
    await Promise.race([wake.promise, sleep(pollMs, undefined, { signal: wait.signal }).catch(() => {})]);
    wait.abort();
    await sleepUnlessStopped(GATHER_MS);
    wake = Promise.withResolvers();
  }

  function begin(job: HeldJob): void {
    count(job, 1);
    running.set(job, run(job));
  }

  async function run(job: HeldJob): Promise<void> {
    const { taking, clock, retryDelays } = options;
    const outcome = await runJob({ job, taking, signal: letGo.signal, clock, log, retryDelays });
    const wasFull = running.size >= capacity;
    running.delete(job);
    count(job, -1);
    onEnded(job, outcome);
    if (wasFull) nudge();
  }

  function count({ payload: { team } }: HeldJob, change: 1 | -1): void {
    const now = (byTeam.get(team) ?? 0) + change;
    if (now > 0) byTeam.set(team, now);
    else byTeam.delete(team);
  }

  const isFull = (held: number) => held >= mostOfOneTeam;

  function fullTeams(): string[] {
    return [...byTeam].filter(([, held]) => isFull(held)).map(([team]) => team);
  }

  /** What may be fetched at once even if all of it is of the team that already holds most. */
  function placesForOneTeam(): number {
    const others = [...byTeam.values()].filter((held) => !isFull(held));
    return mostOfOneTeam - Math.max(0, ...others);
  }

  function nudge(): void {
    wake.resolve();
  }

  async function sleepUnlessStopped(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});
  }

  return {
    running: () => running.size,
    nudge,
    start(): void {
      looping ??= loop();
    },
    /** Fetches no more and asks the handlers to let go; resolves when the last fetch is over. */
    async stop(why: string): Promise<void> {
      stopped.abort();
      nudge();
      letGo.abort(new Error(why));
      await looping;
    },
    /** Resolves when all handlers have ended. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
