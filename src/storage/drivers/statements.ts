import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../log.ts';
import type { FailureListener } from '../database.ts';

/** Conflicts that callers provoke and handle: class 23, integrity constraints. */
const isExpected = (code: string | undefined) => code?.startsWith('23') ?? false;

/** No SQLSTATE, or class 08 (connection), 57 (shut down, starting up) or 53 (out of connections, disk or memory). */
const isLost = (code: string | undefined) =>
  !/^[0-9A-Z]{5}$/.test(code ?? '') || /^(08|57|53)/.test(code ?? '');

/** Both databases report each statement, translate its errors, and guard transactions by this. */
export function createStatements(log: Log) {
  const listeners = new Set<(sql: string) => void>();
  const failureListeners = new Set<FailureListener>();
  const inside = new AsyncLocalStorage<{ open: boolean }>();

  const report = (sql: string) => {
    for (const listener of listeners) listener(sql);
  };

  /** Runs one statement; what it throws is a StatementError, free of values, and logged. */
  async function run<T>(sql: string, send: () => Promise<T>): Promise<T> {
    report(sql);
    try {
      return await send();
    } catch (error) {
      const failure = new StatementError(error, sql);
      if (!isExpected(failure.code))
        for (const listener of failureListeners) listener(isLost(failure.code) ? 'lost' : 'refused');
      log[isExpected(failure.code) ? 'debug' : 'error'](
        { errorCode: failure.code, error: failure.message },
        'statement failed',
      );
      throw failure;
    }
  }

  /** Throws where the caller is inside an open transaction, for which it would wait for ever. */
  function refuseInsideTransaction(): void {
    if (inside.getStore()?.open) {
      throw new Error(
        'This runs inside a transaction: send the query through the transaction, not the database.',
      );
    }
  }

  /**
   * @param fn is given what throws once it has ended: a statement that is sent through the transaction later would be in none, or in
   * another one
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

  return { report, run, refuseInsideTransaction, asTransaction, onStatement, onFailure };
}

/** Absent means null in both drivers. */
export const withNulls = (params: unknown[]): unknown[] => params.map((value) => value ?? null);

/**
 * A statement the database refused. PostgreSQL's own errors carry parameter values in `detail`, `where` and, for
 * data errors, in the message; none of these is kept, so this error may be logged. There is no `cause` for the
 * same reason.
 */
export class StatementError extends Error {
  override name = 'StatementError';
  /** SQLSTATE, e.g. '23505' for a duplicate; undefined where the connection failed. */
  readonly code: string | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor(error: unknown, sql: string) {
    const { code, table, constraint, message } = error as Partial<StatementError>;
    super(`${withoutValues(code, message)}, in: ${abridged(sql)}`);
    this.code = code;
    this.table = table;
    this.constraint = constraint;
  }
}

/** Class 22 (data exceptions) quotes the offending value. */
function withoutValues(code: string | undefined, message: string | undefined): string {
  return code?.startsWith('22') ? `a value does not fit (${code})` : (message ?? 'unknown database error');
}

function abridged(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
