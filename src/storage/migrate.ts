import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Database, type Transaction, withLock } from './database.ts';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Brings the tables up to date: the numbered files of migrations/ in order, each once, each in a transaction.
 * Several processes may start at the same time.
 *
 * @throws where a file that was already applied has changed since: change tables in a new file.
 */
export async function migrate(db: Database, migrations: Migration[] = readMigrations()): Promise<void> {
  await withLock(db, 'migrations', async () => {
    await db.query(CREATE_TABLE);
    const applied = await db.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM migrations',
    );
    const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
    for (const migration of migrations) {
      const checksum = checksums.get(migration.name);
      if (checksum === undefined) await db.transaction((tx) => apply(tx, migration));
      else if (checksum !== migration.checksum) throw new Error(changed(migration.name));
    }
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
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function apply(tx: Transaction, { name, sql, checksum }: Migration): Promise<void> {
  await tx.script(sql);
  await tx.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

const changed = (name: string) =>
  `Migration ${name} was changed after it had been applied to this database. Undo that and put the change in a new file.`;

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;
