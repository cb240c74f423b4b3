import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, withLock } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, type ServerDatabase, serverUrl } from '../support/database.ts';
import { testCipher } from '../support/test-key.ts';

const log = pino({ level: 'silent' });

describe.runIf(serverUrl)('two processes on a PostgreSQL server', () => {
  let server: ServerDatabase;
  let one: Database;
  let other: Database;

  beforeAll(async () => {
    server = await createServerDatabase();
    [one, other] = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await server.drop();
  });
  const open = () => openDatabase({ cipher: testCipher, databaseUrl: server.url, log, maxConnections: 3 });

  /** Closes every connection, as a restart of the server does. */
  async function cutAll(): Promise<void> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await client.end();
  }

  it('hold a lock one after the other, with more callers than connections', async () => {
    let inside = 0;
    const turns = [one, other].flatMap((db) =>
      Array.from({ length: 50 }, () =>
        withLock(db, 'refresh', async () => {
          expect(++inside).toBe(1);
          await db.query('SELECT 1');
          inside--;
        }),
      ),
    );
    await Promise.all(turns);
  });

  it("receive each other's notifications", async () => {
    const heard = new Promise((resolve) => void one.listen('news', resolve));
    // Only the server knows whether `one` listens yet.
    const said = async () => {
      await other.query("SELECT pg_notify('news', 'hello')");
      return Promise.race([heard, 'nothing yet']);
    };
    await expect.poll(said).toBe('hello');
  });

  it('continue with queries, locks and notifications after the server closed their connections', async () => {
    const heard: string[] = [];
    await one.listen('after', (payload) => heard.push(payload));
    await cutAll();
    await expect.poll(() => one.query('SELECT 1')).toHaveLength(1);
    expect(await withLock(one, 'again', async () => 'mine')).toBe('mine');
    // An empty payload means that notifications may have been missed.
    await expect.poll(() => heard).toContain('');
    await other
      .query("SELECT pg_notify('after', 'back')")
      .catch(() => other.query("SELECT pg_notify('after', 'back')"));
    await expect.poll(() => heard).toContain('back');
  });

  it('lose only the transaction that a lost connection interrupts', async () => {
    const cutOff = one.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await cutAll();
      await tx.query('SELECT 1');
    });
    await expect(cutOff).rejects.toThrow(/in: SELECT 1/);
    await expect.poll(() => one.query('SELECT 1')).toHaveLength(1);
  });

  it('release the lock of a process that was killed', async () => {
    await one.acquireLock('vanishing');
    await cutAll();
    await expect.poll(() => withLock(other, 'vanishing', async () => 'mine')).toBe('mine');
  });
});
