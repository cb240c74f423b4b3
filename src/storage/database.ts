import type { Cipher } from './cipher.ts';

/**
 * Sends SQL to PostgreSQL, or to PGlite in the sandbox and the tests. Statements that name columns are built with kysely
 * (tables.ts).
 *
 * - Placeholders are `$1`, one statement per call.
 * - A jsonb parameter is an object or JSON text (an array would become a PostgreSQL array). Use `any($1::text[])` for a list.
 * - `timestamptz` takes and returns a Date, `jsonb` returns the value, `bigint` and `count(*)` return a number.
 *
 * Throws StatementError, which has the code, table and constraint, and never a parameter's value.
 */
export interface Queries {
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
}

/** Queries, and the cipher that seals people's texts before they are written (sealed-columns.ts). */
export interface SealingQueries extends Queries {
  readonly cipher: Cipher;
}

export interface Transaction extends SealingQueries {
  /** Runs several statements without parameters, such as a migration. */
  script(sql: string): Promise<void>;
  /** Pass this to a call of pg-boss as `db`, so that the call becomes part of this transaction. */
  readonly executor: SqlExecutor;
}

/**
 * The database interface of pg-boss. `executeSql` throws a StatementError, whose code and message pg-boss reads. If there are no values, the SQL
 * may have several statements.
 */
export interface SqlExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: this is pg-boss's signature.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

export interface Database extends SealingQueries {
  readonly kind: 'pglite' | 'postgres';
  readonly executor: SqlExecutor;
  /** A separate connection for the few statements that must not wait for the pool, such as heartbeats. */
  readonly sideConnection: Queries;
  /**
   * Runs `fn` in a transaction, which is rolled back if `fn` throws. In `fn`, send every statement through `tx`. A query on the database
   * instead of `tx` throws, because the query and the transaction could wait for each other.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Waits for the lock with this name, and returns the function that releases the lock. Only one caller at a time, across all processes,
   * can hold it. The lock takes no connection from the pool, and is released when its process dies. Do not call this; call `withLock`.
   */
  acquireLock(name: string): Promise<() => Promise<void>>;
  /**
   * Calls `onNotify` with the payload of each committed `pg_notify` on this channel, by any process. Calls it with '' if notifications may
   * have been missed. Call the returned function to stop.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Calls `listener` with the text of each statement, which has placeholders and no values; for metrics. */
  onStatement(listener: (sql: string) => void): () => void;
  /** Calls `listener` for each failed statement, except for conflicts (SQLSTATE class 23), which callers expect; for metrics. */
  onFailure(listener: FailureListener): () => void;
  close(): Promise<void>;
}

/** `lost`: no response came, or the server is unavailable; `refused`: the server rejected the statement. */
export type FailureListener = (failure: 'lost' | 'refused') => void;

/** A database without a cipher. `withCipher` adds the cipher. */
export interface Driver extends Omit<Database, 'cipher' | 'transaction'> {
  transaction<T>(fn: (tx: Omit<Transaction, 'cipher'>) => Promise<T>): Promise<T>;
}

export function withCipher(driver: Driver, cipher: Cipher): Database {
  return {
    ...driver,
    cipher,
    transaction: (fn) => driver.transaction((tx) => fn({ ...tx, cipher })),
  };
}

/**
 * Runs `fn` while holding the lock with this name. Other callers, in all processes, wait. The lock is released when `fn`
 * ends or the process dies. `fn` may use the database, because the lock takes no connection from the pool.
 */
export async function withLock<T>(db: Database, name: string, fn: () => Promise<T>): Promise<T> {
  const release = await db.acquireLock(name);
  try {
    return await fn();
  } finally {
    await release();
  }
}
