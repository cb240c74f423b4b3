import type { Database } from './database.ts';

/** Bytes of log after which a checkpoint is worth its fsyncs: as many are read again at a start after a crash, in about a second. */
const CHECKPOINT_AFTER = 32 * 1024 * 1024;

/**
 * What a PostgreSQL server does beside the statements, and PGlite, which is one process, never does: tables use the room of deleted
 * rows again, and the log is cut. Left alone both grow until the disk is full. Each statement holds up the process, a vacuum of
 * 50,000 generations for 0.2 s.
 */
export async function keepUpEmbedded(db: Database): Promise<void> {
  if (db.kind !== 'pglite') return;
  // What was deleted within the last second is not counted yet.
  await db.query('SELECT pg_stat_force_next_flush()');
  for (const { table } of await db.query<{ table: string }>(BLOATED)) await db.query(`VACUUM ${table}`);
  const [log] = await db.query<{ bytes: number }>(SINCE_CHECKPOINT);
  if (log && log.bytes > CHECKPOINT_AFTER) await db.query('CHECKPOINT');
}

/** Autovacuum's thresholds. */
const BLOATED = `SELECT relid::regclass::text AS table FROM pg_stat_user_tables
  WHERE n_dead_tup > 50 + 0.2 * n_live_tup`;

const SINCE_CHECKPOINT = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint AS bytes
  FROM pg_control_checkpoint()`;
