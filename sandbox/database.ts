import { AsyncResource } from 'node:async_hooks';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite';
import type { Log } from '../src/log.ts';
import { createMutexes } from '../src/mutexes.ts';
import type { Cipher } from '../src/storage/cipher.ts';
import { type Database, type Driver, withCipher } from '../src/storage/database.ts';
import { createStatements } from '../src/storage/drivers/statements.ts';

/**
 * Uses PGlite (PostgreSQL in this process) as Deckhand's database, in the sandbox and the tests. PGlite does not call fsync,
 * so a power cut can destroy a folder. Production uses a PostgreSQL server.
 */

type Statements = ReturnType<typeof createStatements>;
type DriverTransaction = Parameters<Parameters<Driver['transaction']>[0]>[0];

/** Opens the database in a folder, or creates it there, which takes a few seconds. */
export async function openFolder(
  folder: string,
  { log, cipher }: { log: Log; cipher: Cipher },
): Promise<Database> {
  mkdirSync(folder, { recursive: true });
  const unlock = lock(join(folder, 'running'));
  const driver = overPglite(await PGlite.create(join(folder, 'postgres')), log);
  async function close(): Promise<void> {
    await driver.close();
    unlock();
  }
  return withCipher({ ...driver, close }, cipher);
}

/** Creates an empty database in memory, or a copy of one that was dumped. */
export const createInMemory = (dumped?: Blob): Promise<PGlite> =>
  PGlite.create(dumped ? { loadDataDir: dumped } : {});

/** Prevents two processes from writing to one folder, because they would destroy it. */
function lock(file: string): () => void {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (pid && pid !== process.pid && isAlive(pid))
    throw new Error(
      `A sandbox with this folder is already running (process ${pid}). Otherwise delete ${file}.`,
    );
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Milliseconds of statements after which other work of this process, such as timers and requests, gets a turn. */
const TURN_MS = 25;

/**
 * Runs one statement or transaction after the other. PGlite answers within microtasks, so a thousand statements in a row
 * would block the event loop.
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

/** Returns a driver over an open PGlite. Closing the driver closes PGlite. */
export function overPglite(pglite: PGlite, log: Log): Driver {
  const statements = createStatements(log);
  const acquire = createMutexes();
  const inTurn = createTurns();

  async function query<R>(sql: string, params: unknown[] = []): Promise<R[]> {
    statements.refuseInsideTransaction();
    return statements.run(sql, () => inTurn(() => send<R>(pglite, sql, params)));
  }

  return {
    kind: 'pglite',
    onStatement: statements.onStatement,
    onFailure: statements.onFailure,
    executor: {
      async executeSql(text, values) {
        statements.refuseInsideTransaction();
        statements.report(text);
        return statements.attempt(text, () => inTurn(() => execute(pglite, text, values)));
      },
    },
    query,
    sideConnection: { query },
    // No lock is needed, because PGlite runs one transaction after the other.
    async transaction(fn) {
      statements.refuseInsideTransaction();
      // PGlite sends BEGIN and COMMIT itself.
      statements.report('BEGIN');
      const work = (inner: PGliteTransaction) =>
        statements.asTransaction((refuseOnceEnded) => fn(asTransaction(inner, statements, refuseOnceEnded)));
      return inTurn(() => pglite.transaction(work)).finally(() => statements.report('COMMIT'));
    },
    async acquireLock(name) {
      const release = await acquire(name);
      return async () => release();
    },
    async listen(channel, onNotify) {
      // The callback runs in the async context of the listener, not in that of the statement that notified.
      const stop = await pglite.listen(channel, AsyncResource.bind(onNotify));
      return () => stop();
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

function asTransaction(
  inner: PGliteTransaction,
  statements: Statements,
  refuseOnceEnded: () => void,
): DriverTransaction {
  return {
    executor: {
      async executeSql(text, values) {
        refuseOnceEnded();
        statements.report(text);
        return statements.attempt(text, () => execute(inner, text, values));
      },
    },
    query<R>(sql: string, params: unknown[] = []) {
      return statements.run(sql, async () => {
        refuseOnceEnded();
        return send<R>(inner, sql, params);
      });
    },
    async script(sql) {
      await statements.run(sql, () => inner.exec(sql));
    },
  };
}

type Sender = Pick<PGlite, 'query' | 'exec'>;

async function send<R>(to: Sender, sql: string, params: unknown[]): Promise<R[]> {
  const { rows } = await to.query<R>(
    sql,
    params.map((value) => value ?? null),
  );
  return rows;
}

/** pg-boss sends scripts of several statements without values, and single statements with values. */
async function execute(to: Sender, text: string, values: unknown[] = []) {
  if (values.length > 0) return { rows: await send<unknown>(to, text, values) };
  const results = await to.exec(text);
  return { rows: results.flatMap(({ rows }) => rows) };
}
