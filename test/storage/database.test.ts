import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { createLog } from '../../src/log.ts';
import { type Page, pageSchema } from '../../src/sources/pages.ts';
import { withLock } from '../../src/storage/database.ts';
import { StatementError } from '../../src/storage/drivers/statements.ts';
import { createStore } from '../../src/storage/keyv-store.ts';
import { migrate, readMigrations, watchTables } from '../../src/storage/migrate.ts';
import { createOptOuts } from '../../src/storage/opt-outs.ts';
import { deleteExpired } from '../../src/storage/retention.ts';
import { createSeen } from '../../src/storage/seen.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { clearDatabase, serverUrl, testDatabase } from '../support/database.ts';

const lines: string[] = [];
const output = new PassThrough().on('data', (line) => lines.push(String(line)));
const db = await testDatabase(createLog('debug', output));

beforeEach(async () => {
  await clearDatabase(db);
  lines.length = 0;
});
afterAll(() => db.close());

describe('the dialect', () => {
  it('gives and takes the same values in both databases', async () => {
    const at = new Date('2026-11-20T10:00:00.123Z');
    const json = { list: [1, 'two', { three: null }] };
    const [row] = await db.query(
      `SELECT $1::jsonb AS json, $2::timestamptz AS at, $3::text[] AS list, $4::bigint AS big, $5::text AS absent,
        $6::boolean AS yes, count(*) AS many`,
      [JSON.stringify(json), at, ['a', 'b,"c"', 'd}'], 1_700_000_000_123, undefined, true],
    );
    expect(row).toEqual({
      json,
      at,
      list: ['a', 'b,"c"', 'd}'],
      big: 1_700_000_000_123,
      absent: null,
      yes: true,
      many: 1,
    });
  });

  it('throws errors that can be told apart and carry no value, and logs none', async () => {
    const insert = () => db.query("INSERT INTO seen VALUES ($1, 'k', now())", ['SECRET-TEAM']);
    await insert();
    const duplicate = await insert().catch((error) => error);
    expect(duplicate).toMatchObject({ code: '23505', table: 'seen', constraint: 'seen_pkey' });
    const misfit = await db.query('SELECT $1::uuid', ['SECRET-VALUE']).catch((error) => error);
    expect(misfit).toBeInstanceOf(StatementError);
    for (const error of [duplicate, misfit]) {
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(
        'SECRET',
      );
    }
    expect(lines.join()).toContain('statement failed');
    expect(lines.join()).not.toContain('SECRET');
  });
});

describe('transactions', () => {
  const count = async () => (await db.query('SELECT 1 FROM seen')).length;
  const insert = "INSERT INTO seen VALUES ($1, 'k', now())";

  it('keep all or nothing', async () => {
    await db.transaction((tx) => tx.query(insert, ['T1']));
    const failing = db.transaction(async (tx) => {
      await tx.query(insert, ['T2']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count()).toBe(1);
  });

  it('do not pretend to have committed after a statement in them failed', async () => {
    const swallowing = db.transaction(async (tx) => {
      await tx.query(insert, ['T1']);
      await tx.query('SELECT 1/0').catch(() => {});
    });
    await expect(swallowing).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  it('let other queries wait or pass, and never block for good', async () => {
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const transaction = db.transaction(async (tx) => {
      await tx.query(insert, ['T1']);
      started.resolve();
      await mayEnd.promise;
    });
    await started.promise;
    const outside = Promise.all(Array.from({ length: 50 }, () => db.query('SELECT 1')));
    mayEnd.resolve();
    await Promise.all([transaction, outside]);
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => db.transaction((tx) => tx.query(insert, [`T${n + 2}`]))),
    );
    expect(await count()).toBe(101);
  });

  it('refuse a query on the database from within, which would wait for itself', async () => {
    const stuck = db.transaction(() => db.query('SELECT 1'));
    await expect(stuck).rejects.toThrow('send the query through the transaction');
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('locks', () => {
  it('let a hundred callers through one at a time, while each uses the database', async () => {
    let inside = 0;
    const turns = Array.from({ length: 100 }, () =>
      withLock(db, 'refresh T1', async () => {
        expect(++inside).toBe(1);
        await db.transaction((tx) => tx.query('SELECT 1'));
        inside--;
      }),
    );
    await Promise.all(turns);
  });

  it('of different names do not wait for each other, however many, nested too', async () => {
    const all = Array.from({ length: 100 }, (_, n) =>
      withLock(db, `outer ${n}`, () => withLock(db, `inner ${n}`, () => db.query('SELECT 1'))),
    );
    await Promise.all(all);
  });

  it('are let go when the work fails', async () => {
    await expect(withLock(db, 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(db, 'x', async () => 'mine')).toBe('mine');
  });
});

describe('notifications', () => {
  it('come once committed, and not at all after a rollback', async () => {
    const heard: string[] = [];
    const first = Promise.withResolvers<void>();
    const stop = await db.listen('news', (payload) => {
      heard.push(payload);
      first.resolve();
    });
    await db
      .transaction(async (tx) => {
        await tx.query("SELECT pg_notify('news', 'undone')");
        throw new Error('no');
      })
      .catch(() => {});
    await db.transaction(async (tx) => {
      await tx.query("SELECT pg_notify('news', 'told')");
    });
    await first.promise;
    expect(heard).toEqual(['told']);
    await stop();
  });
});

describe('migrations', () => {
  it('are applied once, by however many processes start at the same time', async () => {
    const more = { name: '9001-test.sql', sql: 'CREATE TABLE made_once (id integer)', checksum: 'a' };
    const migrations = [...readMigrations(), more];
    await Promise.all([1, 2, 3].map(() => migrate(db, migrations)));
    await migrate(db, migrations);
    await db.query('DROP TABLE made_once');
    await db.query("DELETE FROM migrations WHERE name = '9001-test.sql'");
  });

  it('refuse a file that was changed after it had been applied', async () => {
    const [first, ...rest] = readMigrations();
    if (!first) throw new Error('There are no migrations.');
    await expect(migrate(db, [{ ...first, checksum: 'other' }, ...rest])).rejects.toThrow(
      `${first.name} was changed`,
    );
  });

  it('of a newer version that only adds leave this one at work, and say so', async () => {
    const added = { name: '9003-added.sql', sql: 'CREATE TABLE added (id integer)', checksum: 'c' };
    await migrate(db, [...readMigrations(), added]);
    await migrate(db, readMigrations(), createLog('debug', output));
    expect(lines.join()).toMatch(/9003-added\.sql.*goes on beside it/);
    await db.query(`DELETE FROM migrations WHERE name = '9003-added.sql'`);
    await db.query('DROP TABLE added');
  });

  it('of a newer version that this one cannot work with are refused', async () => {
    const stop = { name: '9004-stop.sql', sql: 'SELECT 1', checksum: 'd', needsStop: true };
    await migrate(db, [...readMigrations(), stop]);
    await expect(migrate(db)).rejects.toThrow(/newer Deckhand has changed this database \(9004-stop\.sql\)/);
    const told = Promise.withResolvers<Error>();
    const stopWatching = await watchTables(db, createLog('silent'), told.resolve);
    await db.query(`SELECT pg_notify('deckhand_tables', '')`);
    expect((await told.promise).message).toContain('9004-stop.sql');
    await stopWatching();
    await db.query(`DELETE FROM migrations WHERE name = '9004-stop.sql'`);
    await migrate(db);
  });

  it.runIf(serverUrl)(
    'let a process start while somebody takes a backup',
    async () => {
      const [{ database = '' } = {}] = await db.query<{ database: string }>(
        'SELECT current_database() AS database',
      );
      const url = new URL(serverUrl ?? '');
      url.pathname = `/${database}`;
      const backup = new pg.Client({ connectionString: url.href });
      await backup.connect();
      try {
        await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT name FROM migrations');
        await migrate(db);
      } finally {
        await backup.end();
      }
    },
    5_000,
  );

  it('leave nothing behind of one that fails', async () => {
    const broken = {
      name: '9002-broken.sql',
      sql: 'CREATE TABLE half (id integer); SELECT nonsense;',
      checksum: 'b',
    };
    await expect(migrate(db, [...readMigrations(), broken])).rejects.toThrow('nonsense');
    expect(await db.query("SELECT 1 FROM pg_tables WHERE tablename = 'half'")).toEqual([]);
  });
});

describe('seen', () => {
  const seen = createSeen(db);

  it('lets one of many claim a key, per team, until it expires', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => seen.claim('T1', 'event', 60_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await seen.claim('T2', 'event', 60_000)).toBe(true);
    await db.query("UPDATE seen SET expires_at = now() - interval '1 second'");
    const again = await Promise.all(Array.from({ length: 20 }, () => seen.claim('T1', 'event', 60_000)));
    expect(again.filter(Boolean)).toHaveLength(1);
  });
});

describe('retention', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  async function addGeneration(team: string, state: string, createdAt: Date): Promise<string> {
    const id = randomUUID();
    await db.query(
      `INSERT INTO generations (id, team, person, key, state, ask, collected, label, doc_url, channel, created_at)
       VALUES ($1, $2, 'U1', gen_random_uuid()::text, $3, $4, '"what was said"', '"Plan"', '"https://doc"', 'C1', $5)`,
      [id, team, state, '{"prompt":""}', createdAt],
    );
    await db.query(
      `INSERT INTO deliveries (id, team, generation, kind, payload, state, channel, created_at)
       VALUES ($1, $2, $3, 'card', '{"text":"secret plan"}', $4, 'C1', $5)`,
      [randomUUID(), team, id, state === 'delivered' ? 'sent' : 'pending', createdAt],
    );
    return id;
  }

  it('deletes texts once delivered or too old, and keeps the links', async () => {
    const delivered = await addGeneration('T1', 'delivered', daysAgo(1));
    const waiting = await addGeneration('T1', 'unsure', daysAgo(29));
    const tooOld = await addGeneration('T1', 'unsure', daysAgo(31));
    await createStore(db, 'cache').set('T1', 'kept');
    await createSeen(db).claim('T1', 'kept', 1e12);
    await db.query("INSERT INTO seen VALUES ('T1', 'old', $1)", [daysAgo(1)]);
    await deleteExpired(db, now, 30);

    const rows = await db.query<{
      id: string;
      generation_has: boolean;
      has_choices: boolean;
      delivery_has: boolean;
      doc_url: string;
    }>(
      `SELECT g.id, ask IS NOT NULL AND collected IS NOT NULL AS generation_has, ask IS NOT NULL AS has_choices,
         payload IS NOT NULL AS delivery_has, doc_url
       FROM generations g JOIN deliveries d ON d.generation = g.id`,
    );
    const has = new Map(rows.map((row) => [row.id, [row.generation_has, row.delivery_has, row.doc_url]]));
    expect(has.get(delivered)).toEqual([false, false, '"https://doc"']);
    // What was chosen, such as the theme, is for another one like it.
    const chosen = new Map(rows.map((row) => [row.id, row.has_choices]));
    expect([delivered, waiting, tooOld].map((id) => chosen.get(id))).toEqual([true, true, false]);
    expect(has.get(waiting)).toEqual([true, true, '"https://doc"']);
    expect(has.get(tooOld)).toEqual([false, false, '"https://doc"']);
    expect(await db.query('SELECT key FROM seen')).toEqual([{ key: 'kept' }]);
  });

  it('deletes the pages of a thread once what they were read for has ended, or they are too old', async () => {
    const page: Page = pageSchema.parse({ messages: [{ ts: '1.1', text: 'secret \0 plan' }], next: null });
    const pages = async (state: string, at = now) => {
      const generation = await addGeneration('T1', state, at);
      const kept = createCollectedPages(db, { team: 'T1', generation });
      await kept.save('history', 0, page);
      await kept.save('history', 0, { messages: [], next: null });
      return kept;
    };
    const reading = await pages('collecting');
    const failed = await pages('failed');
    await createCollectedPages(db, { team: 'T1', generation: randomUUID() }).save('history', 0, page);
    await deleteExpired(db, now, 30);
    expect(await reading.pages('history')).toEqual([page]);
    expect(await reading.pages('1.1')).toEqual([]);
    expect(await failed.pages('history')).toEqual([]);
    await deleteTeam(db, 'T1');
    expect(await db.query('SELECT 1 FROM collected_pages')).toEqual([]);
  });

  it('remembers who wants none of their words used, for their team alone', async () => {
    const optOuts = createOptOuts(db);
    await optOuts.set('T1', 'U1', true);
    await optOuts.set('T1', 'U1', true);
    await optOuts.set('T1', 'U2', true);
    await optOuts.set('T1', 'U2', false);
    expect(await optOuts.of('T1')).toEqual(new Set(['U1']));
    expect(await optOuts.of('T2')).toEqual(new Set());
    expect(await optOuts.has('T1', 'U1')).toBe(true);
    expect(await optOuts.has('T1', 'U2')).toBe(false);
    await deleteTeam(db, 'T1');
    expect(await optOuts.of('T1')).toEqual(new Set());
  });

  it('deletes the first words of a prompt, and sentences that quote it, when they are too old', async () => {
    const old = await addGeneration('T1', 'failed', daysAgo(31));
    const young = await addGeneration('T1', 'failed', daysAgo(29));
    await db.query(`UPDATE generations SET failure_message = '"Plan is no prompt"'`);
    await deleteExpired(db, now, 30);
    await deleteExpired(db, now, 30);

    const rows = await db.query('SELECT id, label, failure_message FROM generations');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ id: old, label: null, failure_message: null });
    expect(rows).toContainEqual({ id: young, label: '"Plan"', failure_message: '"Plan is no prompt"' });
  });

  it("deletes all of one team's rows, twice if asked, and none of another's", async () => {
    for (const team of ['T1', 'T2']) {
      await addGeneration(team, 'following', now);
      await createStore(db, 'tokens').set(team, 'x');
      await createStore(db, 'themes').set(`${team}/page`, 'x');
      await createSeen(db).claim(team, 'event', 60_000);
    }
    await deleteTeam(db, 'T1');
    await deleteTeam(db, 'T1');
    for (const [table, left] of [
      ['kv', 2],
      ['seen', 1],
      ['generations', 1],
      ['deliveries', 1],
    ] as const) {
      const rows = await db.query<{ team: string }>(`SELECT team FROM ${table}`);
      expect(rows.map(({ team }) => team)).toEqual(Array(left).fill('T2'));
    }
  });
});
