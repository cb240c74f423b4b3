import { setImmediate } from 'node:timers/promises';

/** Maximum time of uninterrupted work, in milliseconds. After this time, the event loop gets a turn. */
const SLICE_MS = 10;

/** Yields the items, and lets other teams' work run every few milliseconds. Measures real time, because tests can stop the app's clock. */
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
