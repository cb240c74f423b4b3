import PQueue from 'p-queue';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Driver, Transaction } from '../database.ts';
import { refusePoolers } from './poolers.ts';
import { createSession } from './postgres-session.ts';
import { createStatements, withNulls } from './statements.ts';

type Statements = ReturnType<typeof createStatements>;
type DriverTransaction = Omit<Transaction, 'cipher'>;

/** Milliseconds after which the server cancels a statement. The client gives up 5 s later if the server has not responded. */
const STATEMENT_TIMEOUT = 60_000;
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds after which the server ends a transaction in which nothing happens, because an open transaction keeps its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT = 60_000;

const INT8 = 20;
/** Makes node-postgres return bigint and count(*) as numbers instead of strings, as PGlite does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Time limits of a server session, as startup parameters. A pooler in transaction mode rejects them, so BEGIN_POOLED sets the limits. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
};
/** Begins a transaction through a pooler. The time limits are set in the same message as BEGIN, which saves a round trip. */
const BEGIN_POOLED = [
  'BEGIN',
  ...Object.entries(SESSION_LIMITS).map(([k, ms]) => `SET LOCAL ${k} = ${ms}`),
].join('; ');

/** Adds a wait for a lock to the message of BEGIN, which saves a round trip. The name is quoted, as such a message has no parameters. */
const withLock = (begin: string, name: string) =>
  `${begin}; SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(name)}, 0))`;

/**
 * Connects to a PostgreSQL server. Through a pooler, our time limits apply only in transactions. For other statements, the server applies
 * the role's `statement_timeout`.
 * @param options.directUrl URL of the server itself, for locks, notifications and renewals of job leases. Required if `url` leads to a
 * pooler in transaction mode
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
    transaction(fn, lock) {
      statements.refuseInsideTransaction();
      return inTransaction(pool, statements, { begin, lock }, fn);
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
  { begin, lock }: { begin: string; lock: string | undefined },
  fn: (tx: DriverTransaction) => Promise<T>,
): Promise<T> {
  const client = await statements.attempt('connect', () => pool.connect());
  const control = (sql: string) => statements.run(sql, () => client.query(sql));
  let broken: Error | undefined;
  // The pool handles 'error' events of idle clients only. Without this listener, a lost connection would crash the process.
  const onLost = () => {};
  client.on('error', onLost);
  try {
    // The statement in an error is only BEGIN, because errors must not contain the lock's name.
    await statements.run(begin, () => client.query(lock === undefined ? begin : withLock(begin, lock)));
    const result = await statements.asTransaction((refuseOnceEnded) =>
      fn(asTransaction(client, statements, refuseOnceEnded)),
    );
    // COMMIT does not throw if a statement has failed. Instead, the server rolls back and names the command ROLLBACK in its response.
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
