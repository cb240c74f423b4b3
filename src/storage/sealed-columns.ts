import { CipherError } from './cipher.ts';
import type { SealingQueries } from './database.ts';
import { snakeCase } from './tables.ts';

/**
 * The columns that contain what people wrote or what the service made from it. Their values are JSON, sealed before they reach the
 * database, so nobody can read them in the database's files or in a backup without the encryption key. Each value is bound to its column,
 * team and row, so a value that is copied to another row or team cannot be opened. This is the only list of these columns. `key` names the
 * columns that identify a row. Each table also has a column `team`.
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
      'found',
      'warnings',
      'sourceNote',
      'highlights',
      'slideTitles',
      'failureMessage',
    ],
  },
  collected_pages: { key: ['generation', 'walk', 'number', 'part'], columns: ['page'] },
  digests: { key: ['id'], columns: ['focus', 'choices'] },
} as const satisfies Record<string, { key: readonly string[]; columns: readonly string[] }>;

type Table = keyof typeof SEALED;
type SealedName<T extends Table> = (typeof SEALED)[T]['columns'][number];
/** The team and the key columns (SEALED) of a row, to which the row's sealed values are bound. */
export type RowRef = { team: string } & Record<string, unknown>;

/** A sealed value. Sealed columns have this type so that plain text cannot be written to them by mistake. */
export type Sealed = string & { readonly sealed: true };

/** Kysely's type of a table, with the sealed columns as they are stored. */
export type WithSealed<T extends Table, Columns> = Omit<Columns, SealedName<T>> &
  Record<SealedName<T>, Sealed | null>;

const contextOf = (table: Table, column: string, row: RowRef) =>
  `${table}.${column}:${[row.team, ...SEALED[table].key.map((name) => row[name])].join('/')}`;

/**
 * Seals the values of sealed columns; null and undefined stay as they are.
 * @param row the row's team and key
 */
export function sealRow<T extends Table, Values extends object>(
  db: SealingQueries,
  table: T,
  row: RowRef,
  values: Values,
) {
  const isSealedName = (name: string) => (SEALED[table].columns as readonly string[]).includes(name);
  const entries = Object.entries(values).map(([name, value]) => {
    if (!isSealedName(name) || value === null || value === undefined) return [name, value];
    return [name, db.cipher.seal(JSON.stringify(value), contextOf(table, name, row))];
  });
  return Object.fromEntries(entries) as {
    [Name in keyof Values]: Name extends SealedName<T>
      ? Sealed | Extract<Values[Name], null | undefined>
      : Values[Name];
  };
}

/** Returns a row with its sealed values opened. A value that cannot be opened becomes null, as if it had been deleted. */
export function openRow(db: SealingQueries, table: Table, row: RowRef): Record<string, unknown> {
  const opened: Record<string, unknown> = { ...row };
  for (const name of SEALED[table].columns) {
    if (typeof opened[name] === 'string') opened[name] = open(db, opened[name], contextOf(table, name, row));
  }
  return opened;
}

function open({ cipher }: SealingQueries, stored: string, context: string): unknown {
  try {
    return JSON.parse(cipher.open(stored, context));
  } catch (error) {
    if (error instanceof CipherError) return null;
    throw error;
  }
}

/** Returns the sealed columns, each with a function that returns the encryption context of a value (see Cipher). */
export function sealedColumns() {
  return (Object.keys(SEALED) as Table[]).flatMap((table) =>
    SEALED[table].columns.map((name) => ({
      ...{ table, key: SEALED[table].key, column: snakeCase(name) },
      contextOf: (row: RowRef) => contextOf(table, name, row),
    })),
  );
}
