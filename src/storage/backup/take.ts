import type { Database, Queries, Transaction } from '../database.ts';
import { readMigrations } from '../migrate.ts';
import { TABLES_BY_TEAM } from '../team-removal.ts';
import { BackupError, type Counts, FORMAT, type Head, writeLines } from './format.ts';

/** Rows fetched at once; the longest hold a channel's texts, and are below a megabyte. */
const BATCH = 50;

/** Tables that rows of the others refer to come first. */
export const TABLES: readonly string[] = [...TABLES_BY_TEAM].reverse();

/** What of the database belongs to the queue, which storage/ does not know. */
export interface QueueTables {
  /** Those whose rows are kept; all else in its schema is made anew at a start. */
  tables: readonly string[];
  /** Null where the queue has no tables yet. */
  versionOf(db: Queries): Promise<number | null>;
}

/**
 * Everything in the database as it is at one moment, as the lines of a file. What is sealed stays sealed.
 * @param write takes the lines, and returns once they are kept
 * @returns how many rows there are in each table
 */
export async function takeBackup(
  db: Database,
  { version, queue }: { version: string; queue: QueueTables },
  write: (lines: AsyncIterable<string>) => Promise<void>,
): Promise<Counts> {
  const counts: Counts = {};
  await db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const head: Head = {
      deckhand: 'backup',
      format: FORMAT,
      version,
      at: new Date().toISOString(),
      running: db.kind === 'postgres' && (await isAnotherAtWork(tx)),
      migrations: await appliedTo(tx),
      queueVersion: await queue.versionOf(tx),
      tables: await tablesIn(tx, [...TABLES, ...queue.tables]),
    };
    await write(writeLines(head, (table) => rowsOf(tx, table), counts));
  });
  return counts;
}

/** Every connection of a Deckhand has its name (drivers/postgres.ts); this one has a single connection. */
async function isAnotherAtWork(tx: Queries): Promise<boolean> {
  const others = await tx.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'deckhand' AND pid <> pg_backend_pid()`,
  );
  return others.length > 0;
}

async function appliedTo(tx: Queries): Promise<Head['migrations']> {
  const [there] = await tx.query<{ found: string | null }>(`SELECT to_regclass('migrations')::text AS found`);
  if (!there?.found)
    throw new BackupError('There is nothing to back up: no Deckhand has started on this database.');
  const applied = await tx.query<Head['migrations'][number]>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  );
  const known = new Set(readMigrations().map(({ name }) => name));
  const newer = applied.find(({ name }) => !known.has(name));
  if (newer)
    throw new BackupError(
      `This database was used by a newer Deckhand (${newer.name}): back it up with that one.`,
    );
  return applied;
}

/** Those that are there, with the columns that can be written. */
export async function tablesIn(tx: Queries, names: readonly string[]): Promise<Head['tables']> {
  const found: Head['tables'] = [];
  for (const name of names) {
    const rows = await tx.query<{ column: string }>(
      `SELECT attname AS column FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [name],
    );
    if (rows.length > 0) found.push({ name, columns: rows.map(({ column }) => column) });
  }
  return found;
}

async function* rowsOf(tx: Transaction, table: string): AsyncGenerator<string[]> {
  await tx.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${table} t`);
  for (;;) {
    const rows = await tx.query<{ row: string }>(`FETCH ${BATCH} FROM backup`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.query('CLOSE backup');
}
