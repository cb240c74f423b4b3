import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { sendSignedEvent } from './forged.ts';
import { askForDeck, untilThreadHas } from './story.ts';
import { createTwoTeams, type TwoTeams } from './two-teams.ts';
import { createWorld } from './world.ts';

const SMALL = 'T0SMALL';
const seconds = () => Math.floor(Date.now() / 1000);

async function namespacesOf({ db }: Pick<TwoTeams, 'db'>): Promise<string[]> {
  const rows = await db.query<{ namespace: string }>(
    `select namespace from kv where team = $1 and namespace in ('installations', 'connections', 'leaving') order by 1`,
    [SMALL],
  );
  return rows.map(({ namespace }) => namespace);
}

async function untilKept(world: Pick<TwoTeams, 'db'>, expected: string[]): Promise<void> {
  const kept = async () => (await namespacesOf(world)).join();
  await vi.waitUntil(async () => (await kept()) === expected.join(), { timeout: 5_000, interval: 20 });
}

/** Slack was asked whether a token is alive, since it had been asked `before` times. */
const untilAsked = ({ slack }: Pick<TwoTeams, 'slack'>, before: number) =>
  vi.waitUntil(() => timesAsked(slack) > before, { timeout: 5_000, interval: 20 });

const timesAsked = (slack: TwoTeams['slack']) =>
  slack.calls.filter(({ method }) => method === 'auth.test').length;

describe('a team leaves', () => {
  let world: TwoTeams;
  beforeEach(async () => {
    world = await createTwoTeams();
  });
  afterEach(() => world.close());

  /** One more process on the same database. */
  async function anotherProcess(): Promise<TwoTeams> {
    const config = readConfig({ ...world.env, PORT: '0' });
    const deckhand = await compose(config, createLog('silent'), { database: world.db });
    const url = `http://127.0.0.1:${await deckhand.start()}`;
    onTestFinished(() => deckhand.stop());
    return { ...world, appUrl: () => url };
  }

  test('and comes back by one process: the other knows at once, and what Slack tells it late does no harm', async () => {
    const other = await anotherProcess();
    await world.connect();
    world.slack.connectApp(other.appUrl());
    await world.ben.openHome();
    await vi.waitUntil(() => world.ben.home(), { timeout: 5_000 });
    world.slack.connectApp(world.appUrl());

    world.slack.misbehave({ outgoing: 'tokens_revoked', deliver: 'never', times: 0 });
    const uninstalledAt = seconds() - 1;
    await world.slack.uninstall(SMALL);
    await untilKept(world, []);
    await world.install('ana');
    world.slack.connectApp(other.appUrl());
    await world.ana.command('general', '/deck A plan');
    await world.ana.waitForView();

    const before = timesAsked(world.slack);
    const tokens = { oauth: [], bot: ['U0BOT'] };
    await sendSignedEvent(other, SMALL, { type: 'tokens_revoked', tokens }, uninstalledAt);
    await untilAsked(world, before);
    expect(await namespacesOf(world)).toEqual(['installations']);
  });

  test('while the database is in trouble: what was begun is finished once the process starts again', async () => {
    await world.connect();
    const end = troubleWithLocks(world, /^connection /);
    await world.slack.uninstall(SMALL);
    await untilKept(world, ['connections', 'leaving']);
    end();
    await world.restart();
    await untilKept(world, []);
  });

  test('or once it lets Deckhand in again, and finds nothing of its first time', async () => {
    await world.connect();
    const root = await askForDeck(world, 'From the first time');
    await untilThreadHas(world, root, (message) => (message.files ?? []).length > 0);
    const end = troubleWithLocks(world, /^connection /);
    await world.slack.uninstall(SMALL);
    await untilKept(world, ['connections', 'leaving']);
    end();
    await world.install('ana');
    expect(await namespacesOf(world)).toEqual(['installations']);
    await world.ana.openHome();
    await vi.waitUntil(() => /not connected/.test(JSON.stringify(world.ana.home())), { timeout: 5_000 });
    expect(JSON.stringify(world.ana.home())).not.toContain('From the first time');
  });

  test.each([
    ['leaves', () => world.slack.uninstall(SMALL), []],
    ['lets Deckhand in again', () => world.install('ana'), ['installations']],
  ] as const)('after the encryption key was lost, and %s all the same', async (_, act, kept) => {
    await world.connect();
    world.env.ENCRYPTION_KEYS = Buffer.alloc(32, 9).toString('base64');
    await world.restart();
    await act();
    await untilKept(world, [...kept]);
    expect(world.log.join('\n')).toMatch(/sealed with key [0-9a-f]{8}, which is not in ENCRYPTION_KEYS/);
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
  const world = await createWorld();
  onTestFinished(() => world.close());
  const count = async () => {
    const [row] = await world.db.query<{ count: number }>(
      'select count(*) as count from seen where team = $1',
      [SMALL],
    );
    return row?.count;
  };
  await world.ben.openHome();
  await vi.waitUntil(async () => (await count()) === 1, { timeout: 5_000, interval: 20 });
  const before = timesAsked(world.slack);
  await sendSignedEvent(world, SMALL, { type: 'app_uninstalled' }, seconds() - 3600);
  await untilAsked(world, before);
  expect(await count()).toBe(1);
  await world.slack.uninstall(SMALL);
  await vi.waitUntil(async () => (await count()) === 0, { timeout: 5_000, interval: 20 });
});
