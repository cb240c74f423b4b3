import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';
import { generationTables } from './store.ts';

/** Milliseconds between two checks for generations that were stopped in another process. */
const CHECK_EVERY_MS = 5_000;

export type CancellationWatcher = ReturnType<typeof createCancellationWatcher>;

/** Creates a watcher that aborts generations that a person has stopped. One query every few seconds checks all watched generations. */
export function createCancellationWatcher({ db, clock, log }: { db: Queries; clock: Clock; log: Log }) {
  const watched = new Map<string, AbortController>();
  const closing = new AbortController();
  let isChecking = false;

  /** Aborts the run of a generation at once, because a person has stopped the generation in this process. */
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
    /** Returns a signal that is aborted with `signal`, or when a person stops the generation. Call the returned `end` after the run. */
    watch(id: string, signal: AbortSignal) {
      const controller = new AbortController();
      watched.set(id, controller);
      void check();
      return {
        signal: AbortSignal.any([signal, controller.signal]),
        // If this run has lost its lease, a newer run of the generation may have replaced the entry in `watched`.
        end: () => watched.get(id) === controller && watched.delete(id),
      };
    },
    cancel,
    close: (): void => closing.abort(),
  };
}

/** Returns those of `ids` whose generations were stopped by a person or were deleted with their team. */
async function stoppedAmong(db: Queries, ids: string[]): Promise<string[]> {
  // All ids are one array parameter, because there can be ten thousand.
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select 1 from generations g where g.id = asked.id and g.state <> 'stopped')`.execute(
    generationTables(db),
  );
  return rows.map((row) => row.id);
}
