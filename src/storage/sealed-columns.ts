import { CipherError } from './cipher.ts';
import type { SealingQueries } from './database.ts';
import { snakeCase } from './tables.ts';

/**
 * Lists all columns that contain what people wrote, or what the service made from it. Their values are encrypted JSON, so that nobody can
 * read them in a backup. The encryption context is the table, column, team and row (`key`), so a value that is copied to another row
 * cannot be decrypted.
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
/** The team and the key columns (SEALED) of a row. They are part of the encryption context of the row's sealed values. */
export type RowRef = { team: string } & Record<string, unknown>;

/** An encrypted value. Sealed columns have this type so that plain text cannot be written to them by mistake. */
export type Sealed = string & { readonly sealed: true };

/** Type of a table for kysely. Each sealed column has the type `Sealed` instead of the type of its decrypted value. */
export type WithSealed<T extends Table, Columns> = Omit<Columns, SealedName<T>> &
  Record<SealedName<T>, Sealed | null>;

const contextOf = (table: Table, column: string, row: RowRef) =>
  `${table}.${column}:${[row.team, ...SEALED[table].key.map((name) => row[name])].join('/')}`;

/** Returns `values`, in which the values of sealed columns are encrypted. @param row the team and the key columns of the row */
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

/** Returns a row with its sealed columns decrypted. A value that cannot be decrypted becomes null, as if it had been deleted. */
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
