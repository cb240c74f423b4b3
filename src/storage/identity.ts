import type { Queries } from './database.ts';

/**
 * Recognizes a restored copy of the database. Deckhand refuses to work on a copy until `deckhand after-restore` has been run, because work
 * that is unfinished in the copy may have been done since the backup.
 * After pg_restore, the id of the PostgreSQL cluster or the oid of `generations` differs. After point-in-time recovery, a disk snapshot or
 * a failover, neither differs, so operators must remember the command.
 */

/** Thrown if the database was restored, and `deckhand after-restore` has not been run on it. */
export class RestoredCopyError extends Error {
  override name = 'RestoredCopyError';
  constructor() {
    super(
      'This database was restored from a backup: run `deckhand after-restore`, then start Deckhand again',
    );
  }
}

/** Records the identity of a new database. @throws RestoredCopyError if the identity differs from the recorded one */
export async function refuseRestoredCopy(db: Queries): Promise<void> {
  const here = await identityOf(db);
  await db.query(`${INSERT} ON CONFLICT DO NOTHING`, [here.cluster, here.tables]);
  if (await isRestoredCopy(db, here)) throw new RestoredCopyError();
}

/** Returns whether the recorded identity differs from the current one. An id that is missing in either identity is not compared. */
export async function isRestoredCopy(db: Queries, given?: Identity): Promise<boolean> {
  const here = given ?? (await identityOf(db));
  const [recorded] = await db.query<Identity>('SELECT system_identifier AS cluster, tables FROM identity');
  const isSame = (a: string | null | undefined, b: string | null) => !a || !b || a === b;
  return !isSame(recorded?.cluster, here.cluster) || !isSame(recorded?.tables, here.tables);
}

/** Records the current identity, after `deckhand after-restore` has prepared the database. */
export async function recordIdentity(db: Queries): Promise<void> {
  const { cluster, tables } = await identityOf(db);
  const update = 'ON CONFLICT (id) DO UPDATE SET system_identifier = $1, tables = $2';
  await db.query(`${INSERT} ${update}`, [cluster, tables]);
}

interface Identity {
  /** Id of the PostgreSQL cluster. Null if the database role may not call pg_control_system(). Then only `tables` is compared. */
  cluster: string | null;
  tables: string;
}

async function identityOf(db: Queries): Promise<Identity> {
  const [here] = await db.query<{ tables: string; mayRead: boolean }>(
    `SELECT 'generations'::regclass::oid::text AS tables,
       has_function_privilege('pg_control_system()', 'EXECUTE') AS "mayRead"`,
  );
  if (!here?.mayRead) return { cluster: null, tables: here?.tables ?? '' };
  const [control] = await db.query<{ id: string }>(
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  return { cluster: control?.id ?? null, tables: here.tables };
}

const INSERT = 'INSERT INTO identity (system_identifier, tables) VALUES ($1, $2)';
