import { CipherError } from './cipher.ts';
import type { Queries, SealingQueries } from './database.ts';
import { type RowRef, sealedColumns } from './sealed-columns.ts';

/** A column with encrypted values. */
interface Place {
  table: string;
  column: string;
  /** Names of the columns that identify a row. */
  key: readonly string[];
  /** Text that comes before the encrypted value in the column. Empty if the column has only the value. */
  before: string;
  /** Returns the context (see `Cipher`) with which a row's value was encrypted. @param row the values of the row's team and key columns */
  contextOf(row: RowRef): string;
}
interface Row {
  ref: RowRef;
  key: unknown[];
  stored: string;
}

const KV: Place = {
  table: 'kv',
  column: 'value',
  key: ['namespace', 'key'],
  before: '{"value":"',
  contextOf: ({ namespace, key }) => `${namespace}:${key}`,
};

/** Maximum rows per statement. The number is small, because a prompt has up to 400,000 characters. */
const BATCH = 50;

/**
 * Encrypts all stored values with the first of ENCRYPTION_KEYS, so that an operator can remove older keys.
 * @returns the number of re-encrypted values, and the contexts of values that cannot be decrypted, which stay unchanged
 */
export async function reencrypt(db: SealingQueries): Promise<{ reencrypted: number; damaged: string[] }> {
  let reencrypted = 0;
  const damaged: string[] = [];
  for (const place of [KV, ...sealedColumns().map((column) => ({ ...column, before: '' }))]) {
    for await (const row of rowsToReencrypt(db, place)) {
      const value = resealed(db, row, place);
      if (value === undefined) damaged.push(place.contextOf(row.ref));
      else reencrypted += await replace(db, place, row, value);
    }
  }
  return { reencrypted, damaged };
}

async function* rowsToReencrypt(
  { cipher, query }: SealingQueries,
  { table, column, key, before }: Place,
): AsyncGenerator<Row> {
  const names = key.join(', ');
  const placeholders = key.map((_, index) => `$${index + 4}`).join(', ');
  for (let after: unknown[] | undefined; ; ) {
    const rows: (RowRef & { stored: string })[] = await query(
      `SELECT team, ${names}, ${column} AS stored FROM ${table}
       WHERE starts_with(${column}, $1) AND NOT starts_with(${column}, $2) ${after ? `AND (${names}) > (${placeholders})` : ''}
       ORDER BY ${names} LIMIT $3`,
      [`${before}v1.`, `${before}${cipher.prefix}`, BATCH, ...(after ?? [])],
    );
    const found = rows.map((row) => ({ ref: row, key: key.map((name) => row[name]), stored: row.stored }));
    yield* found;
    after = found.at(-1)?.key;
    if (found.length < BATCH) return;
  }
}

/** Returns the stored text after re-encrypting its value with the first key. Returns undefined if the value cannot be decrypted. */
function resealed({ cipher }: SealingQueries, { ref, stored }: Row, place: Place): string | undefined {
  const context = place.contextOf(ref);
  const [sealed = ''] = /^[\w.-]*/.exec(stored.slice(place.before.length)) ?? [];
  try {
    return stored.replace(sealed, () => cipher.seal(cipher.open(sealed, context), context));
  } catch (error) {
    if (error instanceof CipherError) return undefined;
    throw error;
  }
}

/** Replaces the stored text unless it has changed in the meantime. @returns the number of changed rows: 0 or 1 */
async function replace(db: Queries, { table, key, column }: Place, row: Row, value: string): Promise<number> {
  const isRow = key.map((name, index) => `${name} = $${index + 3}`).join(' AND ');
  const changed = await db.query(
    `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${isRow} RETURNING 1`,
    [value, row.stored, ...row.key],
  );
  return changed.length;
}

/** Counts the encrypted values in `kv`. `opened`: values with a key in `keys`. `lost`: all other values, counted for each key id. */
export async function keysInUse(db: Queries, keys: readonly string[]) {
  const rows = await db.query<{ id: string | null; secrets: number }>(
    `SELECT substring(value from '"v1\\.([0-9a-f]{8})\\.') AS id, count(*)::int AS secrets FROM kv WHERE value LIKE '%"v1.%' GROUP BY 1`,
  );
  const lost = rows.flatMap(({ id, secrets }) => (id && !keys.includes(id) ? [{ id, secrets }] : []));
  const opened = rows
    .filter(({ id }) => id && keys.includes(id))
    .reduce((sum, { secrets }) => sum + secrets, 0);
  return { lost, opened };
}
