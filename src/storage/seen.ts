import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { tablesOf } from './tables.ts';

const tables = tablesOf<{ seen: { team: string; key: string; expiresAt: Date } }>;

/** Remembers in the database what has been dealt with: the first claim of a key wins, in all processes. */
export function createSeen(db: Queries) {
  return {
    /** True once per team and key, and again only after `ttlMs`. */
    async claim(team: string, key: string, ttlMs: number): Promise<boolean> {
      const expiresAt = sql<Date>`now() + ${ttlMs}::bigint * interval '1 millisecond'`;
      // The conflicting row is locked while its expiry is compared, so that of two claims of an expired key one wins.
      const rows = await tables(db)
        .insertInto('seen')
        .values({ team, key, expiresAt })
        .onConflict((conflict) =>
          conflict
            .columns(['team', 'key'])
            .doUpdateSet((eb) => ({ expiresAt: eb.ref('excluded.expiresAt') }))
            .where('seen.expiresAt', '<=', sql<Date>`now()`),
        )
        .returning('key')
        .execute();
      return rows.length === 1;
    },
  };
}
