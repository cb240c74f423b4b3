import type { State } from '../generations/generation.ts';
import type { Database, Queries } from '../storage/database.ts';
import { withLock } from '../storage/lock.ts';
import type { Digest } from './digest.ts';

/**
 * What of a channel has been told. A window belongs to its generation from the moment that this is started, so that one that
 * takes long is not told twice; where it ends without a document, the window goes back to the next run. Nothing is written for
 * that: each run looks at how the ones before it have ended.
 */
export const TOLD_NOTHING: State[] = ['failed', 'stopped'];

/**
 * Runs `fn`, which looks at what has been told and starts what tells more, while nobody else does so for this digest: of two at
 * once both would tell the same. Not for the time of a look at Slack, which can take a day.
 */
export function decidingAlone<T>(db: Database, digest: string, fn: () => Promise<T>): Promise<T> {
  return withLock(db, `digest ${digest}`, fn);
}

/** Up to where the channel has been summed up, or is being so. */
export async function toldUntil(
  db: Queries,
  { id, lastWindowEnd }: Pick<Digest, 'id' | 'lastWindowEnd'>,
): Promise<Date | undefined> {
  const [row] = await db.query<{ told: Date | null; lost: Date | null }>(
    `select max(r.due) filter (where not ${IS_LOST}) as told, min(r.since) filter (where ${IS_LOST}) as lost
     from digest_runs r left join generations g on g.id = r.generation
     where r.digest = $1 and r.state = 'started'`,
    [id, TOLD_NOTHING],
  );
  const until = row?.told ?? row?.lost;
  return until ? new Date(until) : lastWindowEnd;
}

const IS_LOST = 'coalesce(g.state = any($2::text[]), false)';

/** Whether a later run of the digest tells, or has told, what this generation should have. */
export async function isToldSince(db: Queries, generation: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from digest_runs lost join digest_runs r on r.digest = lost.digest
     join generations g on g.id = r.generation
     where lost.generation = $1 and r.due > lost.due and r.since < lost.due and not ${IS_LOST} limit 1`,
    [generation, TOLD_NOTHING],
  );
  return rows.length > 0;
}

/** The window of a run is another generation's from now on. */
export async function handOver(db: Queries, from: string, to: string): Promise<void> {
  await db.query('update digest_runs set generation = $2 where generation = $1', [from, to]);
}
