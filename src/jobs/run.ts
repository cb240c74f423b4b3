import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { retry } from '../retry.ts';

/** How a job ended here: done with, to be taken up by another process, or not to be tried again. */
export type Outcome = 'done' | 'released' | 'dead';

/** Milliseconds before the second, third and fourth try. */
export const RETRY_DELAYS = [1_000, 5_000, 25_000];

/**
 * A job that was taken up so often has probably killed the processes that were at work on it. High, since all the
 * others that such a process held are counted too, and so is each restart in the middle of a job.
 */
export const MAX_ATTEMPTS = 100;

export interface Running {
  work: () => Promise<void>;
  isDeadLetter: boolean;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
  retryDelays: number[];
  /** Called for each try that failed; for metrics. */
  onFailed?(): void;
}

/**
 * Runs one job to its end in this process. The tries are counted in memory: a job that fails stays leased between
 * them, which costs the database nothing; should the process die, the next one starts to count anew. A dead letter
 * is tried for as long as it takes, since a job must not end in silence.
 */
export async function runJob(running: Running): Promise<Outcome> {
  const { work, isDeadLetter, signal, clock, log, retryDelays } = running;
  const waitMs = (error: unknown, tries: number) => {
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
