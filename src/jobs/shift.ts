import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createHoldings } from './holdings.ts';
import type { Taking } from './jobs.ts';
import type { JobName } from './names.ts';
import { createSettler } from './settler.ts';
import { createTaker, type Taker } from './taker.ts';

interface ShiftOptions {
  process: string;
  database: Database;
  boss: PgBoss;
  clock: Clock;
  log: Log;
  capacity: number;
  pollMs: number;
  retryDelays: number[];
}

/** Milliseconds at the end for writing down what has ended. */
const SETTLE_MS = 5_000;

export type Shift = ReturnType<typeof createShift>;

/** The work of this process under one process id. When that id is lost the shift is over, and another begins. */
export function createShift({ process, database, boss, capacity, log, ...rest }: ShiftOptions) {
  const holdings = createHoldings(database, boss, process);
  const settler = createSettler(holdings, log);
  const takers = new Map<JobName, Taker>();

  function take(queue: JobName, taking: Taking<JobName>): void {
    const taker = createTaker({
      ...rest,
      queue,
      taking,
      holdings,
      log,
      capacity: taking.capacity ?? capacity,
      onEnded: (job, outcome) => outcome !== 'released' && settler.settle(job, outcome),
    });
    takers.set(queue, taker);
    taker.start();
  }

  /** Stops in good order: nothing is held by this process afterwards. */
  async function end(graceMs: number): Promise<void> {
    const all = [...takers.values()];
    await Promise.all(all.map((taker) => taker.stop('this process stops')));
    await atMost(graceMs, Promise.all(all.map((taker) => taker.idle())));
    await atMost(SETTLE_MS, settler.drain());
    settler.close();
    await holdings.giveBackAll().catch((error: Error) => {
      log.warn(
        { error: error.message },
        'jobs could not be given back; others take them up when we are long silent',
      );
    });
  }

  /** Drops everything: what this process held is for others now. */
  function abandon(): void {
    settler.close();
    for (const taker of takers.values()) void taker.stop('this process lost its hold on the job');
  }

  return {
    process,
    take,
    end,
    abandon,
    nudge(queue: string): void {
      for (const [name, taker] of takers) if (queue === '' || queue === name) taker.nudge();
    },
    running: () => [...takers.values()].reduce((sum, taker) => sum + taker.running(), 0),
  };
}

/** Resolves with `work`, or after `ms` without it. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
