import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';
import { generationTables } from './store.ts';

/** Interval between two checks for generations that were stopped through another process, in milliseconds. */
const CHECK_EVERY_MS = 5_000;

export type CancellationWatcher = ReturnType<typeof createCancellationWatcher>;

/**
 * Creates a watcher that aborts the run of a generation when a person has stopped the generation, through this process or another process.
 * Every few seconds, one query checks all generations that run in this process.
 */
export function createCancellationWatcher({ db, clock, log }: { db: Queries; clock: Clock; log: Log }) {
  const watched = new Map<string, AbortController>();
  const closing = new AbortController();
  let isChecking = false;

  /** Aborts the run of a generation that was stopped through this process, without waiting for the next check. */
  const cancel = (id: string): void => watched.get(id)?.abort(new Error('Stopped by a person'));

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    while (watched.size > 0 && !closing.signal.aborted) {
      await clock.sleep(CHECK_EVERY_MS, closing.signal).catch(() => {});
      if (watched.size === 0 || closing.signal.aborted) break;
      const ids = await stoppedAmong(db, [...watched.keys()]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not check for stopped generations');
        return [];
      });
      for (const id of ids) cancel(id);
    }
    isChecking = false;
  }

  return {
    /**
     * Starts watching a generation. Returns a signal that is aborted when `signal` is aborted or the generation is stopped. `end` stops
     * watching.
     */
    watch(id: string, signal: AbortSignal) {
      const controller = new AbortController();
      watched.set(id, controller);
      void check();
      return {
        signal: AbortSignal.any([signal, controller.signal]),
        // Does not remove the entry of a newer run of the same generation. A run that lost its lease can still be ending here when the
        // newer run begins.
        end: () => watched.get(id) === controller && watched.delete(id),
      };
    },
    cancel,
    close: (): void => closing.abort(),
  };
}

/** Returns those of `ids` whose generation was stopped by a person, or was deleted with its team. */
async function stoppedAmong(db: Queries, ids: string[]): Promise<string[]> {
  // One array parameter instead of one parameter for each id, because there can be ten thousand ids.
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select 1 from generations g where g.id = asked.id and g.state <> 'stopped')`.execute(
    generationTables(db),
  );
  return rows.map((row) => row.id);
}
