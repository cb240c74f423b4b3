import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';
import { generationTables } from './store.ts';

/** Milliseconds between two looks for generations that were stopped through another process. */
const LOOK_EVERY_MS = 5_000;

export type CancellationWatcher = ReturnType<typeof createCancellationWatcher>;

/**
 * Ends the runs of generations that a person stopped, through this process or another one: by one query every few seconds
 * for all that run in this process, and none while nothing runs.
 */
export function createCancellationWatcher({ db, clock, log }: { db: Queries; clock: Clock; log: Log }) {
  const watched = new Map<string, AbortController>();
  const closing = new AbortController();
  let looking = false;

  /** For one that was stopped through this process: its run need not wait for the next look. */
  const cancel = (id: string): void => watched.get(id)?.abort(new Error('Stopped by a person'));

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
      for (const id of ids) cancel(id);
    }
    looking = false;
  }

  return {
    /** A signal that is aborted with `signal`, and when this generation is stopped. */
    watch(id: string, signal: AbortSignal) {
      const controller = new AbortController();
      watched.set(id, controller);
      void look();
      return {
        signal: AbortSignal.any([signal, controller.signal]),
        // A run that has lost its lease can end after the next run of the same generation has begun here.
        end: () => watched.get(id) === controller && watched.delete(id),
      };
    },
    cancel,
    close: (): void => closing.abort(),
  };
}

/** Ids among `ids` that a person has stopped, or whose team has left. */
async function stoppedAmong(db: Queries, ids: string[]): Promise<string[]> {
  // One parameter for all: there can be ten thousand of them.
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select 1 from generations g where g.id = asked.id and g.state <> 'stopped')`.execute(
    generationTables(db),
  );
  return rows.map((row) => row.id);
}
