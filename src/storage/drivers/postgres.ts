import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Driver, Transaction } from '../database.ts';
import { refusePoolers } from './poolers.ts';
import { createSession } from './postgres-session.ts';
import { createStatements, withNulls } from './statements.ts';

type Statements = ReturnType<typeof createStatements>;
type DriverTransaction = Omit<Transaction, 'cipher'>;

/** Milliseconds. A statement that takes longer is cut off, by the server and, should that be gone, by us. */
const STATEMENT_TIMEOUT = 60_000;
const CONNECT_TIMEOUT = 10_000;
/** A transaction that is idle for so long is ended: it holds locks and nobody works in it. */
const IDLE_IN_TRANSACTION_TIMEOUT = 60_000;

const INT8 = 20;
/** bigint and count(*) as numbers, as the embedded database gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** What a session of the server is told as it begins; a pooler in transaction mode has no such session, and takes none of it. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
};
/** One message, and so no more of a round trip than BEGIN alone. */
const BEGIN_POOLED = [
  'BEGIN',
  ...Object.entries(SESSION_LIMITS).map(([k, ms]) => `SET LOCAL ${k} = ${ms}`),
].join('; ');

/**
 * A PostgreSQL server. TLS as the address says (`sslmode`).
 * @param options.directUrl where `url` is that of a pooler in transaction mode: the server's own, for the one connection that
 * has to be a session (locks, notifications, heartbeats). Statements outside transactions then have no limit of time but ours
 * and the role's.
 * @throws PoolerError where a pooler is in the way
 */
export async function openPostgres(options: {
  url: string;
  directUrl?: string;
  log: Log;
  maxConnections?: number;
}): Promise<Driver> {
  const { url, directUrl, log, maxConnections = 10 } = options;
  const any: pg.ClientConfig = {
    application_name: 'deckhand',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT + 5_000,
    keepAlive: true,
    types,
  };
  const direct = { ...any, ...SESSION_LIMITS, connectionString: directUrl ?? url };
  const connect = () => new pg.Client(direct);
  await refusePoolers({
    connect,
    pooled: directUrl ? () => new pg.Client({ ...any, connectionString: url }) : undefined,
  });
  const pool = new pg.Pool({
    ...(directUrl ? { ...any, connectionString: url } : direct),
    max: maxConnections,
  });
  pool.on('error', (error) => log.warn({ errorCode: codeOf(error) }, 'an idle database connection was lost'));
  const session = createSession({ connect, log });
  const database = overPool(pool, session, createStatements(log), directUrl ? BEGIN_POOLED : 'BEGIN');
  try {
    await database.query('SELECT 1');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function overPool(
  pool: pg.Pool,
  session: ReturnType<typeof createSession>,
  statements: Statements,
  begin: string,
): Driver {
  let closing: Promise<void> | undefined;
  return {
    kind: 'postgres',
    opened: randomUUID(),
    onStatement: statements.onStatement,
    onFailure: statements.onFailure,
    executor: {
      async executeSql(text, values) {
        statements.refuseInsideTransaction();
        statements.report(text);
        return pool.query(text, values);
      },
    },
    sideConnection: {
      query<R>(sql: string, params: unknown[] = []) {
        return statements.run(sql, () => session.query<R>(sql, withNulls(params)));
      },
    },
    async query<R>(sql: string, params: unknown[] = []) {
      statements.refuseInsideTransaction();
      return statements.run(sql, async () => (await pool.query(sql, withNulls(params))).rows as R[]);
    },
    transaction(fn) {
      statements.refuseInsideTransaction();
      return inTransaction(pool, statements, begin, fn);
    },
    acquireLock: session.acquireLock,
    holdShared: session.holdShared,
    listen: session.listen,
    close() {
      closing ??= Promise.all([session.close(), pool.end()]).then(() => {});
      return closing;
    },
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  statements: Statements,
  begin: string,
  fn: (tx: DriverTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const control = (sql: string) => statements.run(sql, () => client.query(sql));
  let broken: Error | undefined;
  // The pool hears of lost connections while they are idle alone. One that is lost between two statements fails the next of them; unheard,
  // it would end the process.
  const onLost = () => {};
  client.on('error', onLost);
  try {
    await control(begin);
    const result = await statements.asTransaction((refuseOnceEnded) =>
      fn(asTransaction(client, statements, refuseOnceEnded)),
    );
    // A COMMIT after a statement failed answers "ROLLBACK" instead of an error.
    const { command } = await control('COMMIT');
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    await control('ROLLBACK').catch((failure) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
    client.off('error', onLost);
  }
}

function asTransaction(
  client: pg.PoolClient,
  statements: Statements,
  refuseOnceEnded: () => void,
): DriverTransaction {
  const serial = new PQueue({ concurrency: 1 });
  const send = (sql: string, params?: unknown[]) =>
    serial.add(() => {
      refuseOnceEnded();
      return client.query(sql, params);
    });
  return {
    executor: {
      executeSql(text, values) {
        statements.report(text);
        return send(text, values);
      },
    },
    query<R>(sql: string, params: unknown[] = []) {
      return statements.run(sql, async () => (await send(sql, withNulls(params))).rows as R[]);
    },
    async script(sql) {
      await statements.run(sql, () => send(sql));
    },
  };
}

const codeOf = (error: Error) => (error as { code?: string }).code;
