import type { Cipher } from './cipher.ts';

/**
 * Sends an SQL statement to PostgreSQL, or to PGlite in the sandbox and the tests. Throws StatementError, which has no parameter values.
 * - A call sends one statement. Its placeholders are `$1`, `$2` and so on.
 * - A jsonb parameter is an object or JSON text, because an array would become a PostgreSQL array. For a list, use `any($1::text[])`.
 * - In the rows, `timestamptz` is a Date, `jsonb` is the parsed value, and `bigint` and `count(*)` are numbers.
 */
export interface Queries {
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
}

/** Queries, and the cipher that encrypts people's texts before they are written (sealed-columns.ts). */
export interface SealingQueries extends Queries {
  readonly cipher: Cipher;
}

export interface Transaction extends SealingQueries {
  /** Runs several statements without parameters, such as a migration. */
  script(sql: string): Promise<void>;
  /** Pass this to a call of pg-boss as `db`, so that the call becomes part of this transaction. */
  readonly executor: SqlExecutor;
}

/** The interface through which pg-boss uses our database. Without `values`, `text` may have several statements. Throws StatementError. */
export interface SqlExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: this is pg-boss's signature.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

export interface Database extends SealingQueries {
  readonly kind: 'pglite' | 'postgres';
  readonly executor: SqlExecutor;
  /** A separate connection for the few statements that must not wait for a free connection of the pool, such as renewals of job leases. */
  readonly sideConnection: Queries;
  /**
   * Runs `fn` in a transaction. In `fn`, send every statement through `tx`. A query without `tx` throws, because it could deadlock.
   * @param lock name of a lock. Transactions with the same lock run one after another, in all processes
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>, lock?: string): Promise<T>;
  /** Waits for the lock `name`, which only one caller in all processes can hold, and returns its release function. Prefer `withLock`. */
  acquireLock(name: string): Promise<() => Promise<void>>;
  /**
   * Calls `onNotify` with the payload of each `pg_notify` on this channel, and with '' if notifications may have been missed.
   * @returns a function that stops listening
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Calls `listener` with the text of each statement, which has placeholders and no values; for metrics. */
  onStatement(listener: (sql: string) => void): () => void;
  /** Calls `listener` for each failed statement, for metrics. Leaves out conflicts (SQLSTATE class 23), which callers expect. */
  onFailure(listener: FailureListener): () => void;
  close(): Promise<void>;
}

/** How a statement failed: the server did not respond or is unavailable (`lost`), or it rejected the statement (`refused`). */
export type FailureListener = (failure: 'lost' | 'refused') => void;

/** A database without encryption, which the drivers of PostgreSQL and PGlite implement. `withCipher` adds the cipher. */
export interface Driver extends Omit<Database, 'cipher' | 'transaction'> {
  transaction<T>(fn: (tx: Omit<Transaction, 'cipher'>) => Promise<T>, lock?: string): Promise<T>;
}

export function withCipher(driver: Driver, cipher: Cipher): Database {
  return {
    ...driver,
    cipher,
    transaction: (fn, lock) => driver.transaction((tx) => fn({ ...tx, cipher }), lock),
  };
}

/** Runs `fn` while holding the lock `name`, which only one caller in all processes can hold. The lock takes no connection of the pool. */
export async function withLock<T>(db: Database, name: string, fn: () => Promise<T>): Promise<T> {
  const release = await db.acquireLock(name);
  try {
    return await fn();
  } finally {
    await release();
  }
}
