import type { Log } from '../log.ts';
import { type Database, type Queries, withLock } from './database.ts';
import { createStore, keysOf } from './keyv-store.ts';

/** Removes teams: a removal that was begun is finished, even where something fails in between. */
export interface Removal {
  /** Runs `fn` while no other process decides on the team, keeps its installation or removes it. */
  alone<T>(team: string, fn: () => Promise<T>): Promise<T>;
  /** Deletes everything of a team; repeatable. Call it within `alone`. */
  remove(team: string): Promise<void>;
  isUnfinished(team: string): Promise<boolean>;
  /** Finishes removals that a failure or the end of a process has interrupted. */
  finish(): Promise<void>;
}

/** @param endings calls that end something of a team before its rows go, in this order; repeatable */
export function createRemoval(
  { db, log }: { db: Database; log: Log },
  endings: ((team: string) => Promise<unknown>)[],
): Removal {
  const pending = createPendingRemovals(db);

  function alone<T>(team: string, fn: () => Promise<T>): Promise<T> {
    return withLock(db, `team ${team}`, fn);
  }

  async function remove(team: string): Promise<void> {
    await pending.mark(team);
    for (const end of endings) await end(team);
    // All or nothing, or the mark would go while other rows stay.
    await db.transaction((tx) => deleteTeam(tx, team));
    log.info({ team }, 'everything of a team was deleted');
  }

  async function finish(): Promise<void> {
    for (const team of await pending.all()) {
      await alone(team, async () => {
        if (await pending.has(team)) await remove(team);
      }).catch((err) => log.warn({ team, err }, 'a team could not be removed yet'));
    }
  }

  return { alone, remove, isUnfinished: pending.has, finish };
}

/** Tables with a team's rows; deliveries go with their generations. */
const TABLES_BY_TEAM = [
  'kv',
  'seen',
  'deliveries',
  'collected_pages',
  'generations',
  'digest_runs',
  'digests',
] as const;

/** Deletes every row of a team, as uninstalling asks. Repeatable. Sealed values go with their rows. */
export async function deleteTeam(db: Queries, team: string): Promise<void> {
  for (const table of TABLES_BY_TEAM) await db.query(`DELETE FROM ${table} WHERE team = $1`, [team]);
}

const NAMESPACE = 'leaving';

/** Teams whose removal has begun. The mark is one of the team's rows, so it goes with the last of them. */
function createPendingRemovals(db: Queries) {
  const marks = createStore(db, NAMESPACE);
  return {
    mark: async (team: string): Promise<void> => void (await marks.set(team, true)),
    has: (team: string): Promise<boolean> => marks.has(team),
    all: (): Promise<string[]> => keysOf(db, NAMESPACE),
  };
}
