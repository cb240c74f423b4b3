import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Log } from '../log.ts';
import { type Database, type Queries, type Transaction, withLock } from './database.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /**
   * The version before cannot work with what it makes: all of its processes have to be stopped first. Said by a first line that
   * begins with `-- Needs a stop:` and has the reason. All others only add, so that both versions work for a while.
   */
  needsStop?: boolean;
}

const FOLDER = new URL('./migrations/', import.meta.url);
const NEEDS_STOP = /^-- Needs a stop: \S/;

/** Every process that knows the tables holds it together with the others; whoever makes them anew holds it alone. */
const RUNNING = 'running';
const CHANGED = 'deckhand_tables';
/** Milliseconds. */
const TELL_EVERY = 5_000;

/** The database has tables that this version cannot work with. */
export class NewerTablesError extends Error {
  override name = 'NewerTablesError';
}

/**
 * Brings the tables up to date: the numbered files of migrations/ in order, each once, each in a transaction.
 * Several processes may start at the same time, and may be of two versions. A migration that needs a stop waits until no other
 * process is left; a process that finds one which it does not know does not start.
 *
 * @throws where a file that was already applied has changed since: change tables in a new file.
 * @throws NewerTablesError
 */
export async function migrate(
  db: Database,
  migrations: Migration[] = readMigrations(),
  log?: Log,
): Promise<void> {
  await withLock(db, 'migrations', async () => {
    await db.query(CREATE_TABLE);
    if (!(await hasColumn(db))) await db.query(ADD_COLUMN);
    const applied = await appliedTo(db);
    const newer = newerThan(migrations, applied);
    refuse(newer);
    if (newer.length > 0) log?.warn({ migrations: namesOf(newer) }, ADDED_TO);
    const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
    const other = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
    if (other) throw new Error(changed(other.name));
    const pending = migrations.filter(({ name }) => !checksums.has(name));
    const stops = pending.filter(({ needsStop }) => needsStop);
    if (stops.length > 0 && applied.length > 0)
      await applyAlone(db, pending, () => log?.warn({ migrations: namesOf(stops) }, WAITS));
    else await applyAll(db, pending);
    await db.holdShared(RUNNING);
  });
}

/** Waits for the last of the other processes; those that start meanwhile wait for the lock on migrations. */
async function applyAlone(db: Database, pending: Migration[], tell: () => void): Promise<void> {
  const telling = setInterval(tell, TELL_EVERY);
  try {
    await withLock(db, RUNNING, () => applyAll(db, pending));
  } finally {
    clearInterval(telling);
  }
  await db.query('SELECT pg_notify($1, $2)', [CHANGED, '']);
}

async function applyAll(db: Database, pending: Migration[]): Promise<void> {
  for (const migration of pending) await db.transaction((tx) => apply(tx, migration));
}

/**
 * Calls back once the tables are such as this version cannot work with. That takes a process whose connection was lost while
 * another one waited for it to end.
 */
export function watchTables(
  db: Database,
  log: Log,
  onTooNew: (error: NewerTablesError) => void,
): Promise<() => Promise<void>> {
  const look = async () => refuse(newerThan(readMigrations(), await appliedTo(db)));
  return db.listen(CHANGED, () => {
    look().catch((error: unknown) => {
      if (error instanceof NewerTablesError) onTooNew(error);
      else log.warn({ err: error }, 'whether the tables were changed could not be looked up');
    });
  });
}

/** These tables, made in a transaction with whatever else is done in it. */
export async function createTables(tx: Transaction, migrations: Migration[]): Promise<void> {
  await tx.query(CREATE_TABLE);
  for (const migration of migrations) await apply(tx, migration);
}

export function readMigrations(folder: URL = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, needsStop: NEEDS_STOP.test(sql) };
    });
}

/** Looked up, since a change of the table waits for a backup of it to end, also where there is nothing to change. */
async function hasColumn(db: Queries): Promise<boolean> {
  const found = await db.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'needs_stop'`,
  );
  return found.length > 0;
}

type Applied = Pick<Migration, 'name' | 'checksum' | 'needsStop'>;

/** What this database has had; a version from before that column says of none that it needs a stop. */
export async function appliedTo(db: Queries): Promise<Applied[]> {
  return db.query<Applied>(
    `SELECT name, checksum, coalesce((to_jsonb(migrations) ->> 'needs_stop')::boolean, false) AS "needsStop"
     FROM migrations ORDER BY name`,
  );
}

/** Those that a newer version has applied. */
export function newerThan(known: Migration[], applied: Applied[]): Applied[] {
  const names = new Set(known.map(({ name }) => name));
  return applied.filter(({ name }) => !names.has(name));
}

function refuse(newer: Applied[]): void {
  const stops = newer.filter(({ needsStop }) => needsStop);
  if (stops.length > 0)
    throw new NewerTablesError(
      `A newer Deckhand has changed this database (${namesOf(stops).join(', ')}), and this version cannot work with that. ` +
        'Start that version or a later one.',
    );
}

async function apply(tx: Transaction, { name, sql, checksum, needsStop = false }: Migration): Promise<void> {
  await tx.script(sql);
  const values = [name, checksum, needsStop];
  await tx.query('INSERT INTO migrations (name, checksum, needs_stop) VALUES ($1, $2, $3)', values);
}

const namesOf = (migrations: Applied[]): string[] => migrations.map(({ name }) => name);

const changed = (name: string) =>
  `Migration ${name} was changed after it had been applied to this database. Undo that and put the change in a new file.`;

const ADDED_TO = 'a newer Deckhand has added to the tables; this version goes on beside it';
const WAITS =
  'the tables cannot be changed while other processes of Deckhand run on this database: stop them all, and this one goes on';

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  needs_stop boolean NOT NULL DEFAULT false
)`;
const ADD_COLUMN =
  'ALTER TABLE migrations ADD COLUMN IF NOT EXISTS needs_stop boolean NOT NULL DEFAULT false';
