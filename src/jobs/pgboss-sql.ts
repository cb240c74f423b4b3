import type { Queries } from '../storage/database.ts';

/** All our SQL on pg-boss's tables. Each comment says why no function of pg-boss can be used instead. */

/**
 * Allows at most one active job for each key. The pg-boss policies with such an index are not used, because their list of active keys can
 * be an hour old, and new jobs would wait too long.
 */
const CREATE_INDEX = `
  CREATE UNIQUE INDEX IF NOT EXISTS deckhand_one_at_work ON pgboss.job_common (name, singleton_key)
  WHERE state = 'active'`;

/** Selects whether the index exists. Even for an existing index, CREATE INDEX IF NOT EXISTS waits for all writers and blocks new ones. */
const INDEX_EXISTS = "SELECT to_regclass('pgboss.deckhand_one_at_work') IS NOT NULL AS is_there";

/** Creates the index that prevents two active jobs with the same key, unless the index exists. */
export async function createKeyIndex(db: Queries): Promise<void> {
  const [row] = await db.query<{ is_there: boolean }>(INDEX_EXISTS);
  if (!row?.is_there) await db.query(CREATE_INDEX);
}

/** Notifies all processes that a queue has a job. pg-boss's `fail()` does not notify. @param channel pg-boss's notification channel */
export async function notifyOf(db: Queries, channel: string, queue: string): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [channel, queue]);
}

/**
 * Deletes ended jobs of a queue ($1) by id ($2). Skips jobs that were fetched again: their `id:retry_count` is not in $3. Returns whether
 * other jobs with the same keys wait, which pg-boss's `deleteJob` does not return.
 * INTERSECT is used because a join would take 0.7 s in PGlite, which has no statistics.
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

/** Deletes all jobs of a team (`group_tier`). pg-boss finds jobs in only one queue at a time, and deletes them only by id. */
export async function deleteJobsOf(db: Queries, team: string): Promise<void> {
  await db.query('DELETE FROM pgboss.job WHERE group_tier = $1', [team]);
}

/** SQL condition that is true if the queue's tables exist. pg-boss's `isInstalled` needs an instance of pg-boss. */
export const HAS_JOBS = "to_regclass('pgboss.job') IS NOT NULL";

/** Counts unfinished jobs by queue (`name`) and `stage`. pg-boss's `getQueueStats` reads one queue and does not know our dead letters. */
export const COUNT_JOBS = `
  SELECT name, CASE WHEN data->>'deadLetter' = 'true' THEN 'dead' WHEN state = 'active' THEN 'active' ELSE 'waiting' END AS stage,
         count(*)::int AS amount
  FROM pgboss.job WHERE state < 'completed' GROUP BY 1, 2`;

/**
 * Prepares the queue of a restored database, whose jobs may have been done after the backup. Safe to call again. pg-boss can change jobs
 * only by id and in one queue at a time.
 * - Jobs that would spend credits or post again are deleted. The caller sends new jobs for generations that still need one.
 * - Exports and stored events become dead letters, so the person gets a message and can try again.
 * - Other active jobs are safe to repeat, and wait again.
 * @returns the ids of generations that had a job
 */
export async function settleQueue(tx: Queries): Promise<string[]> {
  const deleted = await tx.query<{ generation: string | null }>(`
    DELETE FROM pgboss.job WHERE name IN ('generation', 'digest', 'comments', 'credits') AND state < 'completed'
    RETURNING CASE WHEN name = 'generation' THEN data ->> 'generation' END AS generation`);
  // An inbox job with its request in `body` is safe to handle twice (`keepRepeatable` in inbox.ts), so it stays as it is.
  await tx.query(`
    UPDATE pgboss.job SET data = data || '{"deadLetter": true}'
    WHERE (name = 'export' OR name = 'inbox' AND NOT data ? 'body') AND state < 'completed'`);
  await tx.query(`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL WHERE state = 'active'`);
  return deleted.flatMap(({ generation }) => generation ?? []);
}
