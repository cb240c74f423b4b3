import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Log } from '../log.ts';
import { type Database, type Queries, type Transaction, withLock } from './database.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Applies the files of migrations/ in order, each once and in a transaction. Migrations only add to the tables
 * (test/rules/migrations.test.ts), so processes of the previous version can keep running.
 * @throws if a file was changed after it had been applied
 */
export async function migrate(
  db: Database,
  migrations: Migration[] = readMigrations(),
  log?: Log,
): Promise<void> {
  await withLock(db, 'migrations', async () => {
    await db.query(CREATE_TABLE);
    const applied = await appliedTo(db);
    const newer = newerThan(migrations, applied);
    if (newer.length > 0)
      log?.warn(
        { migrations: newer },
        'a newer Deckhand has added to the tables; this version works beside it',
      );
    const changed = changedMigration(migrations, applied);
    if (changed) throw new Error(changed);
    const pending = migrations.filter(({ name }) => applied.every((each) => each.name !== name));
    for (const migration of pending) await db.transaction((tx) => apply(tx, migration));
  });
}

export function readMigrations(folder: URL = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

export function appliedTo(db: Queries): Promise<Applied[]> {
  return db.query<Applied>('SELECT name, checksum FROM migrations ORDER BY name');
}

/** Returns a sentence about a migration that was changed after it had been applied; undefined if there is none. */
export function changedMigration(known: Migration[], applied: Applied[]): string | undefined {
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
  const other = known.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  return (
    other &&
    `Migration ${other.name} was changed after it had been applied to this database. Undo that and put the change in a new file.`
  );
}

/** Returns the names of applied migrations that this version of Deckhand does not have. */
export function newerThan(known: Migration[], applied: Applied[]): string[] {
  const names = new Set(known.map(({ name }) => name));
  return applied.map(({ name }) => name).filter((name) => !names.has(name));
}

async function apply(tx: Transaction, { name, sql, checksum }: Migration): Promise<void> {
  await tx.script(sql);
  await tx.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;
