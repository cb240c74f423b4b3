import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../log.ts';
import { StatementError } from '../statement-error.ts';

/** Conflicts that callers provoke and handle: class 23, integrity constraints. */
const isExpected = (code: string | undefined) => code?.startsWith('23') ?? false;

/** What both databases do around a statement: count it, translate its errors, and guard transactions. */
export function createStatements(log: Log) {
  const listeners = new Set<(sql: string) => void>();
  const inside = new AsyncLocalStorage<{ open: boolean }>();

  const tell = (sql: string) => {
    for (const listener of listeners) listener(sql);
  };

  /** Runs one statement; what it throws is a StatementError, free of values, and logged. */
  async function run<T>(sql: string, send: () => Promise<T>): Promise<T> {
    tell(sql);
    try {
      return await send();
    } catch (error) {
      const failure = new StatementError(error, sql);
      log[isExpected(failure.code) ? 'debug' : 'error'](
        { errorCode: failure.code, error: failure.message },
        'statement failed',
      );
      throw failure;
    }
  }

  /** Throws where the caller is inside a transaction that is still open, and would wait for itself. */
  function refuseInsideTransaction(): void {
    if (inside.getStore()?.open) {
      throw new Error(
        'This runs inside a transaction: send the query through the transaction, not the database.',
      );
    }
  }

  async function asTransaction<T>(fn: () => Promise<T>): Promise<T> {
    const state = { open: true };
    try {
      return await inside.run(state, fn);
    } finally {
      state.open = false;
    }
  }

  function onStatement(listener: (sql: string) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { tell, run, refuseInsideTransaction, asTransaction, onStatement };
}

/** Absent means null in both drivers. */
export const withNulls = (params: unknown[]): unknown[] => params.map((value) => value ?? null);
