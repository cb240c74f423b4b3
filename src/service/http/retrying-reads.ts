import type { Clock } from '../../clock.ts';
import { isPassing } from '../errors/consequences.ts';
import { waitBeforeRetryMs } from '../retry-timing.ts';

/** Somebody is waiting for a read: three tries, and none begun later than this after the first, in milliseconds. */
const TRIES = 3;
const PATIENCE = 15_000;

/** Runs something that only reads, again when its trouble is passing and the wait is short. */
export function retryingReads({ clock, random }: { clock: Clock; random: () => number }) {
  return async <T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const begun = clock.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        signal?.throwIfAborted();
        const wait = waitBeforeRetryMs(error, attempt, random);
        const tooLate = clock.now() - begun + wait > PATIENCE;
        if (!isPassing(error) || attempt + 1 === TRIES || tooLate) throw error;
        await clock.sleep(wait, signal);
      }
    }
  };
}
