import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { createInMemory, overPglite } from '../../sandbox/database.ts';
import { createBoss } from '../../src/jobs/queue.ts';
import type { Log } from '../../src/log.ts';
import { type Database, withCipher } from '../../src/storage/database.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { testCipher } from './test-key.ts';

/** The PostgreSQL server that `npm run test:postgres` uses. */
export const serverUrl = process.env.DATABASE_URL;

const silent = pino({ level: 'silent' });

/**
 * Opens a database for one test file, with all tables. Closing it deletes it. One per file is enough:
 *
 *     const db = await testDatabase();
 *     afterAll(() => db.close());
 *     beforeEach(() => clearDatabase(db));
 *
 * PGlite in memory, or on the PostgreSQL server of DATABASE_URL if that is set.
 */
export function testDatabase(log: Log = silent): Promise<Database> {
  return serverUrl ? createOnServer(log) : openInMemory(log);
}

/** Connects to a database on a server; migrate() comes next. */
export function openOnServer(databaseUrl: string, log: Log = silent): Promise<Database> {
  return openDatabase({ cipher: testCipher, log, databaseUrl });
}

/**
 * Empties all tables and the queue. Deleting a few rows takes one millisecond. Truncating takes thirty, but leaves no dead rows
 * behind, so it is used once the tables have grown.
 */
export async function clearDatabase(db: Database): Promise<void> {
  await db.query(`
    DO $$
    DECLARE
      tables text[];
      bytes bigint;
      name text;
    BEGIN
      SELECT array_agg(oid::regclass::text), sum(pg_relation_size(oid)) INTO tables, bytes FROM pg_class
      WHERE relkind IN ('r', 'p') AND (relnamespace = 'public'::regnamespace AND relname <> 'migrations'
        OR relnamespace = to_regnamespace('pgboss') AND relname ~ '^job');
      IF bytes > 1e6 THEN
        EXECUTE 'TRUNCATE ' || array_to_string(tables, ', ') || ' RESTART IDENTITY CASCADE';
      ELSE
        FOREACH name IN ARRAY tables LOOP
          EXECUTE 'DELETE FROM ' || name;
        END LOOP;
      END IF;
    END $$`);
}

export interface ServerDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the server of DATABASE_URL, for tests with several processes. */
export async function createServerDatabase(): Promise<ServerDatabase> {
  if (!serverUrl) throw new Error('Set DATABASE_URL to a PostgreSQL server for this test.');
  const name = `deckhand_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function createOnServer(log: Log): Promise<Database> {
  const { url, drop } = await createServerDatabase();
  const db = await openOnServer(url, log);
  await migrate(db);
  return {
    ...db,
    async close() {
      await db.close();
      await drop();
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

type PGlite = Awaited<ReturnType<typeof createInMemory>>;

/** Databases of finished test files. Emptying one is much faster than opening another. */
const idle: PGlite[] = [];

async function openInMemory(log: Log): Promise<Database> {
  const pglite = idle.pop() ?? (await copyTemplate());
  const db = withCipher(overPglite(pglite, log), testCipher);
  const stops = new Set<() => Promise<void>>();
  let closed = false;
  const open = <A extends unknown[], R>(fn: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      if (closed) throw new Error('This test is over, and its database closed.');
      return fn(...args);
    };
  };
  return {
    ...db,
    executor: { executeSql: open(db.executor.executeSql) },
    query: open(db.query) as Database['query'],
    sideConnection: { query: open(db.sideConnection.query) as Database['query'] },
    transaction: open(db.transaction) as Database['transaction'],
    acquireLock: open(db.acquireLock),
    listen: open(async (channel, onNotify) => {
      const stop = await db.listen(channel, onNotify);
      stops.add(stop);
      return stop;
    }),
    async close() {
      if (closed) return;
      closed = true;
      for (const stop of stops) await stop();
      await clearDatabase(db);
      idle.push(pglite);
    },
  };
}

/** Creating a PGlite database takes seconds; loading a dumped one takes a fraction of a second. */
async function copyTemplate(): Promise<PGlite> {
  const path = templatePath();
  if (!existsSync(path)) await makeTemplate(path);
  return createInMemory(new Blob([readFileSync(path)]));
}

async function makeTemplate(path: string): Promise<void> {
  const pglite = await createInMemory();
  const db = withCipher(overPglite(pglite, silent), testCipher);
  await migrate(db);
  const { boss, start } = createBoss({ database: db, log: silent });
  await start(3_600);
  await boss.stop({ graceful: false, close: false });
  const image = await pglite.dumpDataDir('none');
  await db.close();
  mkdirSync(join(path, '..'), { recursive: true });
  // Several test processes may do this at once; each puts the same content in place.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, path);
}

/** The name contains a hash of everything that the template depends on, so that it is created again when that changes. */
function templatePath(): string {
  const { version } = createRequire(import.meta.url)('pg-boss/package.json') as { version: string };
  const queues = ['queue', 'pgboss-sql'].map((name) =>
    readFileSync(join(import.meta.dirname, `../../src/jobs/${name}.ts`), 'utf8'),
  );
  const made = [version, ...queues, ...readMigrations().map(({ checksum }) => checksum)];
  const hash = createHash('sha256').update(made.join()).digest('hex').slice(0, 16);
  return join(import.meta.dirname, '../../node_modules/.cache/deckhand', `database-${hash}.tar`);
}
