import type { Clock } from '../../src/clock.ts';

export interface MovableClock extends Clock {
  /** Lets this many milliseconds pass. */
  move(ms: number): void;
}

/** A clock that stands still until moved; who sleeps on it moves it. */
export function createMovableClock(): MovableClock {
  let now = Date.now();
  const move = (ms: number) => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms) => move(ms), move };
}
