import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { deleteExpired } from '../../src/storage/retention.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from './harness.ts';

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

  test('the same press again sets up nothing more', async () => {
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

describe('a digest that could not be made', () => {
  const ended = (state: string) =>
    db.query(
      `update generations set state = $1 where id = (select id from generations order by created_at desc limit 1)`,
      [state],
    );

  test.each(['failed', 'stopped'])('%s: the next one tells what it should have, and so on', async (state) => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await ended(state);
    await harness.until('2026-03-16T09:00Z');
    await ended(state);
    await harness.until('2026-03-23T09:00Z');
    await ended('delivered');
    await harness.until('2026-03-30T08:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-02T09:00 to 2026-03-09T09:00',
      '2026-03-02T09:00 to 2026-03-16T09:00',
      '2026-03-02T09:00 to 2026-03-23T09:00',
      '2026-03-23T09:00 to 2026-03-30T08:00',
    ]);
  });

  test('tried again, it is made once, of the same time, and the next one goes on behind it', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    const [failed = ''] = await harness.generationIds();
    harness.pass('2026-03-09T12:00Z');
    expect(await harness.digests.tryAgain('T2', failed)).toBe('nothing to try');
    expect(await Promise.all([1, 2].map(() => harness.digests.tryAgain(TEAM, failed)))).toContain('started');
    await ended('delivered');
    expect(await harness.digests.tryAgain(TEAM, failed)).toBe('already');
    await harness.until('2026-03-16T09:00Z');
    const [first, again, ...others] = await harness.asks();
    expect(again).toEqual(first);
    expect(others).toMatchObject([{ source: { since: '2026-03-09T09:00:00.000Z' } }]);
  });

  test('what a later one has told is not made again', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    const [failed = ''] = await harness.generationIds();
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.digests.tryAgain(TEAM, failed)).toBe('covered since');
    await ended('failed');
    expect(await harness.digests.tryAgain(TEAM, failed)).toBe('started');
  });

  describe('tried again while the next one looks at the channel', () => {
    async function failedOnce(over: Database = db) {
      const harness = createHarness(over, '2026-03-04T12:00Z');
      await harness.digests.create(TEAM, ANA, settings(), 'view-1');
      await harness.until('2026-03-09T09:00Z');
      await ended('failed');
      const [failed = ''] = await harness.generationIds();
      return { harness, tryAgain: () => harness.digests.tryAgain(TEAM, failed) };
    }

    test('it is told by the one that she asked for, and the next one goes on behind it', async () => {
      const { harness, tryAgain } = await failedOnce();
      harness.channel.meanwhile = async () => expect(await tryAgain()).toBe('started');
      await harness.until('2026-03-16T09:00Z');
      expect((await harness.windows()).sort()).toEqual([
        '2026-03-02T09:00 to 2026-03-09T09:00',
        '2026-03-02T09:00 to 2026-03-09T09:00',
        '2026-03-09T09:00 to 2026-03-16T09:00',
      ]);
    });

    test('what is left for the next one may be too little', async () => {
      const { harness, tryAgain } = await failedOnce();
      harness.channel.meanwhile = async () => {
        await tryAgain();
        harness.channel.check = { ...open, messages: 1 };
      };
      await harness.until('2026-03-16T09:00Z');
      const since = new Date('2026-03-09T09:00Z');
      expect(harness.channel.posted).toEqual([{ place: 'C1', note: { kind: 'quiet', since } }]);
      expect(await harness.asks()).toHaveLength(2);
    });

    test('and pressed in the moment that the next one begins, the time is told once', async () => {
      const waits = Promise.withResolvers<void>();
      let locks = 0;
      const acquireLock = (name: string) => {
        locks += 1;
        if (locks === 2) waits.resolve();
        return db.acquireLock(name);
      };
      const { harness, tryAgain } = await failedOnce({ ...db, acquireLock });
      locks = 0;
      const { generations } = harness.context;
      const { start } = generations;
      let pressed: Promise<string> | undefined;
      generations.start = async (ask, key) => {
        if (!pressed) {
          pressed = tryAgain();
          await Promise.race([pressed, waits.promise]);
        }
        return start(ask, key);
      };
      await harness.until('2026-03-16T09:00Z');
      expect(await pressed).toBe('covered since');
      expect((await harness.windows()).at(-1)).toBe('2026-03-02T09:00 to 2026-03-16T09:00');
      expect(await harness.asks()).toHaveLength(2);
    });
  });

  test('run by hand, it tells that time as well', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    harness.pass('2026-03-11T10:00Z');
    const digest = await harness.digests.find(TEAM, id);
    if (digest) await harness.digests.runNow(digest);
    expect((await harness.windows())[1]).toBe('2026-03-02T09:00 to 2026-03-11T10:00');
  });

  test('one that is still being made when the next is due is not told twice', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await ended('late');
    await harness.until('2026-03-16T09:00Z');
    expect((await harness.windows())[1]).toBe('2026-03-09T09:00 to 2026-03-16T09:00');
  });

  test('a month later it is known still, though the run is older than anything is kept', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const monthly = settings({ schedule: { every: 'month', day: 5, time: '09:00', zone: 'UTC' } });
    await harness.digests.create(TEAM, ANA, monthly, 'view-1');
    await harness.until('2026-03-05T09:00Z');
    await ended('failed');
    await deleteExpired(db, new Date('2026-04-05T08:00Z'), 30);
    await harness.until('2026-04-05T09:00Z');
    const asks = await harness.asks();
    expect(asks.at(-1)?.source).toMatchObject({ since: '2026-02-19T09:00:00.000Z' });
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

  test('a day late it is skipped with a note, and the next one tells all of it', async () => {
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
  test.each(['archived', 'gone', 'absent', 'owner_left', 'private', 'unconnected'] as const)(
    'when it is %s, tells its owner once, and goes on when resumed',
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

  test('by hand nobody is told, and a run that was claimed just before does nothing', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(await harness.digests.pause(TEAM, id)).toBe(true);
    expect(await harness.digests.pause(TEAM, id)).toBe(false);
    await harness.until('2026-03-09T09:00Z');
    expect([await harness.asks(), harness.channel.posted]).toEqual([[], []]);
    expect((await harness.digests.find(TEAM, id))?.nextRun).toBeUndefined();
  });

  test('after a pause of months it tells of the last weeks only', async () => {
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
  test('it looks again, later and later, gives up after a day, and tells the owner', async () => {
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

describe('whose it is', () => {
  test('another team finds, changes, pauses and deletes nothing', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(await harness.digests.find('T2', id)).toBeNull();
    expect(await harness.digests.change('T2', id, settings({ threshold: 9 }))).toBeNull();
    expect(await harness.digests.pause('T2', id)).toBe(false);
    expect(await harness.digests.remove('T2', id)).toBe(false);
    expect(await harness.digests.ownedBy('T2', ANA)).toEqual([]);
    expect(await harness.digests.find(TEAM, 'nonsense')).toBeNull();
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ threshold: 5, state: 'active' });
  });

  test('a team that leaves takes its digests, their runs and their lines along', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    harness.channel.check = { ...open, messages: 0 };
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await deleteTeam(db, TEAM);
    for (const table of ['digests', 'digest_runs', 'deliveries']) {
      expect(await db.query(`select * from ${table}`)).toEqual([]);
    }
  });

  test('deleting one ends its runs', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(await harness.digests.remove(TEAM, id)).toBe(true);
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.asks()).toEqual([]);
  });

  test('changed while it is looked at, it is made as it is set up now, after another look', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.meanwhile = () => harness.digests.change(TEAM, id, settings({ channel: 'C2' }));
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.checked).toHaveLength(2);
    expect(await harness.asks()).toMatchObject([
      { source: { channel: 'C2' }, destination: { channel: 'C2' } },
    ]);
  });

  test('a change moves the next run', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    const daily = settings({ schedule: { every: 'day', time: '17:30', zone: 'UTC' } });
    const changed = await harness.digests.change(TEAM, id, daily);
    expect(changed?.nextRun).toEqual(new Date('2026-03-04T17:30Z'));
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
