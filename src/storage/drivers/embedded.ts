import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { fromPglite } from 'pg-boss';
import type { Log } from '../../log.ts';
import { createMutexes } from '../../mutexes.ts';
import type { Driver, Transaction } from '../database.ts';
import type { DataDir } from './data-dir.ts';
import { createPrepared } from './prepared.ts';
import { createStatements } from './statements.ts';
import { syncedFolder } from './synced-folder.ts';

type DriverTransaction = Omit<Transaction, 'cipher'>;

/**
 * PGlite's default `-F` turns fsync off. Without it and with open_datasync each commit is written through before it
 * is acknowledged, so a kill -9 loses nothing that was. 8 MB of buffers keep its memory small.
 */
const DURABLE = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=open_datasync',
  '-c',
  'shared_buffers=8MB',
];

/** PostgreSQL in this process. Without a data folder it is in memory, and nothing outlives the process. */
export async function openEmbedded(dataDir: DataDir | undefined, log: Log): Promise<Driver> {
  if (!dataDir) return overPglite(await PGlite.create(), log);
  try {
    const pglite = await PGlite.create({ fs: syncedFolder(dataDir.folder), startParams: DURABLE });
    return overPglite(pglite, log, dataDir.unlock);
  } catch (error) {
    dataDir.unlock();
    throw error;
  }
}

/** Milliseconds that statements may take before Node gets to its other work. */
const TURN_MS = 25;

/**
 * One statement or transaction after the other, as PGlite does them, and Node's other work in between. PGlite answers within
 * microtasks: a thousand generations that are taken up asked it in turn for three seconds, and nobody else was served.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let began = performance.now();

  async function letOthersIn(): Promise<void> {
    if (performance.now() - began < TURN_MS) return;
    await setImmediate();
    began = performance.now();
  }

  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(letOthersIn).then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/** A Database over an open PGlite, which it then owns. `onClosed` runs once it is closed. */
export function overPglite(pglite: PGlite, log: Log, onClosed: () => void = () => {}): Driver {
  const statements = createStatements(log);
  const acquire = createMutexes();
  const boss = fromPglite(pglite);
  const prepared = createPrepared(pglite);
  const inTurn = createTurns();

  async function query<R>(sql: string, params: unknown[] = []): Promise<R[]> {
    statements.refuseInsideTransaction();
    return statements.run(sql, () => inTurn(async () => (await prepared.query<R>(sql, params)).rows));
  }

  return {
    kind: 'pglite',
    opened: randomUUID(),
    onStatement: statements.onStatement,
    onFailure: statements.onFailure,
    executor: {
      async executeSql(text, values) {
        statements.refuseInsideTransaction();
        statements.report(text);
        if (values?.length) return inTurn(() => prepared.query(text, values));
        return inTurn(() => boss.executeSql(text).finally(prepared.forget));
      },
    },
    query,
    sideConnection: { query },
    async transaction(fn) {
      statements.refuseInsideTransaction();
      // PGlite sends these two by itself.
      statements.report('BEGIN');
      const work = (inner: PGliteTransaction) =>
        statements.asTransaction(() => fn(asTransaction(inner, prepared, statements)));
      return inTurn(() => pglite.transaction(work)).finally(() => statements.report('COMMIT'));
    },
    async acquireLock(name) {
      const release = await acquire(name);
      return async () => release();
    },
    // There is no other process.
    holdShared: async () => {},
    async listen(channel, onNotify) {
      // Called back in the context of whoever listens, not of the statement that notified.
      const stop = await pglite.listen(channel, AsyncResource.bind(onNotify));
      return () => stop();
    },
    async close() {
      if (pglite.closed) return;
      await pglite.close();
      onClosed();
    },
  };
}

function asTransaction(
  inner: PGliteTransaction,
  prepared: ReturnType<typeof createPrepared>,
  statements: ReturnType<typeof createStatements>,
): DriverTransaction {
  return {
    executor: {
      async executeSql(text, values) {
        statements.report(text);
        if (values?.length) return prepared.query(text, values);
        const results = await inner.exec(text).finally(prepared.forget);
        return { rows: results.flatMap((result) => result.rows) };
      },
    },
    query<R>(sql: string, params: unknown[] = []) {
      return statements.run(sql, async () => (await prepared.query<R>(sql, params)).rows);
    },
    async script(sql) {
      await statements.run(sql, () => inner.exec(sql).finally(prepared.forget));
    },
  };
}
