import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { retry } from '../retry.ts';
import { StatementError } from '../storage/drivers/statements.ts';

/** How a job ended in this process: it succeeded (`done`), another process continues it (`released`), or it is given up (`dead`). */
export type Outcome = 'done' | 'released' | 'dead';

/** Milliseconds before the second, third and fourth try. */
export const RETRY_DELAYS = [1_000, 5_000, 25_000];

/** Maximum attempts to run a job that crashes processes. The number is high, because a normal restart of a process counts, too. */
export const MAX_ATTEMPTS = 100;

export interface Running {
  work: () => Promise<void>;
  isDeadLetter: boolean;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
  retryDelays: number[];
  /** Called for each failed try, for metrics. Not called after an abort or a database outage. */
  onFailed?(): void;
}

/** Runs a job with retries, under its lease. A dead letter is retried without limit, because the person must get an outcome. */
export async function runJob(running: Running): Promise<Outcome> {
  const { work, isDeadLetter, signal, clock, log, retryDelays } = running;
  let outages = 0;
  const waitMs = (error: unknown, attempts: number) => {
    const tries = attempts - outages;
    // A try that failed because of a database outage does not count.
    if (error instanceof StatementError && error.isOutage) {
      outages += 1;
      log.warn({ err: error }, 'a job waits for the database');
      return retryDelays.at(-1) ?? 1_000;
    }
    log.error({ tries, err: error }, isDeadLetter ? 'a dead letter could not be handled' : 'a job failed');
    running.onFailed?.();
    return isDeadLetter ? (retryDelays.at(-1) ?? 1_000) : retryDelays[tries - 1];
  };
  try {
    await retry(work, { clock, signal, waitMs });
    return 'done';
  } catch {
    return signal.aborted ? 'released' : 'dead';
  }
}
