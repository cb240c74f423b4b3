import type { Clock } from '../../clock.ts';

export interface MovedClock extends Clock {
  /** Lets so many milliseconds pass; whoever slept until then goes on. */
  pass(ms: number): void;
}

/** A clock that stands still until a test moves it. */
export function movedClock(now = Date.parse('2026-11-02T09:00:00Z')): MovedClock {
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    pass(ms) {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
