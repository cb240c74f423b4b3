import type { Queries } from './database.ts';

/** Remembers what has been dealt with, in the database: the first claim of a key wins, in all processes. */
export interface Seen {
  /** True once per team and key, and again only after `ttlMs`. */
  claim(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** Takes a claim back, so that a redelivery may try again after a failure. */
  release(team: string, key: string): Promise<void>;
}

export function createSeen(db: Queries): Seen {
  return {
    async claim(team, key, ttlMs) {
      const rows = await db.query(CLAIM, [team, key, ttlMs]);
      return rows.length === 1;
    },
    async release(team, key) {
      await db.query('DELETE FROM seen WHERE team = $1 AND key = $2', [team, key]);
    },
  };
}

// The conflicting row is locked while its expiry is compared, so that of two claims of an expired key one wins.
const CLAIM = `
  INSERT INTO seen (team, key, expires_at)
  VALUES ($1, $2, now() + $3::bigint * interval '1 millisecond')
  ON CONFLICT (team, key) DO UPDATE SET expires_at = EXCLUDED.expires_at
    WHERE seen.expires_at <= now()
  RETURNING 1`;
