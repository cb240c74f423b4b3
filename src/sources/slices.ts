import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const SLICE_MS = 10;

/**
 * The items one by one, with turns for the rest of the process in between: one team's long thread holds up no other's
 * commands. It goes by the machine's time, not by a clock that is passed in, since that of tests may stand still.
 */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > SLICE_MS) {
      await setImmediate();
      began = performance.now();
    }
    yield item;
  }
}
