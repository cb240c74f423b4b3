import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';
import { openedGenerations } from '../support/opened-generations.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

// 2 March 2026 is a Monday; Lisbon is at UTC until the 29th.
const open = { open: true, messages: 50, name: 'launch', isPrivate: false } as const;

describe('a weekly digest', () => {
  test('asks once a week for what was said since the last one', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const digest = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(digest.nextRun).toEqual(new Date('2026-03-09T09:00Z'));
    for (const time of [
      '2026-03-09T08:59Z',
      '2026-03-09T09:00Z',
      '2026-03-09T09:01Z',
      '2026-03-16T09:00:14Z',
    ]) {
      await harness.until(time);
    }
    expect(await harness.windows()).toEqual([
      '2026-03-02T09:00 to 2026-03-09T09:00',
      '2026-03-09T09:00 to 2026-03-16T09:00',
    ]);
    const [ask] = await harness.asks();
    expect(ask).toMatchObject({ person: ANA, digest: { id: digest.id }, destination: { channel: 'C1' } });
    expect(ask?.title).toMatch(/^#launch, 2.–.9 Mar 2026$/);
    expect(ask?.prompt).toMatch(/Decisions .*\n.*Action items/);
  });

  test('the same click again sets up nothing more', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const [one, other] = [
      await harness.digests.create(TEAM, ANA, settings(), 'view-1'),
      await harness.digests.create(TEAM, ANA, settings(), 'view-1'),
    ];
    expect(other.id).toBe(one.id);
    expect(await harness.digests.ownedBy(TEAM, ANA)).toHaveLength(1);
  });

  test('two processes that see the same run due start it once', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const other = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await Promise.all([harness.until('2026-03-09T09:00Z'), other.until('2026-03-09T09:00Z')]);
    expect(await harness.asks()).toHaveLength(1);
  });

  test('a process that dies after it started the generation leaves no second one behind', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const digest = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await db.query(`update digest_runs set state = 'claimed', generation = null`);
    await db.query('update digests set last_window_end = null');
    await harness.run(digest.id);
    expect(await harness.asks()).toHaveLength(1);
  });
});

describe('missed while everything was down', () => {
  const daily = settings({ schedule: { every: 'day', time: '09:00', zone: 'UTC' } });

  test('less than a day late it is made up, once, for all that was missed', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, daily, 'view-1');
    await harness.until('2026-03-05T09:00Z');
    await harness.until('2026-03-08T08:59Z');
    await harness.until('2026-03-08T09:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-04T09:00 to 2026-03-05T09:00',
      '2026-03-05T09:00 to 2026-03-07T09:00',
      '2026-03-07T09:00 to 2026-03-08T09:00',
    ]);
  });

  test('a day late it is skipped with a note, and the next one covers all of it', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-10T09:00Z');
    expect(await harness.asks()).toEqual([]);
    expect((await harness.digests.find(TEAM, id))?.skipped).toEqual(new Date('2026-03-09T09:00Z'));
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.asks()).toHaveLength(1);
    expect((await harness.digests.find(TEAM, id))?.skipped).toBeUndefined();
  });

  test('one millisecond less than a day late is made up', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-10T08:59:59.999Z');
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-09T09:00']);
  });
});

describe('too little to say', () => {
  test('says so in one line and keeps what was said for the next digest', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.check = { ...open, messages: 4 };
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.asks()).toEqual([]);
    const since = new Date('2026-03-02T09:00Z');
    expect(harness.channel.posted).toEqual([{ place: 'C1', note: { kind: 'quiet', since } }]);

    harness.channel.check = { ...open, messages: 5 };
    await harness.until('2026-03-16T09:00Z');
    await harness.until('2026-03-23T09:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-02T09:00 to 2026-03-16T09:00',
      '2026-03-16T09:00 to 2026-03-23T09:00',
    ]);
  });

  test('or keeps silent, where that was chosen', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings({ quiet: 'silent' }), 'view-1');
    harness.channel.check = { ...open, messages: 0 };
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.posted).toEqual([]);
    expect(await harness.asks()).toEqual([]);
  });

  test('a line that Slack will not take ends there', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.check = { ...open, messages: 0 };
    harness.channel.refuses = true;
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.posted).toEqual([]);
  });
});

describe('pauses by itself', () => {
  test.each(['archived', 'gone', 'absent', 'owner_left', 'private', 'template_gone', 'unconnected'] as const)(
    'when it is %s, says so to its owner once, and goes on when resumed',
    async (because) => {
      const harness = createHarness(db, '2026-03-04T12:00Z');
      const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
      harness.channel.check = { open: false, because };
      await harness.until('2026-03-09T09:00Z');
      await harness.until('2026-03-16T09:00Z');
      expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'paused', pausedBecause: because });
      expect(harness.channel.posted).toEqual([{ place: ANA, note: { kind: 'paused', because } }]);

      harness.channel.check = open;
      expect(await harness.digests.resume(TEAM, id)).toBe(true);
      await harness.until('2026-03-23T09:00Z');
      expect(await harness.asks()).toHaveLength(1);
    },
  );

  test('and says nothing where its owner paused it in the same moment', async () => {
    let pauseByHand: (() => Promise<unknown>) | undefined;
    const transaction: Database['transaction'] = async (fn) => {
      await pauseByHand?.();
      return db.transaction(fn);
    };
    const harness = createHarness({ ...db, transaction }, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.check = { open: false, because: 'archived' };
    harness.channel.meanwhile = async () => {
      pauseByHand = () => harness.digests.pause(TEAM, id);
    };
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ pausedBecause: 'person' });
    expect(harness.channel.posted).toEqual([]);
  });

  test.each(['pause', 'remove'] as const)(
    'a digest that its owner has Deckhand %s while it looks at the channel is not made',
    async (undo) => {
      const harness = createHarness(db, '2026-03-04T12:00Z');
      const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
      harness.channel.meanwhile = () => harness.digests[undo](TEAM, id);
      await harness.until('2026-03-09T09:00Z');
      expect([await harness.asks(), harness.channel.posted]).toEqual([[], []]);
    },
  );

  test('by hand without a message, and a run that was claimed just before does nothing', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(await harness.digests.pause(TEAM, id)).toBe(true);
    expect(await harness.digests.pause(TEAM, id)).toBe(false);
    await harness.until('2026-03-09T09:00Z');
    expect([await harness.asks(), harness.channel.posted]).toEqual([[], []]);
    expect((await harness.digests.find(TEAM, id))?.nextRun).toBeUndefined();
  });

  test('after a pause of months it covers the last weeks only', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await harness.digests.pause(TEAM, id);
    harness.pass('2026-09-01T12:00Z');
    await harness.digests.resume(TEAM, id);
    await harness.until('2026-09-07T08:00Z');
    expect((await harness.windows())[1]).toBe('2026-07-24T08:00 to 2026-09-07T08:00');
  });
});

describe('Slack is out of reach', () => {
  test('it looks again, later and later, gives up after a day, and says so to the owner', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.check = new Error('service_unavailable');
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.checked.length).toBeGreaterThan(100);
    expect(await harness.asks()).toEqual([]);
    const due = new Date('2026-03-09T09:00Z');
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'active', skipped: due });
    expect(harness.channel.posted).toEqual([{ place: ANA, note: { kind: 'skipped', due } }]);
    harness.channel.check = open;
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-16T09:00']);
  });
});

describe('into one thread', () => {
  test('the first digest starts it, the others follow below', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings({ deliverTo: { kind: 'thread' } }), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await db.query(`update generations set root_ts = '1700.1'`);
    await harness.until('2026-03-16T09:00Z');
    await harness.until('2026-03-23T09:00Z');
    const places = (await harness.asks()).map(({ destination }) => destination);
    expect(places).toEqual([
      { channel: 'C1' },
      { channel: 'C1', threadTs: '1700.1' },
      { channel: 'C1', threadTs: '1700.1' },
    ]);
  });
});

describe('into a thread of its own', () => {
  const toThread = settings({ deliverTo: { kind: 'thread' } });

  async function firstOfTwo() {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const one = await harness.digests.create(TEAM, ANA, toThread, 'view-1');
    const other = await harness.digests.create(TEAM, ANA, toThread, 'view-2');
    await harness.until('2026-03-09T09:00Z');
    return { harness, one, other };
  }

  test('goes each digest of a channel, though their first messages stand beside each other', async () => {
    const { harness, one, other } = await firstOfTwo();
    for (const { id, ask } of await openedGenerations(db))
      await db.query('update generations set root_ts = $2 where id = $1', [id, ask?.digest?.id]);
    await harness.until('2026-03-16T09:00Z');
    const threads = (await harness.asks())
      .slice(2)
      .map(({ digest, destination }) => [digest?.id, destination]);
    expect(new Map(threads as [string, object][])).toEqual(
      new Map([one, other].map(({ id }) => [id, { channel: 'C1', threadTs: id }])),
    );
  });

  test('but not below a direct message that stood in for the channel', async () => {
    const { harness } = await firstOfTwo();
    await db.query(`update generations set root_ts = '1700.1', channel = 'D1'`);
    await harness.until('2026-03-16T09:00Z');
    const places = (await harness.asks()).map(({ destination }) => destination);
    expect(places).toEqual(Array(4).fill({ channel: 'C1' }));
  });
});

describe('what was said in a private channel', () => {
  test('may be opened by nobody else at the service', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    harness.channel.check = { ...open, isPrivate: true };
    await harness.digests.create(
      TEAM,
      ANA,
      settings({ deliverTo: { kind: 'person', person: ANA } }),
      'view-1',
    );
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.asks()).toMatchObject([
      { destination: { channel: ANA }, sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' } },
    ]);
  });
});

test('a tick with nothing due is one query', async () => {
  const harness = createHarness(db, '2026-03-04T12:00Z');
  await harness.digests.create(TEAM, ANA, settings(), 'view-1');
  const statements: string[] = [];
  const end = db.onStatement((sql) => statements.push(sql));
  await harness.until('2026-03-05T00:00Z');
  end();
  expect(statements).toHaveLength(1);
});
