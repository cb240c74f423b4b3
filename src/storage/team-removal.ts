import type { Log } from '../log.ts';
import { RESTORED_TEAMS } from './after-restore.ts';
import { type Database, type Queries, withLock } from './database.ts';
import { createStore } from './store.ts';

export type Removal = ReturnType<typeof createRemoval>;

/**
 * Creates the functions that remove teams which uninstalled the app. If a removal is interrupted, `finish` completes it later.
 * @param endings functions that end a team's access and jobs, called in this order before its rows are deleted. Each must be safe to repeat
 */
export function createRemoval(
  { db, log }: { db: Database; log: Log },
  endings: ((team: string) => Promise<unknown>)[],
) {
  /** The teams whose removal has begun. A team's mark is a row of the team, so it is deleted when the removal succeeds. */
  const marks = createStore<true>(db, 'leaving');
  const isUnfinished = (team: string): Promise<boolean> => marks.has(team);

  /** Runs `fn` while no other process installs or removes the team. */
  function alone<T>(team: string, fn: () => Promise<T>): Promise<T> {
    return withLock(db, `team ${team}`, fn);
  }

  /** Deletes everything that is stored for a team. Safe to call again. Call it within `alone`. */
  async function remove(team: string): Promise<void> {
    await marks.set(team, true);
    for (const end of endings) await end(team);
    // The rows are deleted in one transaction, because the team's mark must not be deleted while other rows stay.
    await db.transaction((tx) => deleteTeam(tx, team));
    log.info({ team }, 'everything of a team was deleted');
  }

  /** Finishes removals that a failure or the end of a process interrupted. */
  async function finish(): Promise<void> {
    for (const team of await marks.keys()) {
      await alone(team, async () => {
        if (await isUnfinished(team)) await remove(team);
      }).catch((err) => log.warn({ team, err }, 'a team could not be removed yet'));
    }
  }

  /** Removes the teams of a restored backup that uninstalled the app since the backup. @param hasLeft undefined if Slack gives no answer */
  async function recheck(hasLeft: (team: string) => Promise<boolean | undefined>): Promise<void> {
    const restored = createStore<true>(db, RESTORED_TEAMS);
    for (const team of await restored.keys()) {
      await alone(team, async () => {
        const isOver = await hasLeft(team);
        if (isOver) await remove(team);
        else if (isOver === false) await restored.delete(team);
      }).catch((err) =>
        log.warn({ team, err }, 'it is not known yet whether a restored team still has the app'),
      );
    }
  }

  return { alone, remove, isUnfinished, finish, recheck };
}

/** All tables whose rows belong to a team, except `audit` (END_AUDIT). A table with a foreign key comes before the table it refers to. */
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

/** Deletes the audit trail of a team. One entry without names remains, which records the uninstallation. */
const END_AUDIT = `
  WITH gone AS (DELETE FROM audit WHERE team = $1 RETURNING 1)
  INSERT INTO audit (team, who, what, via) SELECT '', '', 'uninstall', 'Slack' WHERE EXISTS (SELECT 1 FROM gone)`;

/** End of an INSERT into `unnamed_documents`. If the account already has a row, extends the time span of this row. */
export const REMEMBERED = `ON CONFLICT (account) DO UPDATE SET
  since = least(unnamed_documents.since, excluded.since), latest = greatest(unnamed_documents.latest, excluded.latest)`;

/** Stores when the team used each account. Otherwise other teams with the account would see these documents as made outside Deckhand. */
const REMEMBER_ACCOUNTS = `
  INSERT INTO unnamed_documents (account, since, latest)
  SELECT made_with, min(created_at), max(created_at) FROM generations WHERE team = $1 AND made_with IS NOT NULL GROUP BY made_with
  ${REMEMBERED}`;

/** Deletes every row of a team. Safe to call again. */
export async function deleteTeam(db: Queries, team: string): Promise<void> {
  await db.query(REMEMBER_ACCOUNTS, [team]);
  await db.query(END_AUDIT, [team]);
  for (const table of TABLES_BY_TEAM) await db.query(`DELETE FROM ${table} WHERE team = $1`, [team]);
}
