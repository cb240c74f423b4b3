import type { Database, Queries, Transaction } from '../database.ts';
import { withLock } from '../database.ts';
import { createTables, migrate, readMigrations } from '../migrate.ts';
import { MARK_RESTORED } from '../team-removal.ts';
import { BackupError, type Counts, type Head, readBackup } from './format.ts';
import { type QueueTables, TABLES, tablesIn } from './take.ts';

/** Rows and characters written by one statement at the most, but for a single longer row. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 2_000_000;

export interface QueueToFill extends QueueTables {
  /** Makes its tables, where there are none. */
  prepare(): Promise<void>;
  /** Gives what was at work back to whoever starts next. */
  settle(tx: Transaction): Promise<void>;
}

/**
 * Fills an empty database with a backup: all of it or nothing. Tables are those of the backup's version first, and are
 * then brought up to date.
 * @param head as `checkBackup` gave it
 * @param options whether a Deckhand may have been at work on the original since
 * @throws BackupError where there is something in the database, or the file is another one by now
 */
export async function restoreBackup(
  db: Database,
  path: string,
  head: Head,
  queue: QueueToFill,
  { hasGoneOn }: { hasGoneOn: boolean },
): Promise<Counts> {
  await refuseUnlessEmpty(db, queue);
  await queue.prepare();
  await checkQueue(db, head, queue);
  const counts = await withLock(db, 'migrations', () =>
    db.transaction(async (tx) => {
      const filled = await fill(tx, head, path, queue);
      if (hasGoneOn) for (const statement of SINCE_THEN) await tx.query(statement);
      return filled;
    }),
  );
  await migrate(db);
  return counts;
}

/**
 * The head of a file that is whole, and that this version can restore.
 * @throws BackupError
 */
export async function checkBackup(path: string): Promise<Head> {
  const { head } = await readBackup(path);
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  const other = head.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (other) throw isNewer(path, head, other.name);
  return head;
}

const isNewer = (path: string, { version }: Head, because: string) =>
  new BackupError(
    `${path} was made by another Deckhand, ${version}, whose tables this one does not know (${because}): ` +
      'restore it with that version or a later one.',
  );

async function checkQueue(db: Database, { queueVersion, version }: Head, queue: QueueTables): Promise<void> {
  const here = (await queue.versionOf(db)) ?? 0;
  if ((queueVersion ?? 0) > here)
    throw new BackupError(
      `The backup's queue is newer (${queueVersion}, here ${here}): restore it with ${version} or later.`,
    );
}

async function refuseUnlessEmpty(db: Queries, queue: QueueTables): Promise<void> {
  for (const { name } of await tablesIn(db, [...TABLES, ...queue.tables])) {
    const [row] = await db.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (row)
      throw new BackupError(
        `There is something in this database (table ${name}). A backup is restored into an empty one: give ` +
          'another DATA_DIR or DATABASE_URL.',
      );
  }
}

async function fill(tx: Transaction, head: Head, path: string, queue: QueueToFill): Promise<Counts> {
  await makeTables(tx, head, queue);
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]));
  const batch = createBatch(async (table, rows) => {
    const names = (columns.get(table) ?? []).map((name) => `"${name}"`).join(', ');
    const values = `json_populate_recordset(NULL::${table}, $1::text::json)`;
    await tx.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${values}`, [`[${rows.join()}]`]);
  });
  const { counts } = await readBackup(path, batch.add);
  await batch.flush();
  await queue.settle(tx);
  return counts;
}

/** Whatever empty tables there are go, since an older backup needs older ones; nobody may write a row meanwhile. */
async function makeTables(tx: Transaction, head: Head, queue: QueueToFill): Promise<void> {
  for (const { name } of await tablesIn(tx, [...TABLES, ...queue.tables]))
    await tx.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  await refuseUnlessEmpty(tx, queue);
  await tx.query(`DROP TABLE IF EXISTS migrations, ${TABLES.join(', ')} CASCADE`);
  const applied = new Set(head.migrations.map(({ name }) => name));
  await createTables(
    tx,
    readMigrations().filter(({ name }) => applied.has(name)),
  );
  const there = await tablesIn(tx, [...TABLES, ...queue.tables]);
  for (const { name, columns } of head.tables) {
    const here = there.find((table) => table.name === name)?.columns ?? [];
    const unknown = columns.filter((column) => !here.includes(column));
    if (unknown.length > 0) throw new BackupError(`There is no place for ${name} (${unknown.join(', ')}).`);
  }
}

/** Gathers rows of one table for one statement. */
function createBatch(write: (table: string, rows: string[]) => Promise<void>) {
  let of = '';
  let rows: string[] = [];
  let characters = 0;
  async function flush(): Promise<void> {
    const ready = rows;
    rows = [];
    characters = 0;
    if (ready.length > 0) await write(of, ready);
  }
  async function add(table: string, row: string): Promise<void> {
    const isFull = rows.length >= BATCH_ROWS || characters + row.length > BATCH_CHARACTERS;
    if (table !== of || isFull) await flush();
    of = table;
    rows.push(row);
    characters += row.length;
  }
  return { add, flush };
}

/**
 * Where Deckhand went on after the backup, what was about to be done may have been done: people are asked before credits
 * are spent on it, and messages are looked for before they are posted. Slack is asked which teams are still there.
 */
const SINCE_THEN = [
  `UPDATE generations SET state = 'submitting' WHERE state IN ('queued', 'collecting')`,
  `UPDATE deliveries SET state = 'sending' WHERE state = 'pending'`,
  MARK_RESTORED,
];
