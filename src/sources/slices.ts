import { setImmediate } from 'node:timers/promises';

/** Maximum time of uninterrupted work, in milliseconds. After this time, the event loop runs once. */
const SLICE_MS = 10;

/**
 * Yields the items one by one, and lets the event loop run in between, so that one team's long thread does not delay another team's
 * commands. Uses the real time and not the app's clock, because a test can stop the app's clock.
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
