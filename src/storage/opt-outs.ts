import type { Queries } from './database.ts';

/** People of a team who want none of their words used, in the table `kv`. */
export function createOptOuts(db: Queries) {
  return {
    async of(team: string): Promise<Set<string>> {
      const rows = await db.query<{ key: string }>('SELECT key FROM kv WHERE namespace = $1 AND team = $2', [
        NAMESPACE,
        team,
      ]);
      return new Set(rows.map(({ key }) => key.slice(team.length + 1)));
    },
    async has(team: string, person: string): Promise<boolean> {
      const rows = await db.query('SELECT 1 FROM kv WHERE namespace = $1 AND key = $2', [
        NAMESPACE,
        `${team}/${person}`,
      ]);
      return rows.length > 0;
    },
    async set(team: string, person: string, isOut: boolean): Promise<void> {
      const key = `${team}/${person}`;
      if (isOut) await db.query(OPT_OUT, [NAMESPACE, key]);
      else await db.query('DELETE FROM kv WHERE namespace = $1 AND key = $2', [NAMESPACE, key]);
    },
  };
}

const NAMESPACE = 'opt-outs';
const OPT_OUT = `INSERT INTO kv (namespace, key, value) VALUES ($1, $2, 'true') ON CONFLICT DO NOTHING`;
