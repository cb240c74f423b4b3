import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { AskLimit, Limits } from '../asks/limits.ts';
import type { SealingQueries } from '../storage/database.ts';
import { pseudonymsOf } from '../storage/person.ts';
import { UNDER_WAY } from './store.ts';
import { TEAM_PLACES } from './waits-and-limits.ts';

/** Returns SQL for the limit on asks (asks/limits.ts) that is reached, or null. Erased asks count, too, under the person's pseudonyms. */
export function limitReachedBy({ cipher }: SealingQueries, actor: Actor, limits: Limits, now: Date) {
  const people = [actor.person, ...pseudonymsOf(cipher, actor)];
  const ofTeam = sql`FROM generations WHERE team = ${actor.team}`;
  const isUnderWay = sql`state = any(${UNDER_WAY}::text[])`;
  return sql<AskLimit | null>`(
    SELECT CASE
      WHEN exists(SELECT 1 ${ofTeam} AND ${isUnderWay} OFFSET ${sql.lit(TEAM_PLACES - 1)}) THEN 'too_much_under_way'
      WHEN count(*) FILTER (WHERE ${isUnderWay}) >= ${limits.asksUnderWay} THEN 'asks_under_way'
      WHEN count(*) FILTER (WHERE created_at > ${now}::timestamptz - interval '1 hour') >= ${limits.asksPerHour} THEN 'asks_per_hour'
    END
    ${ofTeam} AND person = any(${people}::text[]) AND created_at > ${now}::timestamptz - interval '1 day')`;
}
