import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { pino } from 'pino';
import { createBoss } from '../../src/jobs/boss.ts';
import type { Log } from '../../src/log.ts';
import { type Database, withCipher } from '../../src/storage/database.ts';
import { overPglite } from '../../src/storage/drivers/embedded.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { testCipher } from './test-key.ts';

/** The server that `npm run test:postgres` runs against. */
export const serverUrl = process.env.DATABASE_URL;

const silent = pino({ level: 'silent' });

/**
 * A database of the test file's own, with all tables; closing it deletes it. One per file will do:
 *
 *     const db = await testDatabase();
 *     afterAll(() => db.close());
 *     beforeEach(() => clearDatabase(db));
 *
 * Embedded and in memory, or on the PostgreSQL server of DATABASE_URL where that is set.
 */
export function testDatabase(log: Log = silent): Promise<Database> {
  return serverUrl ? openOnServer(log) : openInMemory(log);
}

/** Where a database is that outlives a process. */
export type Place = { databaseUrl: string } | { dataDir: string };

/** Opens it, without tables where there was none; migrate() comes next. */
export function openPlace(place: Place, log: Log = silent): Promise<Database> {
  return openDatabase({ cipher: testCipher, log, template: process.env.DATABASE_TEMPLATE, ...place });
}

/**
 * Empties all tables, and the queue. Deleting a test's few rows takes a millisecond; truncating takes thirty, for the files of all
 * tables and indexes, but leaves nothing behind: it is for tests of many rows, and for what has piled up.
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

/** A fresh, empty database on the server of DATABASE_URL, for tests of several processes. */
export async function createServerDatabase(): Promise<ServerDatabase> {
  if (!serverUrl) throw new Error('Set DATABASE_URL to a PostgreSQL server for this test.');
  const name = `deckhand_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function openOnServer(log: Log): Promise<Database> {
  const { url, drop } = await createServerDatabase();
  const db = await openDatabase({ databaseUrl: url, log, cipher: testCipher });
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

/** Embedded databases that a test file is done with: emptying one is far quicker than opening another. */
const idle: PGlite[] = [];

async function openInMemory(log: Log): Promise<Database> {
  const pglite = idle.pop() ?? (await createInMemory());
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

/** A new embedded database takes seconds to make; a copy of one made before takes a fraction of one. */
async function createInMemory(): Promise<PGlite> {
  const path = templatePath();
  if (!existsSync(path)) await makeTemplate(path);
  return PGlite.create({ loadDataDir: new Blob([readFileSync(path)]) });
}

/** An embedded database of a test's own with nothing in it, as a first start finds it. */
export async function emptyDatabase(): Promise<Database> {
  const db = withCipher(overPglite(await createInMemory(), silent), testCipher);
  // PostgreSQL's own making of one takes four seconds of processor time, this a tenth of them.
  await db.transaction((tx) =>
    tx.script('DROP SCHEMA public CASCADE; DROP SCHEMA pgboss CASCADE; CREATE SCHEMA public'),
  );
  return db;
}

async function makeTemplate(path: string): Promise<void> {
  const pglite = await PGlite.create();
  const db = withCipher(overPglite(pglite, silent), testCipher);
  await migrate(db);
  const { boss, start } = createBoss({ database: db, log: silent });
  await start(null);
  await boss.stop({ graceful: false, close: false });
  const image = await pglite.dumpDataDir('none');
  await db.close();
  mkdirSync(join(path, '..'), { recursive: true });
  // Test files run side by side: whoever finishes last puts the same thing in place.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, path);
}

/** Named for all that it is made from, so that it is made anew when that changes. */
function templatePath(): string {
  const { version } = createRequire(import.meta.url)('pg-boss/package.json') as { version: string };
  const queues = readFileSync(join(import.meta.dirname, '../../src/jobs/boss.ts'), 'utf8');
  const made = [version, queues, ...readMigrations().map(({ checksum }) => checksum)];
  const hash = createHash('sha256').update(made.join()).digest('hex').slice(0, 16);
  return join(import.meta.dirname, '../../node_modules/.cache/deckhand', `database-${hash}.tar`);
}
