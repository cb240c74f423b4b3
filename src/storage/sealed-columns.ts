import { CipherError, isSealed } from './cipher.ts';
import type { Queries, SealingQueries } from './database.ts';
import { snakeCase } from './tables.ts';

/**
 * Columns with what people wrote, and with what the service made of it: JSON, sealed before it reaches the database, bound to
 * its column and row. So nothing of it can be read without the key in the database's files, in a backup, or in what is left
 * of a row that was deleted. This is the only list of them; `key` names what identifies a row.
 */
const SEALED = {
  generations: {
    key: ['id'],
    columns: [
      'ask',
      'prompt',
      'collected',
      'label',
      'title',
      'docUrl',
      'warnings',
      'sourceNote',
      'failureMessage',
    ],
  },
  collected_pages: { key: ['generation', 'walk', 'number', 'part'], columns: ['page'] },
  digests: { key: ['id'], columns: ['focus', 'choices'] },
} as const satisfies Record<string, { key: readonly string[]; columns: readonly string[] }>;

type Table = keyof typeof SEALED;
type SealedName<T extends Table> = (typeof SEALED)[T]['columns'][number];
type Key = readonly (string | number)[];

/** A sealed value. Its columns have this type, so that nothing is written to them as it is by mistake. */
export type Sealed = string & { readonly sealed: true };

/** Kysely's type of a table: its own one, with the sealed columns as they are stored. */
export type WithSealed<T extends Table, Columns> = Omit<Columns, SealedName<T>> &
  Record<SealedName<T>, Sealed | null>;

const contextOf = (table: string, column: string, key: readonly unknown[]) =>
  `${table}.${column}:${key.join('/')}`;

/**
 * Seals those of the values whose columns are sealed; null stays null.
 * @param key of the row, in the order of the list above
 */
export function sealRow<T extends Table, Values extends object>(
  db: SealingQueries,
  table: T,
  key: Key,
  values: Values,
) {
  const isSealedName = (name: string) => (SEALED[table].columns as readonly string[]).includes(name);
  const entries = Object.entries(values).map(([name, value]) => {
    if (!isSealedName(name) || value === null || value === undefined) return [name, value];
    return [name, db.cipher.seal(JSON.stringify(value), contextOf(table, name, key))];
  });
  return Object.fromEntries(entries) as {
    [Name in keyof Values]: Name extends SealedName<T>
      ? Sealed | Extract<Values[Name], null | undefined>
      : Values[Name];
  };
}

/**
 * A row with its sealed columns opened. A value that cannot be opened any more is left out, as if it had been deleted. Rows
 * from before columns were sealed hold the JSON itself.
 */
export function openRow(db: SealingQueries, table: Table, key: Key, row: object): Record<string, unknown> {
  const opened: Record<string, unknown> = { ...row };
  for (const name of SEALED[table].columns) {
    if (typeof opened[name] === 'string') opened[name] = open(db, opened[name], contextOf(table, name, key));
  }
  return opened;
}

function open({ cipher }: SealingQueries, stored: string, context: string): unknown {
  try {
    return JSON.parse(isSealed(stored) ? cipher.open(stored, context) : stored);
  } catch (error) {
    if (error instanceof CipherError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Rows taken at once; a prompt has up to 400,000 characters. */
const BATCH = 50;

/**
 * Seals with the first key what is not sealed with it: what another key has sealed, and rows from before columns were
 * sealed. A value that cannot be opened stays as it is and stops no other.
 * @returns how many values were sealed, and where those are that do not open
 */
export async function sealColumns(db: SealingQueries): Promise<{ sealed: number; damaged: string[] }> {
  let sealed = 0;
  const damaged: string[] = [];
  for (const [table, { key, columns }] of Object.entries(SEALED)) {
    for (const name of columns) {
      const place = { table, key, column: snakeCase(name) };
      for await (const row of rowsToSeal(db, place)) {
        const context = contextOf(table, name, row.key);
        const value = resealed(db, row.stored, context);
        if (value === undefined) damaged.push(context);
        else sealed += await replace(db, place, row, value);
      }
    }
  }
  return { sealed, damaged };
}

interface Place {
  table: string;
  key: readonly string[];
  column: string;
}
interface Row {
  key: unknown[];
  stored: string;
}

async function* rowsToSeal(db: SealingQueries, { table, key, column }: Place): AsyncGenerator<Row> {
  const names = key.join(', ');
  const placeholders = key.map((_, index) => `$${index + 3}`).join(', ');
  for (let after: unknown[] | undefined; ; ) {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT ${names}, ${column} AS stored FROM ${table}
       WHERE ${column} IS NOT NULL AND NOT starts_with(${column}, $1) ${after ? `AND (${names}) > (${placeholders})` : ''}
       ORDER BY ${names} LIMIT $2`,
      [db.cipher.prefix, BATCH, ...(after ?? [])],
    );
    const found = rows.map((row) => ({ key: key.map((name) => row[name]), stored: String(row.stored) }));
    yield* found;
    after = found.at(-1)?.key;
    if (found.length < BATCH) return;
  }
}

function resealed({ cipher }: SealingQueries, stored: string, context: string): string | undefined {
  try {
    return cipher.seal(isSealed(stored) ? cipher.open(stored, context) : stored, context);
  } catch (error) {
    if (error instanceof CipherError) return undefined;
    throw error;
  }
}

/** Only where nobody has written something else meanwhile. @returns how many rows it has changed */
async function replace(db: Queries, { table, key, column }: Place, row: Row, value: string): Promise<number> {
  const isRow = key.map((name, index) => `${name} = $${index + 3}`).join(' AND ');
  const changed = await db.query(
    `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${isRow} RETURNING 1`,
    [value, row.stored, ...row.key],
  );
  return changed.length;
}
