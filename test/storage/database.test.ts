import { PassThrough } from 'node:stream';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import { withLock } from '../../src/storage/database.ts';
import { StatementError } from '../../src/storage/drivers/statements.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { createSeen } from '../../src/storage/seen.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { serverUrl } from '../support/database.ts';

const lines: string[] = [];
const output = new PassThrough().on('data', (line) => lines.push(String(line)));
const db = await cleanDatabase(createLog('debug', output));
beforeEach(() => {
  lines.length = 0;
});

describe('statements', () => {
  it('take and return the same values in PGlite and PostgreSQL', async () => {
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

  it('throw errors with a code and without values, and log no values', async () => {
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

  it('commit everything or nothing', async () => {
    await db.transaction((tx) => tx.query(insert, ['T1']));
    const failing = db.transaction(async (tx) => {
      await tx.query(insert, ['T2']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count()).toBe(1);
  });

  it('throw if a failed statement was ignored', async () => {
    const swallowing = db.transaction(async (tx) => {
      await tx.query(insert, ['T1']);
      await tx.query('SELECT 1/0').catch(() => {});
    });
    await expect(swallowing).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  it('refuse statements after they have ended', async () => {
    const ended = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    const failing = db.transaction(async (tx) => {
      late = ended.promise.then(() => tx.query(insert, ['T1']));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    ended.resolve();
    await expect(late).rejects.toThrow('has ended');
    expect(await count()).toBe(0);
  });

  it('do not block other queries forever', async () => {
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

  it('run one after another if they have the same lock', async () => {
    const addNext = "INSERT INTO seen SELECT 'T' || count(*), 'k', now() FROM seen";
    const adding = Array.from({ length: 30 }, () =>
      db.transaction((tx) => tx.query(addNext), "Ana's lock \\"),
    );
    await Promise.all(adding);
    expect(await count()).toBe(30);
  });

  it('refuse a query on the database itself, which would deadlock', async () => {
    const stuck = db.transaction(() => db.query('SELECT 1'));
    await expect(stuck).rejects.toThrow('send the query through the transaction');
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('locks', () => {
  it('are held by one of a hundred callers at a time, each using the database', async () => {
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

  it('of different names do not wait for each other, also nested', async () => {
    const all = Array.from({ length: 100 }, (_, n) =>
      withLock(db, `outer ${n}`, () => withLock(db, `inner ${n}`, () => db.query('SELECT 1'))),
    );
    await Promise.all(all);
  });

  it('are released if the work fails', async () => {
    await expect(withLock(db, 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(db, 'x', async () => 'mine')).toBe('mine');
  });
});

describe('notifications', () => {
  it('are delivered after a commit, not after a rollback', async () => {
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
  it('are applied once if several processes start at the same time', async () => {
    const more = { name: '9001-test.sql', sql: 'CREATE TABLE made_once (id integer)', checksum: 'a' };
    const migrations = [...readMigrations(), more];
    await Promise.all([1, 2, 3].map(() => migrate(db, migrations)));
    await migrate(db, migrations);
    await db.query('DROP TABLE made_once');
    await db.query("DELETE FROM migrations WHERE name = '9001-test.sql'");
  });

  it('fail if an applied file was changed', async () => {
    const [first, ...rest] = readMigrations();
    if (!first) throw new Error('There are no migrations.');
    await expect(migrate(db, [{ ...first, checksum: 'other' }, ...rest])).rejects.toThrow(
      `${first.name} was changed`,
    );
  });

  it('of a newer version are logged, and this version works', async () => {
    const added = { name: '9003-added.sql', sql: 'CREATE TABLE added (id integer)', checksum: 'c' };
    await migrate(db, [...readMigrations(), added]);
    await migrate(db, readMigrations(), createLog('debug', output));
    expect(lines.join()).toMatch(/9003-added\.sql.*works beside it/);
    await db.query(`DELETE FROM migrations WHERE name = '9003-added.sql'`);
    await db.query('DROP TABLE added');
  });

  it.runIf(serverUrl)(
    'do not wait for a running backup',
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

  it('that fail are rolled back', async () => {
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

  it('lets one of many callers claim a key of a team until it expires', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => seen.claim('T1', 'event', 60_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await seen.claim('T2', 'event', 60_000)).toBe(true);
    await db.query("UPDATE seen SET expires_at = now() - interval '1 second'");
    const again = await Promise.all(Array.from({ length: 20 }, () => seen.claim('T1', 'event', 60_000)));
    expect(again.filter(Boolean)).toHaveLength(1);
  });
});
