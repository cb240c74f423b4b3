import type { Queries } from './database.ts';
import { createStore, keysOf } from './keyv-store.ts';

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

/** Teams whose removal has begun. The mark is one of the team's rows, so it goes with the last of them. */
export function createPendingRemovals(db: Queries) {
  const marks = createStore(db, NAMESPACE);
  return {
    mark: async (team: string): Promise<void> => void (await marks.set(team, true)),
    has: (team: string): Promise<boolean> => marks.has(team),
    all: (): Promise<string[]> => keysOf(db, NAMESPACE),
  };
}

const NAMESPACE = 'leaving';
