import type { Queries } from '../storage/database.ts';

/** All our SQL on pg-boss's tables. Each comment says why no function of pg-boss can be used instead. */

/**
 * Allows at most one active job for each key, even if several processes fetch at the same moment. pg-boss has this index for its
 * policies `singleton` and `stately`. But with these policies, a fetch skips the keys that were active when the process last read its list
 * of queues. That can be an hour ago, so new jobs with those keys would wait too long.
 */
const CREATE_INDEX = `
  CREATE UNIQUE INDEX IF NOT EXISTS deckhand_one_at_work ON pgboss.job_common (name, singleton_key)
  WHERE state = 'active'`;

/** Selects whether the index exists. CREATE INDEX IF NOT EXISTS would wait for all writers and block new writers even if it exists. */
const INDEX_EXISTS = "SELECT to_regclass('pgboss.deckhand_one_at_work') IS NOT NULL AS is_there";

/** Creates the index that prevents two active jobs with the same key. */
export async function createKeyIndex(db: Queries): Promise<void> {
  const [row] = await db.query<{ is_there: boolean }>(INDEX_EXISTS);
  if (!row?.is_there) await db.query(CREATE_INDEX);
}

/**
 * Notifies all processes that work on a queue. pg-boss does this when a job is sent or updated, but not when `fail()` makes a job
 * ready to be fetched again.
 * @param channel the name that pg-boss has chosen for the channel
 */
export async function notifyOf(db: Queries, channel: string, queue: string): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [channel, queue]);
}

/**
 * Deletes ended jobs ($2 ids, $3 `id:retry_count`) and returns whether another job with the key of a deleted job waits. Usually none waits,
 * and no fetch is needed. pg-boss's `deleteJob` does not report this. INTERSECT reads each list of keys once. A join needs statistics,
 * which PGlite (sandbox and tests) does not have. It could then compare each ended key with each waiting key, which takes 0.7 s instead of
 * 20 ms for 500 ended and 10,000 waiting jobs.
 */
export const DELETE_ENDED = `
  WITH done AS (
    DELETE FROM pgboss.job_common
    WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active' AND (id::text || ':' || retry_count) = ANY($3::text[])
    RETURNING singleton_key
  )
  SELECT EXISTS (
    SELECT singleton_key FROM done
    INTERSECT
    SELECT singleton_key FROM pgboss.job_common WHERE name = $1 AND state < 'active'
  ) AS "isAwaited"`;

/** Deletes all jobs of a team. pg-boss finds jobs by payload or key only in one queue at a time, and deletes them only by id. */
export async function deleteJobsOf(db: Queries, team: string): Promise<void> {
  await db.query('DELETE FROM pgboss.job WHERE group_tier = $1', [team]);
}

/**
 * Counts the jobs that have not ended, by queue (`name`) and `stage`. pg-boss's `getQueueStats` needs a call for each queue
 * and does not know which jobs are our dead letters.
 */
export const COUNT_JOBS = `
  SELECT name, CASE WHEN data->>'deadLetter' = 'true' THEN 'dead' WHEN state = 'active' THEN 'active' ELSE 'waiting' END AS stage,
         count(*)::int AS amount
  FROM pgboss.job WHERE state < 'completed' GROUP BY 1, 2`;

/**
 * Prepares the queue of a restored database. Each of its jobs may have been done after the backup was taken. Safe to call again. SQL is
 * used, because pg-boss changes jobs only by id and in one queue at a time, and its `fail` takes only active jobs.
 *
 * - Jobs that would spend or post again are deleted. The caller sends new jobs for generations that still need one.
 * - Stored requests of Slack and exports become dead letters, so the person gets a message about the failure and can try again.
 * - Other active jobs are safe to repeat. They are set back to waiting.
 * @returns the ids of generations that had a job
 */
export async function settleQueue(tx: Queries): Promise<string[]> {
  const deleted = await tx.query<{ generation: string | null }>(`
    DELETE FROM pgboss.job WHERE name IN ('generation', 'digest', 'comments', 'credits') AND state < 'completed'
    RETURNING CASE WHEN name = 'generation' THEN data ->> 'generation' END AS generation`);
  // An inbox job with a body is safe to handle twice (`keepRepeatable` in inbox.ts).
  await tx.query(`
    UPDATE pgboss.job SET data = data || '{"deadLetter": true}'
    WHERE (name = 'export' OR name = 'inbox' AND NOT data ? 'body') AND state < 'completed'`);
  await tx.query(`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL WHERE state = 'active'`);
  return deleted.flatMap(({ generation }) => generation ?? []);
}
