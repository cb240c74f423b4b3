import { type Clock, systemClock } from '../../src/clock.ts';

/**
 * A clock for stories in which time limits must not end: those of one to three seconds are 20 s. A busy machine needs longer than them, for
 * example to read a Word file, and a look-up that is given up is made again.
 */
export const patientClock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms >= 1_000 && ms <= 3_000 ? 20_000 : ms, signal),
};
