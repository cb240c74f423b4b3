import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';
import { stoppedAmong } from './store.ts';

/** Milliseconds between looks for generations that a person stopped through another process. */
const LOOK_EVERY_MS = 5_000;

/** Ends the runs of generations that a person stopped, here or through another process. */
export interface StopWatch {
  /** A signal that is aborted with `signal`, and when this generation is stopped. */
  watch(id: string, signal: AbortSignal): { signal: AbortSignal; end(): unknown };
  /** Stopped through this process: no need to wait for the next look. */
  stopped(id: string): void;
  close(): void;
}

/** One query every few seconds for all that run in this process, and none while nothing does. */
export function createStopWatch({ db, clock, log }: { db: Queries; clock: Clock; log: Log }): StopWatch {
  const watched = new Map<string, AbortController>();
  const closing = new AbortController();
  let looking = false;

  const stopped = (id: string) => watched.get(id)?.abort(new Error('Stopped by a person'));

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    while (watched.size > 0 && !closing.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, closing.signal).catch(() => {});
      if (watched.size === 0 || closing.signal.aborted) break;
      const ids = await stoppedAmong(db, [...watched.keys()]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not look for stopped generations');
        return [];
      });
      for (const id of ids) stopped(id);
    }
    looking = false;
  }

  return {
    watch(id, signal) {
      const controller = new AbortController();
      watched.set(id, controller);
      void look();
      return {
        signal: AbortSignal.any([signal, controller.signal]),
        // Not that of a later run, where this one outlived this process' hold on it.
        end: () => watched.get(id) === controller && watched.delete(id),
      };
    },
    stopped,
    close: () => closing.abort(),
  };
}
