import type { Log } from '../log.ts';
import { type Database, type Queries, withLock } from './database.ts';
import { createStore, keysOf } from './keyv-store.ts';

const NAMESPACE = 'leaving';
/** Teams that a backup has brought back, and that may have left since. */
const RESTORED = 'restored';

/** For a restore, within its transaction: each team that was installed then is asked about, once. */
export const MARK_RESTORED = `INSERT INTO kv (namespace, key, value)
  SELECT '${RESTORED}', key, '{"value":true}' FROM kv WHERE namespace = 'installations' ON CONFLICT DO NOTHING`;

export type Removal = ReturnType<typeof createRemoval>;

/**
 * Removes teams: a removal that was begun is finished, even where something fails in between.
 * @param endings calls that end something of a team before its rows go, in this order; repeatable
 */
export function createRemoval(
  { db, log }: { db: Database; log: Log },
  endings: ((team: string) => Promise<unknown>)[],
) {
  /** Marks teams whose removal has begun. A mark is one of the team's rows, so it goes with the last of them. */
  const marks = createStore(db, NAMESPACE);
  const isUnfinished = (team: string): Promise<boolean> => marks.has(team);

  /** Runs `fn` while no other process decides on the team, keeps its installation or removes it. */
  function alone<T>(team: string, fn: () => Promise<T>): Promise<T> {
    return withLock(db, `team ${team}`, fn);
  }

  /** Deletes everything of a team; repeatable. Call it within `alone`. */
  async function remove(team: string): Promise<void> {
    await marks.set(team, true);
    for (const end of endings) await end(team);
    // All or nothing, or the mark would go while other rows stay.
    await db.transaction((tx) => deleteTeam(tx, team));
    log.info({ team }, 'everything of a team was deleted');
  }

  /** Finishes removals that a failure or the end of a process has interrupted. */
  async function finish(): Promise<void> {
    for (const team of await keysOf(db, NAMESPACE)) {
      await alone(team, async () => {
        if (await isUnfinished(team)) await remove(team);
      }).catch((err) => log.warn({ team, err }, 'a team could not be removed yet'));
    }
  }

  /**
   * Removes the teams of a backup that have left since it was made.
   * @param hasLeft undefined where that cannot be known now: it is asked again another time
   */
  async function recheck(hasLeft: (team: string) => Promise<boolean | undefined>): Promise<void> {
    const restored = createStore(db, RESTORED);
    for (const team of await keysOf(db, RESTORED)) {
      await alone(team, async () => {
        const isOver = await hasLeft(team);
        if (isOver) await remove(team);
        else if (isOver === false) await restored.delete(team);
      }).catch((err) => log.warn({ team, err }, 'it is not known yet whether a team of the backup has left'));
    }
  }

  return { alone, remove, isUnfinished, finish, recheck };
}

/** Tables with a team's rows, which are all there are; those that refer to others come first. */
export const TABLES_BY_TEAM = [
  'kv',
  'seen',
  'comment_watches',
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
