import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { type Database, withLock } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, type ServerDatabase } from '../support/database.ts';
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { testCipher } from '../support/test-key.ts';

/** Two processes share a PgBouncer in transaction mode; locks and notifications use a direct connection. */

const why = whyNoPgBouncer();
const log = pino({ level: 'silent' });

describe.skipIf(why)(`PgBouncer in transaction mode${why ? ` (skipped: ${why})` : ''}`, () => {
  let server: ServerDatabase;
  let pooler: PgBouncer;
  let [one, other]: Database[] = [];

  beforeAll(async () => {
    [server, pooler] = await Promise.all([createServerDatabase(), startPgBouncer('transaction')]);
    [one, other] = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    await pooler?.stop();
    await server?.drop();
  });
  const openAt = (databaseUrl: string, directUrl?: string) =>
    openDatabase({ cipher: testCipher, databaseUrl, directUrl, log });
  const open = () => openAt(pooler.through(server.url), server.url);
  const both = () => [one, other] as [Database, Database];

  it('lets one process create the tables', async () => {
    await Promise.all(both().map((db) => migrate(db)));
    expect(await both()[1].query('select 1 from generations')).toEqual([]);
  });

  it('gives a lock to one caller at a time, with more callers than connections', async () => {
    let inside = 0;
    const turns = both().flatMap((db) =>
      Array.from({ length: 30 }, () =>
        withLock(db, 'refresh', async () => {
          expect(++inside).toBe(1);
          await db.query('SELECT 1');
          inside--;
        }),
      ),
    );
    await Promise.all(turns);
  });

  it('delivers notifications between processes', async () => {
    const [db, teller] = both();
    const heard = Promise.withResolvers<string>();
    const stop = await db.listen('news', heard.resolve);
    await teller.query(`SELECT pg_notify('news', 'hello')`);
    expect(await heard.promise).toBe('hello');
    await stop();
  });

  it('keeps a transaction in one session, with timeouts that end with it', async () => {
    const limit = `SELECT current_setting('statement_timeout') AS ms`;
    const [inside, ...sessions] = await both()[0].transaction(async (tx) => {
      const rows = await tx.query<{ ms: string }>(limit);
      const pids = [1, 2, 3].map(() => tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
      return [rows[0]?.ms, ...(await Promise.all(pids)).map(([row]) => row?.pid)];
    }, 'a lock');
    expect(inside).toBe('1min');
    expect(new Set(sessions).size).toBe(1);
    const after = await Promise.all(Array.from({ length: 20 }, () => both()[0].query<{ ms: string }>(limit)));
    expect(after.flat().map(({ ms }) => ms)).not.toContain('1min');
  });

  it('delivers a job to another process at once', async () => {
    const [sender, worker] = both().map((database) =>
      createJobs({ database, clock: systemClock, log, pollMs: 60_000 }),
    );
    const done = Promise.withResolvers<string>();
    worker?.work('post', { handler: async ({ delivery }) => done.resolve(delivery) });
    await sender?.start();
    await worker?.start();
    await sender?.send('post', { team: 'T1', delivery: 'd1' });
    expect(await done.promise).toBe('d1');
    await Promise.all([sender?.stop(), worker?.stop()]);
  });

  it('is refused as DATABASE_DIRECT_URL, also if it ignores startup parameters', async () => {
    await expect(openAt(pooler.through(server.url))).rejects.toThrow(/set DATABASE_DIRECT_URL beside it/);
    await expect(openAt(server.url, pooler.through(server.url))).rejects.toThrow(
      /DATABASE_DIRECT_URL leads to a pooler/,
    );
    const ignoring = await startPgBouncer('transaction', [
      'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
    ]);
    try {
      await expect(openAt(ignoring.through(server.url))).rejects.toThrow(/set DATABASE_DIRECT_URL/);
    } finally {
      await ignoring.stop();
    }
  });

  it('and the server must lead to the same database', async () => {
    const elsewhere = await createServerDatabase();
    const opening = openAt(pooler.through(elsewhere.url), server.url);
    await expect(opening)
      .rejects.toThrow(/lead to different databases/)
      .finally(elsewhere.drop);
  });

  it('needs no DATABASE_DIRECT_URL in session mode', async () => {
    const bySession = await startPgBouncer('session', [
      'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout',
    ]);
    const db = await openAt(bySession.through(server.url));
    expect(await withLock(db, 'mine', async () => 'held')).toBe('held');
    await db.close();
    await bySession.stop();
  });
});
