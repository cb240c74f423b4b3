import type { Clock } from '../../src/clock.ts';

/**
 * Time that passes only by sleeping: the sleeper that is due first wakes as soon as nothing else has work at hand, and
 * it is then that late. A test of an hour of polling runs in a moment, in the order of real time.
 */
export function createSkippingClock(start = Date.parse('2026-03-02T09:00:00Z')): Clock {
  let now = start;
  const sleepers: { due: number; wake: () => void }[] = [];
  let pumping = false;

  function pump(): void {
    if (pumping) return;
    pumping = true;
    // A few turns of the event loop, so that I/O that is under way may first add its own sleepers.
    setTimeout(() => {
      pumping = false;
      sleepers.sort((a, b) => a.due - b.due);
      const [first] = sleepers;
      if (!first) return;
      now = Math.max(now, first.due);
      const later = sleepers.findIndex(({ due }) => due > now);
      for (const { wake } of sleepers.splice(0, later < 0 ? sleepers.length : later)) wake();
      if (sleepers.length > 0) pump();
    }, 1);
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper = { due: now + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener(
          'abort',
          () => {
            const place = sleepers.indexOf(sleeper);
            if (place >= 0) sleepers.splice(place, 1);
            reject(signal.reason);
          },
          { once: true },
        );
        pump();
      }),
  };
}
