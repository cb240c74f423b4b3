import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../log.ts';
import type { FailureListener } from '../database.ts';

/** Returns whether an SQLSTATE means a violated constraint (class 23), such as a duplicate key. Callers handle these errors. */
const isExpected = (code: string | undefined) => code?.startsWith('23') ?? false;

/** Returns true if the server did not respond (no SQLSTATE) or is unavailable: class 08, 57 or 53, or read-only (25006). */
const isLost = (code: string | undefined) =>
  !/^[0-9A-Z]{5}$/.test(code ?? '') || /^(08|57|53|25006)/.test(code ?? '');

/** Matches the error codes of database outages, but not a statement timeout (57014), which a slow statement can cause by itself. */
const OUTAGE_CODES = /^(08(?!P01)|57P|53100$|53300$|25006$|E[A-Z]{3,}$)/;
/** Matches messages of node-postgres's errors without a code: a lost connection, or a pool closed because the process stops. */
const OUTAGE_MESSAGES = /connection terminated|not queryable|trying to connect|after calling end/i;

/** Creates what the drivers of PostgreSQL and PGlite share: listeners, conversion of errors, and a check for possible deadlocks. */
export function createStatements(log: Log) {
  const listeners = new Set<(sql: string) => void>();
  const failureListeners = new Set<FailureListener>();
  const inside = new AsyncLocalStorage<{ open: boolean }>();

  const report = (sql: string) => {
    for (const listener of listeners) listener(sql);
  };

  /** Sends one statement and returns its result. Converts an error to a StatementError, which contains no values and so can be logged. */
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

  /** Sends one statement, and calls the listeners with its text. Logs an error before throwing it. */
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

  /** Throws if the caller is inside an open transaction, because a query outside could wait for the transaction forever. */
  function refuseInsideTransaction(): void {
    if (inside.getStore()?.open) {
      throw new Error(
        'This runs inside a transaction: send the query through the transaction, not the database.',
      );
    }
  }

  /**
   * Runs `fn`, which sends a transaction's statements. In all code that `fn` calls, `refuseInsideTransaction` throws.
   * @param fn receives a function that throws once the transaction has ended
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

/** Converts undefined to null, so that the drivers of PostgreSQL and PGlite behave the same. */
export const withNulls = (params: unknown[]): unknown[] => params.map((value) => value ?? null);

/** A failed statement. It can be logged: it has no `cause` and no parameter values, which PostgreSQL's own errors contain. */
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

/** Returns the error's message. Replaces it for class 22 (data exceptions), because those messages quote the invalid value. */
function withoutValues(code: string | undefined, message: string | undefined): string {
  return code?.startsWith('22') ? `a value does not fit (${code})` : (message ?? 'unknown database error');
}

function abridged(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
