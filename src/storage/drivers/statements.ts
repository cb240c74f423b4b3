import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../log.ts';
import type { FailureListener } from '../database.ts';

/** Returns whether a code is of class 23 (integrity constraints). Callers expect these conflicts and handle them. */
const isExpected = (code: string | undefined) => code?.startsWith('23') ?? false;

/**
 * Returns whether no response came or the server is unavailable: there is no SQLSTATE, the server is read-only, or the SQLSTATE has class
 * 08 (connection), 57 (shut down, starting up) or 53 (out of connections, disk or memory).
 */
const isLost = (code: string | undefined) =>
  !/^[0-9A-Z]{5}$/.test(code ?? '') || /^(08|57|53|25006)/.test(code ?? '');

/** Matches the codes of outages, which no statement causes by itself. Timeouts are not included, because a statement can cause them. */
const OUTAGE_CODES = /^(08(?!P01)|57P|53100$|53300$|25006$|E[A-Z]{3,}$)/;
/** Matches the messages of node-postgres's errors without a code: of lost connections, and of a pool that a stopping process has closed. */
const OUTAGE_MESSAGES = /connection terminated|not queryable|trying to connect|after calling end/i;

/**
 * Creates the functions that the drivers of PostgreSQL and PGlite share. They report statements, convert errors, and refuse queries that
 * would deadlock.
 */
export function createStatements(log: Log) {
  const listeners = new Set<(sql: string) => void>();
  const failureListeners = new Set<FailureListener>();
  const inside = new AsyncLocalStorage<{ open: boolean }>();

  const report = (sql: string) => {
    for (const listener of listeners) listener(sql);
  };

  /** Sends one statement and returns its result. Converts an error to a StatementError, which contains no values. */
  async function attempt<T>(sql: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const failure = new StatementError(error, sql);
      if (!isExpected(failure.code))
        for (const listener of failureListeners) listener(isLost(failure.code) ? 'lost' : 'refused');
      throw failure;
    }
  }

  /** Runs one statement, and logs its error. */
  function run<T>(sql: string, send: () => Promise<T>): Promise<T> {
    report(sql);
    return attempt(sql, send).catch((failure: StatementError) => {
      log[isExpected(failure.code) ? 'debug' : 'error'](
        { errorCode: failure.code, error: failure.message },
        'statement failed',
      );
      throw failure;
    });
  }

  /** Throws if the caller is inside an open transaction, because its query could wait for that transaction forever. */
  function refuseInsideTransaction(): void {
    if (inside.getStore()?.open) {
      throw new Error(
        'This runs inside a transaction: send the query through the transaction, not the database.',
      );
    }
  }

  /**
   * Marks everything that `fn` does as inside a transaction.
   * @param fn receives a function that throws after the transaction has ended, because a later statement would not be part of it
   */
  async function asTransaction<T>(fn: (refuseOnceEnded: () => void) => Promise<T>): Promise<T> {
    const state = { open: true };
    const refuseOnceEnded = () => {
      if (!state.open) throw new Error('The transaction has ended.');
    };
    try {
      return await inside.run(state, () => fn(refuseOnceEnded));
    } finally {
      state.open = false;
    }
  }

  function onStatement(listener: (sql: string) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function onFailure(listener: FailureListener): () => void {
    failureListeners.add(listener);
    return () => failureListeners.delete(listener);
  }

  return { report, attempt, run, refuseInsideTransaction, asTransaction, onStatement, onFailure };
}

/** Converts undefined to null so that both drivers behave the same. */
export const withNulls = (params: unknown[]): unknown[] => params.map((value) => value ?? null);

/**
 * A failed statement. PostgreSQL's own errors contain parameter values in `detail`, `where` and, for data errors, in the
 * message. This error keeps none of these and has no `cause`, so it can be logged.
 */
export class StatementError extends Error {
  override name = 'StatementError';
  /** SQLSTATE, for example '23505' for a duplicate; undefined if the connection failed. */
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** True if the database is unreachable, full, read-only or out of connections. The same statement can succeed later. */
  readonly isOutage: boolean;

  constructor(error: unknown, sql: string) {
    const { code, table, constraint, message } = error as Partial<StatementError>;
    super(`${withoutValues(code, message)}, in: ${abridged(sql)}`);
    this.code = code;
    this.table = table;
    this.constraint = constraint;
    this.isOutage = code ? OUTAGE_CODES.test(code) : OUTAGE_MESSAGES.test(message ?? '');
  }
}

/** Returns the message, except for class 22 (data exceptions), whose messages quote the invalid value. */
function withoutValues(code: string | undefined, message: string | undefined): string {
  return code?.startsWith('22') ? `a value does not fit (${code})` : (message ?? 'unknown database error');
}

function abridged(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
