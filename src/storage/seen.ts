import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { tablesOf } from './tables.ts';

const tables = tablesOf<{ seen: { team: string; key: string; expiresAt: Date } }>;

/** Deduplicates events and button clicks. Only the first call of `claim` with a key succeeds, in all processes together. */
export function createSeen(db: Queries) {
  return {
    /** Returns true for the first call with a key, and false for further calls until `ttlMs` have passed. */
    async claim(team: string, key: string, ttlMs: number): Promise<boolean> {
      const expiresAt = sql<Date>`now() + ${ttlMs}::bigint * interval '1 millisecond'`;
      // PostgreSQL locks the conflicting row while it compares the expiry, so only one of two simultaneous calls succeeds.
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
