import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { compose, type Deckhand } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { settleRestored } from '../../src/storage/after-restore.ts';
import { sendSignedEvent } from '../journeys/forged.ts';
import { createHarness } from '../journeys/harness.ts';
import { untilFormSays } from '../journeys/story.ts';
import { createTwoTeams, type TwoTeams } from '../journeys/two-teams.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';
import { testKey } from '../support/test-key.ts';

// A token that is dead, a database in trouble, a key that is lost: these stories are about them.
allowErrors(/account_inactive|administrator command|not installed in this team|not in ENCRYPTION_KEYS/);

const SMALL = 'T0SMALL';
const seconds = () => Math.floor(Date.now() / 1000);

async function namespacesOf({ db }: Pick<TwoTeams, 'db'>): Promise<string[]> {
  const rows = await db.query<{ namespace: string }>(
    `select namespace from kv where team = $1 and namespace in ('installations', 'connections', 'leaving') order by 1`,
    [SMALL],
  );
  return rows.map(({ namespace }) => namespace);
}

const untilKept = (harness: Pick<TwoTeams, 'db'>, expected: string[]) =>
  expect.poll(() => namespacesOf(harness)).toEqual(expected);

/** Slack was asked whether a token is alive, since it had been asked `before` times. */
const untilAsked = ({ slack }: Pick<TwoTeams, 'slack'>, before: number) =>
  expect.poll(() => timesAsked(slack)).toBeGreaterThan(before);

const timesAsked = (slack: TwoTeams['slack']) =>
  slack.calls.filter(({ method }) => method === 'auth.test').length;

describe('a team leaves', () => {
  let harness: TwoTeams;
  beforeEach(async () => {
    harness = await createTwoTeams();
  });
  const others: Deckhand[] = [];
  // They go first: what they have in hand is on the database that the harness closes.
  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop();
    await harness.close();
  });

  /** One more process on the same database. */
  async function anotherProcess(): Promise<TwoTeams> {
    const config = readConfig({ ...harness.env, PORT: '0' });
    const deckhand = await compose(config, createTestLog().log, { database: harness.db });
    const url = `http://127.0.0.1:${await deckhand.start()}`;
    others.push(deckhand);
    return { ...harness, appUrl: () => url };
  }

  test('and comes back by one process: the other knows at once, and what Slack tells it late does no harm', async () => {
    const other = await anotherProcess();
    await harness.connect();
    harness.slack.connectApp(other.appUrl());
    await harness.ben.openHome();
    await expect.poll(() => harness.ben.home()).not.toBeNull();
    harness.slack.connectApp(harness.appUrl());

    harness.slack.misbehave({ outgoing: 'tokens_revoked', deliver: 'never', times: 0 });
    const uninstalledAt = seconds() - 1;
    await harness.slack.uninstall(SMALL);
    await untilKept(harness, []);
    await harness.install('ana');
    harness.slack.connectApp(other.appUrl());
    await harness.ana.command('general', '/deck');
    await untilFormSays(harness.ana, /service\/connect/);

    const before = timesAsked(harness.slack);
    const tokens = { oauth: [], bot: ['U0BOT'] };
    await sendSignedEvent(other, SMALL, { type: 'tokens_revoked', tokens }, uninstalledAt);
    await untilAsked(harness, before);
    expect(await namespacesOf(harness)).toEqual(['installations']);
  });

  test('while the database is in trouble: what was begun is finished once the process starts again', async () => {
    await harness.connect();
    const end = troubleWithLocks(harness, /^connection /);
    await harness.slack.uninstall(SMALL);
    await untilKept(harness, ['connections', 'leaving']);
    end();
    await harness.restart();
    await untilKept(harness, []);
  });

  test.each([
    ['leaves', () => harness.slack.uninstall(SMALL), []],
    ['lets Deckhand in again', () => harness.install('ana'), ['installations']],
  ] as const)('after the encryption key was lost, and %s all the same', async (_, act, kept) => {
    await harness.connect();
    harness.env.ENCRYPTION_KEYS = testKey(9);
    await harness.restart();
    await act();
    await untilKept(harness, [...kept]);
    expect(harness.log.join('\n')).toMatch(/sealed with key [0-9a-f]{8}, which is not in ENCRYPTION_KEYS/);
  });
});

describe('a backup brings teams back', () => {
  let harness: TwoTeams;
  beforeEach(async () => {
    harness = await createTwoTeams({ installedBy: ['ana', 'nora'] });
    await harness.connect();
  });
  afterEach(async () => {
    await harness.close();
  });

  /** One of them uninstalls the app after the backup was taken; then Deckhand starts on the restored rows. */
  async function restoredWithout(env: Record<string, string> = {}) {
    const backup = await harness.db.query('select namespace, key, value, expires_at from kv');
    await harness.slack.uninstall(SMALL);
    await untilKept(harness, []);
    const db = await testDatabase();
    const columns = 'namespace, key, value, expires_at';
    await db.query(
      `insert into kv (${columns}) select ${columns} from json_populate_recordset(null::kv, $1::text::json)`,
      [JSON.stringify(backup)],
    );
    await db.transaction(settleRestored);
    expect(await namespacesOf({ db })).toEqual(['connections', 'installations']);
    const { log, lines } = createTestLog();
    const config = readConfig({ ...harness.env, ...env, PORT: '0' });
    const deckhand = await compose(config, log, { database: db });
    await deckhand.start();
    onTestFinished(async () => {
      await deckhand.stop();
      await db.close();
    });
    const marked = async () => {
      const rows = await db.query<{ key: string }>(
        `select key from kv where namespace = 'restored' order by key`,
      );
      return rows.map(({ key }) => key);
    };
    return { db, lines, marked };
  }

  test('one that has left since is forgotten as the restored Deckhand starts, and the other stays', async () => {
    const { db, marked } = await restoredWithout();
    await untilKept({ db }, []);
    await expect.poll(marked).toEqual([]);
    const left = await db.query(`select 1 from kv where namespace = 'installations'`);
    expect(left).toHaveLength(1);
  });
});

/** Locks of such a name cannot be had until the returned call. */
function troubleWithLocks({ db }: TwoTeams, name: RegExp): () => void {
  const { acquireLock } = db;
  db.acquireLock = async (wanted) => {
    if (name.test(wanted)) throw new Error('terminating connection due to administrator command');
    return acquireLock(wanted);
  };
  return () => {
    db.acquireLock = acquireLock;
  };
}

test('the one team of a Deckhand with a bot token is not removed by an old event, and is when it leaves', async () => {
  const harness = await createHarness();
  onTestFinished(() => harness.close());
  const count = async () => {
    const [row] = await harness.db.query<{ count: number }>(
      'select count(*) as count from seen where team = $1',
      [SMALL],
    );
    return row?.count;
  };
  await harness.ben.openHome();
  await expect.poll(count).toBe(1);
  const before = timesAsked(harness.slack);
  await sendSignedEvent(harness, SMALL, { type: 'app_uninstalled' }, seconds() - 3600);
  await untilAsked(harness, before);
  expect(await count()).toBe(1);
  await harness.slack.uninstall(SMALL);
  await expect.poll(count).toBe(0);
});
