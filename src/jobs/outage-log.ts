import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Milliseconds. Each queue tries every second: a database that is away for a day would fill a disk with one sentence. */
const SAY_EVERY_MS = 60_000;

/** Logs that a queue's jobs cannot be fetched: as it begins, once a minute while it goes on, and when it is over. */
export function createOutageLog({ queue, clock, log }: { queue: string; clock: Clock; log: Log }) {
  let outage: { since: number; saidAt: number } | undefined;
  return {
    failed(error: unknown): void {
      const now = clock.now();
      if (outage && now - outage.saidAt < SAY_EVERY_MS) return;
      outage = { since: outage?.since ?? now, saidAt: now };
      log.warn({ queue, error: (error as Error).message }, 'fetching jobs failed, trying again every second');
    },
    worked(): void {
      if (!outage) return;
      log.info({ queue, seconds: (clock.now() - outage.since) / 1000 }, 'jobs are fetched again');
      outage = undefined;
    },
  };
}
