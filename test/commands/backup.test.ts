import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { compose } from '../../src/app.ts';
import { backup, restore } from '../../src/commands/backup.ts';
import { readConfig } from '../../src/config.ts';
import { queueTables } from '../../src/jobs/backup.ts';
import { TABLES, takeBackup } from '../../src/storage/backup/take.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilThreadHas,
  wordsOf,
} from '../journeys/story.ts';
import { createServerDatabase, openPlace, serverUrl } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { testKey } from '../support/test-key.ts';

/** An operator keeps a backup, and goes on from it elsewhere: on the same kind of database, or on the other one. */

const silent = pino({ level: 'silent' });
type Place = { env: Record<string, string>; open(): Promise<Database> };

let standIns: StandIns;
let folder: string;
const drops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckhand-backup-'));
  standIns = await startStandIns();
  // What pays is the connection.
  standIns.env.SERVICE_API_KEY = '';
  standIns.env.DATABASE_TEMPLATE = process.env.DATABASE_TEMPLATE ?? '';
});
afterAll(async () => {
  await standIns.stop();
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

const kinds = {
  async embedded(): Promise<Place> {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    return { env: { DATA_DIR: dataDir }, open: () => openPlace({ dataDir }) };
  },
  async PostgreSQL(): Promise<Place> {
    const { url, drop } = await createServerDatabase();
    drops.push(drop);
    return { env: { DATABASE_URL: url }, open: () => openPlace({ databaseUrl: url }) };
  },
};
type Kind = keyof typeof kinds;
const moves: [Kind, Kind][] = serverUrl
  ? [
      ['embedded', 'PostgreSQL'],
      ['PostgreSQL', 'embedded'],
    ]
  : [['embedded', 'embedded']];

const configOf = (place: Place) => readConfig({ ...standIns.env, ...place.env });
const take = (file: string, place: Place) => backup(file, configOf(place), silent);
const fill = (file: string, place: Place, how = {}) => restore(file, configOf(place), silent, how);

/** Ana gives an API key. */
async function connect(): Promise<void> {
  const { ana } = standIns;
  await ana.command('general', '/deck connect');
  const offer = await ana.waitForMessage((message) => /API key/.test(wordsOf(message)), {
    channel: 'general',
  });
  await ana.press(offer, 'connect_api_key');
  await ana.waitForView(({ view }) => view.callback_id === 'api_key_form');
  await ana.fill({ api_key: 'sk-sandbox-journeys' });
  await ana.submit();
  await untilFormSays(ana, /is connected/);
  await ana.close();
}

async function answerTo(command: string): Promise<Message> {
  const { ana } = standIns;
  const before = ana.ephemerals('general').length;
  await ana.command('general', command);
  await expect.poll(() => ana.ephemerals('general').length).toBeGreaterThan(before);
  return ana.ephemerals('general').at(-1) as Message;
}

/** A server notices a moment later that a client is gone. */
const untilAlone = (place: Place) =>
  expect
    .poll(() =>
      within(place, (db) =>
        db.query(
          `select 1 from pg_stat_activity where datname = current_database()
           and application_name = 'deckhand' and pid <> pg_backend_pid()`,
        ),
      ),
    )
    .toEqual([]);

async function start(place: Place): Promise<() => Promise<void>> {
  const { log, close } = createTestLog();
  const deckhand = await compose(configOf(place), log, { policy: { lookAfterMs: 100 } });
  standIns.slack.connectApp(`http://127.0.0.1:${await deckhand.start()}`);
  return async () => {
    close();
    await deckhand.stop();
  };
}

async function within<T>(place: Place, fn: (db: Database) => Promise<T>): Promise<T> {
  const db = await place.open();
  return fn(db).finally(() => db.close());
}

/** Every row of ours, and what waits or is at work in the queue. */
const rowsOf = (place: Place) =>
  within(place, async (db) => {
    const rows: Record<string, string[]> = {};
    for (const table of TABLES) {
      const found = await db.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t order by 1`,
      );
      rows[table] = found.map(({ row }) => row);
    }
    const jobs = await db.query<{ job: string }>(
      `select name || singleton_key || data::text as job from pgboss.job where state < 'completed' order by 1`,
    );
    return { ...rows, jobs: jobs.map(({ job }) => job) };
  });

describe.each(moves)('from %s to %s', (from, to) => {
  const words = (of: string) => `${of} ${from} ${to}`;
  let here: Place;
  let there: Place;
  let file: string;
  let made: Message;
  let underWay: Message;

  test('asks were made, one is under way, a digest is scheduled; then Deckhand is gone', async () => {
    here = await kinds[from]();
    file = join(folder, `${from}.backup`);
    const stop = await start(here);
    const { ana } = standIns;
    await connect();
    await ana.command('general', '/deck schedule');
    await ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await ana.submit();
    await untilFormSays(ana, /gets a digest every/);
    await ana.close();
    made = await askForDeck(standIns, words('Made'));
    await untilThreadHas(standIns, made, hasFile);
    standIns.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: words('Under way') });
    underWay = await askForDeck(standIns, words('Under way'));
    await untilCardSays(standIns, underWay, /cannot be told to stop/);
    if (from === 'embedded')
      await expect(take(file, here)).rejects.toThrow(/is running on .*: stop it first/);
    await stop();
    // As a process leaves it that was killed.
    await within(here, (db) =>
      db.query(
        `update pgboss.job set state = 'active', started_on = now() where name = 'generation' and state < 'active'`,
      ),
    );
    if (from === 'PostgreSQL') await untilAlone(here);
  });

  test('the backup says what is in it, is for nobody else, holds no words, and is not written over', async () => {
    // One that was killed has left it, or somebody who would like to read along.
    await writeFile(`${file}.unfinished`, '', { mode: 0o644 });
    const said = await take(file, here);
    expect(said).toMatch(/generations +2\n/);
    expect(said).toMatch(/digests +1\n/);
    expect(said).toMatch(/keep those elsewhere/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(gunzipSync(await readFile(file)).toString()).not.toMatch(/Under way|Made|sk-sandbox|xoxb-/);
    await expect(take(file, here)).rejects.toThrow(/is there already/);
  });

  test('elsewhere everything is as it was, and what was under way waits to be taken up', async () => {
    there = await kinds[to]();
    const said = await fill(file, there, { isMove: true });
    expect(said).toMatch(/generations +2\n/);
    expect(said).toMatch(/Restored from .*\(version \d/);
    expect(said).not.toContain('Careful');
    const rows = await rowsOf(there);
    expect(rows).toEqual(await rowsOf(here));
    expect(rows.jobs.join()).toContain('generation');
    await expect(fill(file, there)).rejects.toThrow(/There is something in this database/);
    expect(await rowsOf(there)).toEqual(rows);
  });

  test('with a wrong key it is restored as well, and that is said', async () => {
    const elsewhere = await kinds[to]();
    const config = { ...configOf(elsewhere), ENCRYPTION_KEYS: [testKey(8)] };
    const said = await restore(file, config, silent);
    expect(said).toMatch(/Careful: (\d+) of \1 secrets are sealed with a key that is not there/);
  });

  test('and all goes on there, nothing twice', async () => {
    const stop = await start(there);
    standIns.serviceClock.skip(A_WHILE);
    await untilThreadHas(standIns, underWay, hasFile);
    await standIns.slack.settle();
    for (const [root, of] of [
      [made, 'Made'],
      [underWay, 'Under way'],
    ] as const) {
      expect(createsOf(standIns, words(of))).toBe(1);
      expect(standIns.slack.files('general', root.ts)).toHaveLength(1);
    }
    expect(wordsOf(await answerTo('/deck digests'))).toMatch(/C0GENERAL/);
    await stop();
  });
});

const kind = moves[0]?.[1] ?? 'embedded';
const isUntouched = (place: Place) =>
  within(place, async (db) => {
    const [row] = await db.query(`select to_regclass('generations')::text as found`);
    return row?.found === null;
  });

/** A file with its lines changed and its sum made to fit, as only its author could. */
async function rewritten(file: string, change: (lines: string[]) => void): Promise<string> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const { end } = JSON.parse(lines.pop() ?? '');
  change(lines);
  const text = `${lines.join('\n')}\n`;
  end.sha256 = createHash('sha256').update(text).digest('hex');
  const path = join(folder, 'rewritten.backup');
  await writeFile(path, gzipSync(`${text}${JSON.stringify({ end })}\n`));
  return path;
}
const withHead = (file: string, changes: (head: { migrations: object[] }) => object) =>
  rewritten(file, (lines) => {
    const head = JSON.parse(lines[0] ?? '');
    lines[0] = JSON.stringify({ ...head, ...changes(head) });
  });

describe('what is refused', () => {
  let empty: Place;
  let file: string;
  beforeAll(async () => {
    empty = await kinds[kind]();
    file = join(folder, `${moves[0]?.[0]}.backup`);
  });

  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['cut', (bytes) => bytes.subarray(0, bytes.length - 20)],
    [
      'cut at a line',
      (bytes) => gzipSync(gunzipSync(bytes).toString().trimEnd().split('\n').slice(0, -1).join('\n')),
    ],
    ['altered', (bytes) => gzipSync(gunzipSync(bytes).toString().replace('U0ANA', 'U0BEN'))],
    ['something else', () => Buffer.from('a letter')],
    ['packed something else', () => gzipSync('{"a":1}\n')],
    ['empty', () => Buffer.alloc(0)],
  ];
  test.each(damages)('a file that is %s, before the database is opened', async (_, damage) => {
    const path = join(folder, 'damaged.backup');
    await writeFile(path, damage(await readFile(file)));
    const nowhere: Place = { ...empty, env: { DATABASE_URL: 'postgres://127.0.0.1:9/nowhere' } };
    await expect(fill(path, nowhere)).rejects.toThrow(
      /is no backup of Deckhand, or was cut short or altered/,
    );
  });

  test('one of a newer version', async () => {
    const later = { name: '9999-later.sql', checksum: 'x' };
    const tables = await withHead(file, ({ migrations }) => ({
      version: '9.0.0',
      migrations: [...migrations, later],
    }));
    await expect(fill(tables, empty)).rejects.toThrow(
      /9\.0\.0, whose tables .*9999-later\.sql.*or a later one/,
    );
    const format = await withHead(file, () => ({ format: 2 }));
    await expect(fill(format, empty)).rejects.toThrow(/newer Deckhand \(format 2\)/);
    const queue = await withHead(file, () => ({ queueVersion: 9_999 }));
    await expect(fill(queue, empty)).rejects.toThrow(/queue is newer \(9999/);
  });

  test('a row that does not fit takes all others with it', async () => {
    const broken = await rewritten(file, (lines) => {
      const at = lines.findLastIndex((line) => line.startsWith('{"row":'));
      lines[at] = (lines[at] ?? '').replace('{"row":{', '{"row":{"state":"nonsense",');
      lines[at] = lines[at].replace(/,"state":\s*"\w+"/g, '').replace(/, "state": "\w+"/g, '');
    });
    await expect(fill(broken, empty)).rejects.toThrow();
    expect(await isUntouched(empty)).toBe(true);
  });

  test('nothing to back up, nowhere to write to, nothing to read', async () => {
    await expect(take(join(folder, 'new'), await kinds[kind]())).rejects.toThrow(/nothing to back up/);
    await expect(backup(undefined, configOf(empty), silent)).rejects.toThrow(/deckhand backup FILE/);
    await expect(fill(join(folder, 'nowhere'), empty)).rejects.toThrow(/Say which file/);
  });
});

test('an older version’s backup is brought up to date; a table of no use is in none', async () => {
  const old = await kinds[kind]();
  const file = join(folder, 'old.backup');
  await within(old, async (db) => {
    await migrate(
      db,
      readMigrations().filter(({ name }) => name < '0016'),
    );
    await db.query(`insert into kv (namespace, key, value) values ('guest-policy', 'T1', '{"value":true}')`);
    const what = { version: '0.0.1', queue: queueTables };
    await takeBackup(db, what, async (lines) => {
      let text = '';
      for await (const part of lines) text += part;
      await writeFile(file, gzipSync(text));
    });
  });
  const there = await kinds[kind]();
  await within(there, (db) => migrate(db));
  await fill(file, there);
  await within(there, async (db) => {
    expect(await db.query('select namespace, key, value from kv')).toEqual([
      { namespace: 'team-settings', key: 'T1/guests', value: '{"value" : "yes"}' },
    ]);
    const applied = await db.query<{ name: string }>('select name from migrations order by name');
    expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
    const tables = await db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(TABLES.toSorted());
  });
});

/** With an ask that waited for its turn, a message to be posted, and a digest that came due since. */
const waiting = async (running: boolean) =>
  rewritten(await withHead(join(folder, `${moves[0]?.[0]}.backup`), () => ({ running })), (lines) => {
    for (const [at, line] of lines.entries())
      lines[at] = line
        .replace('"state": "following"', '"state": "queued"')
        .replace('"state": "sent"', '"state": "pending"')
        .replace(/"next_run": "[^"]+"/, `"next_run": "${new Date(Date.now() - 600_000).toISOString()}"`);
  });
const dueDigests = `select id from digests where next_run < now()`;
const skippedRuns = `select due from digest_runs where state = 'skipped'`;

// One that was stopped for its backup is started again, mostly.
test.each([
  ['running', true, {}],
  ['stopped', false, {}],
  ['running', true, { isMove: true }],
])(
  'what went on after the backup of a %s Deckhand is not made twice: people are asked',
  async (_, running, how) => {
    const there = await kinds[kind]();
    expect(await fill(await waiting(running), there, how)).toContain(
      'people are asked before credits are spent',
    );
    await within(there, async (db) => {
      const states = await db.query<{ state: string }>('select state from generations order by 1');
      expect(states.map(({ state }) => state)).toEqual(['delivered', 'submitting']);
      expect(await db.query(`select 1 from deliveries where state = 'pending'`)).toEqual([]);
      // It may have been posted: the next one covers its days in any case.
      expect(await db.query(dueDigests)).toEqual([]);
      expect(await db.query(skippedRuns)).toHaveLength(1);
    });
  },
);

test('where nothing has gone on, because it is moved, nobody is asked', async () => {
  const there = await kinds[kind]();
  expect(await fill(await waiting(false), there, { isMove: true })).not.toContain('people are asked');
  await within(there, async (db) => {
    const states = await db.query<{ state: string }>('select state from generations order by 1');
    expect(states.map(({ state }) => state)).toEqual(['delivered', 'queued']);
    expect(await db.query(dueDigests)).toHaveLength(1);
    expect(await db.query(skippedRuns)).toEqual([]);
  });
});
