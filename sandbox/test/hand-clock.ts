import type { Clock } from '../clock.ts';

export interface HandClock extends Clock {
  /** Moves the clock forward and ends the sleeps that are due by then. */
  advance(ms: number): Promise<void>;
}

/** Creates a clock that moves only with `advance`. */
export function createHandClock(start = Date.now()): HandClock {
  let now = start;
  const sleepers = new Set<{ due: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper = { due: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    async advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.due > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
