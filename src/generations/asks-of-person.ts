import type { Actor } from '../actor.ts';
import type { AskLimit, Limits } from '../asks/limits.ts';
import type { Queries, SealingQueries } from '../storage/database.ts';
import { pseudonymsOf } from '../storage/person.ts';
import { UNDER_WAY } from './store.ts';
import { TEAM_PLACES } from './waits-and-limits.ts';

/**
 * Checks whether a team or a person has reached a limit of asks (asks/limits.ts). Runs of a person's digests count as asks of this person.
 * A scheduled run is never refused, but a run that a person starts with a button can be.
 */

/**
 * SQL that counts the asks that a person made within the last hour, and those of the last day that are still in progress. `$2` has the
 * person's id, and the pseudonyms under which the asks are stored if the person was erased. `isFull` is true if the team has reached its
 * limit of asks in progress.
 */
const COUNTS = `
  SELECT exists(SELECT 1 FROM generations WHERE team = $1 AND state = any($4) OFFSET $5 - 1) AS "isFull",
    count(*) FILTER (WHERE state = any($4))::int AS "underWay",
    count(*) FILTER (WHERE created_at > $3::timestamptz - interval '1 hour')::int AS "inHour"
  FROM generations WHERE team = $1 AND person = any($2) AND created_at > $3::timestamptz - interval '1 day'`;

interface Counts {
  isFull: boolean;
  underWay: number;
  inHour: number;
}

/** Returns the limit that a team or a person has reached; undefined if the person may ask for more. */
export async function limitReachedBy(
  db: SealingQueries,
  actor: Actor,
  limits: Limits,
  now: Date,
): Promise<AskLimit | undefined> {
  const people = [actor.person, ...pseudonymsOf(db.cipher, actor)];
  const values = [actor.team, people, now, UNDER_WAY, TEAM_PLACES];
  const [counts] = await db.query<Counts>(COUNTS, values);
  if (!counts) return undefined;
  if (counts.isFull) return 'too_much_under_way';
  if (counts.underWay >= limits.asksUnderWay) return 'asks_under_way';
  return counts.inHour >= limits.asksPerHour ? 'asks_per_hour' : undefined;
}

/** Makes other asks of the same person wait until the transaction ends. Otherwise two asks at the same moment could exceed a limit together. */
export async function lockAsksOf(tx: Queries, { team, person }: Actor): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`asks ${team} ${person}`]);
}
