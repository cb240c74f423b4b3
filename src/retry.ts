import type { Clock } from './clock.ts';

export interface RetryPlan {
  clock: Clock;
  /** Ends the wait; what it is aborted with is thrown. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait after the given failed attempt (the first is 1); undefined where there is to be no other.
   */
  waitMs(error: unknown, attempt: number): number | undefined;
}

/**
 * Does the work until it succeeds or the plan has no further attempt; then throws the last attempt's error. (Not
 * p-retry: its waits cannot be given a clock, and a plan here decides by the error how long to wait.)
 */
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
