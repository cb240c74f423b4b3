import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../src/clock.ts';

export interface MovableClock extends Clock {
  /** Lets this many milliseconds pass. */
  move(ms: number): void;
  /** Makes it this moment. */
  set(to: number): void;
}

/**
 * A clock that stands still until it is moved, also by whoever sleeps on it: later than whatever is at hand, so that a
 * deadline passes only where nothing happens before it.
 */
export function createMovableClock(start = Date.now()): MovableClock {
  let now = start;
  return {
    now: () => now,
    async sleep(ms, signal) {
      await setImmediate(undefined, signal && { signal });
      now += ms;
    },
    move(ms) {
      now += ms;
    },
    set(to) {
      now = to;
    },
  };
}

/**
 * Time that passes only by sleeping: the sleeper that is due first wakes as soon as nothing else has work at hand, and
 * it is then that late. A test of an hour of polling runs in a moment, in the order of real time.
 * @param isBusy whether something has work at hand that takes real time; none passes here until then
 */
export function createSkippingClock(start = Date.parse('2026-03-02T09:00:00Z'), isBusy = () => false): Clock {
  let now = start;
  const sleepers: { due: number; wake: () => void }[] = [];
  let pumping = false;

  function pump(): void {
    if (pumping) return;
    pumping = true;
    // A few turns of the event loop, so that I/O that is under way may first add its own sleepers.
    setTimeout(() => {
      pumping = false;
      if (isBusy()) return pump();
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
        const sleeper = {
          due: now + ms,
          wake() {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        function giveUp() {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          reject(signal?.reason);
        }
        sleepers.push(sleeper);
        // A signal may outlive a million sleeps.
        signal?.addEventListener('abort', giveUp);
        pump();
      }),
  };
}
