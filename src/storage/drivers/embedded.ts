import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { fromPglite } from 'pg-boss';
import type { Log } from '../../log.ts';
import { createMutexes } from '../../mutexes.ts';
import type { Driver, Transaction } from '../database.ts';
import { createBreaker } from './breaker.ts';
import type { DataDir } from './data-dir.ts';
import { dataDirError } from './data-dir-error.ts';
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

/**
 * PostgreSQL in this process. Without a data folder it is in memory, and nothing outlives the process.
 * @param onBroken hears that nothing can be read or written any more: the process is to end
 */
export async function openEmbedded(
  dataDir: DataDir | undefined,
  log: Log,
  onBroken: (error: Error) => void = () => {},
): Promise<Driver> {
  if (!dataDir) return overPglite(await PGlite.create(), log);
  const { path, folder, unlock } = dataDir;
  const said: string[] = [];
  let isOpen = false;
  try {
    const pglite = await PGlite.create({
      fs: syncedFolder(folder),
      startParams: DURABLE,
      onStderr(line) {
        if (!isOpen) said.push(line);
        return false;
      },
    });
    isOpen = true;
    const broken = (error: unknown) =>
      onBroken(dataDirError('The embedded database has broken off', path, error));
    return overPglite(pglite, log, { onClosed: unlock, onBroken: broken });
  } catch (error) {
    unlock();
    const why = said.flatMap((line) => /(?:FATAL|PANIC|DETAIL|HINT): .*/.exec(line) ?? []).join(' ');
    throw dataDirError('The embedded database could not be opened', path, error, why);
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

interface Life {
  /** It is closed. */
  onClosed?: () => void;
  onBroken?: (error: unknown) => void;
}

/** A Database over an open PGlite, which it then owns. */
export function overPglite(pglite: PGlite, log: Log, life: Life = {}): Driver {
  const { onClosed = () => {}, onBroken = () => {} } = life;
  const statements = createStatements(log);
  const acquire = createMutexes();
  const boss = fromPglite(pglite);
  const prepared = createPrepared(pglite);
  const { isBroken, unlessBroken, watch } = createBreaker(onBroken);
  const take = createTurns();
  const inTurn = <T>(work: () => Promise<T>) => take(() => unlessBroken(work));

  async function query<R>(sql: string, params: unknown[] = []): Promise<R[]> {
    statements.refuseInsideTransaction();
    return statements.run(sql, () => inTurn(async () => (await watch(prepared.query<R>(sql, params))).rows));
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
        if (values?.length) return inTurn(() => watch(prepared.query(text, values)));
        return inTurn(() => watch(boss.executeSql(text).finally(prepared.forget)));
      },
    },
    query,
    sideConnection: { query },
    async transaction(fn) {
      statements.refuseInsideTransaction();
      // PGlite sends these two by itself.
      statements.report('BEGIN');
      const work = (inner: PGliteTransaction) =>
        statements.asTransaction((refuseOnceEnded) =>
          fn(asTransaction(inner, prepared, statements, watch, refuseOnceEnded)),
        );
      return inTurn(() => watch(pglite.transaction(work))).finally(() => statements.report('COMMIT'));
    },
    async acquireLock(name) {
      const release = await acquire(name);
      return async () => release();
    },
    // There is no other process.
    holdShared: async () => {},
    async listen(channel, onNotify) {
      // Called back in the context of whoever listens, not of the statement that notified.
      const stop = await unlessBroken(() => pglite.listen(channel, AsyncResource.bind(onNotify)));
      return () => unlessBroken(() => stop());
    },
    async close() {
      if (pglite.closed) return;
      if (!isBroken()) await pglite.close();
      onClosed();
    },
  };
}

function asTransaction(
  inner: PGliteTransaction,
  prepared: ReturnType<typeof createPrepared>,
  statements: ReturnType<typeof createStatements>,
  watch: <T>(statement: Promise<T>) => Promise<T>,
  refuseOnceEnded: () => void,
): DriverTransaction {
  const send = async <R>(sql: string, params: unknown[]) => {
    refuseOnceEnded();
    return watch(prepared.query<R>(sql, params));
  };
  return {
    executor: {
      async executeSql(text, values) {
        statements.report(text);
        if (values?.length) return send(text, values);
        const results = await watch(inner.exec(text).finally(prepared.forget));
        return { rows: results.flatMap((result) => result.rows) };
      },
    },
    query<R>(sql: string, params: unknown[] = []) {
      return statements.run(sql, async () => (await send<R>(sql, params)).rows);
    },
    async script(sql) {
      await statements.run(sql, () => watch(inner.exec(sql).finally(prepared.forget)));
    },
  };
}
