import PQueue from 'p-queue';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Driver, Transaction } from '../database.ts';
import { refusePoolers } from './poolers.ts';
import { createSession } from './postgres-session.ts';
import { createStatements, withNulls } from './statements.ts';

type Statements = ReturnType<typeof createStatements>;
type DriverTransaction = Omit<Transaction, 'cipher'>;

/** Milliseconds after which the server cancels a statement. If the server does not do this, the client gives up 5 s later. */
const STATEMENT_TIMEOUT = 60_000;
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds after which the server ends an idle transaction, because an idle transaction keeps its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT = 60_000;

const INT8 = 20;
/** Makes node-postgres return bigint and count(*) as numbers instead of strings, as PGlite does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Time limits of a server session. A pooler in transaction mode rejects them as startup parameters. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
};
/** Begins a transaction through a pooler. The limits are set in the same message as BEGIN, which saves a round trip. */
const BEGIN_POOLED = [
  'BEGIN',
  ...Object.entries(SESSION_LIMITS).map(([k, ms]) => `SET LOCAL ${k} = ${ms}`),
].join('; ');

/**
 * Connects to a PostgreSQL server. The parameter `sslmode` of the URL determines whether TLS is used.
 * @param options.directUrl URL of the server itself, if `url` leads to a pooler in transaction mode. It is used for locks, notifications and
 * heartbeats, because they need a session. Statements that go through the pooler outside of transactions have no time limit on the server except
 * the role's `statement_timeout`.
 * @throws PoolerError if locks and notifications would go through a pooler in transaction mode
 */
export async function openPostgres(options: {
  url: string;
  directUrl?: string;
  log: Log;
  maxConnections?: number;
}): Promise<Driver> {
  const { url, directUrl, log, maxConnections = 10 } = options;
  const common: pg.ClientConfig = {
    application_name: 'deckhand',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT + 5_000,
    keepAlive: true,
    types,
  };
  const direct = { ...common, ...SESSION_LIMITS, connectionString: directUrl ?? url };
  const connect = () => new pg.Client(direct);
  await refusePoolers({
    connect,
    pooled: directUrl ? () => new pg.Client({ ...common, connectionString: url }) : undefined,
  });
  const pool = new pg.Pool({
    ...(directUrl ? { ...common, connectionString: url } : direct),
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
    onStatement: statements.onStatement,
    onFailure: statements.onFailure,
    executor: {
      async executeSql(text, values) {
        statements.refuseInsideTransaction();
        statements.report(text);
        return statements.attempt(text, () => pool.query(text, values));
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
  const client = await statements.attempt('connect', () => pool.connect());
  const control = (sql: string) => statements.run(sql, () => client.query(sql));
  let broken: Error | undefined;
  // The pool handles 'error' events of idle clients only. Without this listener, a connection that is lost between two statements of a
  // transaction would crash the process. The listener does nothing, because the next statement fails in any case.
  const onLost = () => {};
  client.on('error', onLost);
  try {
    await control(begin);
    const result = await statements.asTransaction((refuseOnceEnded) =>
      fn(asTransaction(client, statements, refuseOnceEnded)),
    );
    // If a statement has failed, COMMIT does not throw but returns the command ROLLBACK.
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
        return statements.attempt(text, () => send(text, values));
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
