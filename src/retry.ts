import type { Clock } from './clock.ts';

export interface RetryPlan {
  clock: Clock;
  /** If this signal is aborted, the wait ends and `retry` throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Returns the milliseconds to wait after a failed attempt (the first is 1), or undefined to give up. */
  waitMs(error: unknown, attempt: number): number | undefined;
}

/** Repeats `work` until it succeeds. Throws the last error if `waitMs` gives up. Unlike in p-retry, waits can depend on the error. */
export async function retry<Result>(
  work: (attempt: number) => Promise<Result>,
  { clock, signal, waitMs }: RetryPlan,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const wait = waitMs(error, attempt);
      if (wait === undefined) throw error;
      await clock.sleep(wait, signal);
    }
  }
}
