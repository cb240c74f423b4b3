import type { Cipher } from './cipher.ts';

/**
 * Something SQL can be sent to; statements that name columns are written by kysely (tables.ts). One dialect for both
 * databases:
 *
 * - `$1` placeholders, one statement a call;
 * - a jsonb parameter is an object or JSON text (an array would become a list of PostgreSQL's), a list is
 *   `any($1::text[])`;
 * - `timestamptz` takes and gives a Date, `jsonb` gives the value, `bigint` and `count(*)` give a number.
 *
 * Errors are StatementError: code, table and constraint, and never a parameter's value.
 */
export interface Queries {
  query<R = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
}

/** With the cipher for what people wrote: it is sealed before it is written (sealed-columns.ts). */
export interface SealingQueries extends Queries {
  readonly cipher: Cipher;
}

export interface Transaction extends SealingQueries {
  /** Several statements without parameters, as migrations are. */
  script(sql: string): Promise<void>;
  /** Pass it to pg-boss as `db`, so that its jobs join this transaction. */
  readonly executor: SqlExecutor;
}

/** pg-boss's idea of a database: raw errors, scripts allowed when there are no values. */
export interface SqlExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: the rows are pg-boss's own, and so is this signature.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

export interface Database extends SealingQueries {
  readonly kind: 'pglite' | 'postgres';
  /** This opening of the database; another process, or the same one later, has another. */
  readonly opened: string;
  readonly executor: SqlExecutor;
  /** For the few statements that must not wait behind all others, such as heartbeats; on a connection of their own. */
  readonly sideConnection: Queries;
  /**
   * Commits what `fn` did, or rolls back when it throws. Inside, everything goes through `tx`: a query on the
   * database itself would wait for the transaction that waits for it, and is refused with an error.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Waits for the lock of this name, held by one caller at a time among all processes. Holds no pooled
   * connection; a holder that dies releases it. Use `withLock`.
   */
  acquireLock(name: string): Promise<() => Promise<void>>;
  /**
   * Holds the lock of this name together with all others who hold it so, until the database is closed: `acquireLock` waits for
   * them. Where the connection was lost it is taken again, and may have been somebody's in between.
   */
  holdShared(name: string): Promise<void>;
  /** Calls back for each `pg_notify(channel, payload)` of any process, once committed. Ends with the returned call. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Calls `listener` with each statement (placeholders, no values); for measuring. */
  onStatement(listener: (sql: string) => void): () => void;
  /** Calls `listener` with each failure that no caller provokes on purpose; for metrics. */
  onFailure(listener: FailureListener): () => void;
  close(): Promise<void>;
}

/** `lost`: there was no answer; `refused`: the statement was not taken. */
export type FailureListener = (failure: 'lost' | 'refused') => void;

/** A database as its driver has it, which knows of no cipher. */
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
 * Runs `fn` while nobody else, in any process, runs one under the same name. Callers wait their turn; the lock is
 * released when `fn` ends, and when its process dies. `fn` may use the database as it likes.
 */
export async function withLock<T>(db: Database, name: string, fn: () => Promise<T>): Promise<T> {
  const release = await db.acquireLock(name);
  try {
    return await fn();
  } finally {
    await release();
  }
}
