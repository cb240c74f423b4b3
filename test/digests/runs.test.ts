import { describe, expect, test } from 'vitest';
import { claimedRuns, endRun, insertRun } from '../../src/digests/run-store.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, createHarnessWithDigest, settings, TEAM } from '../support/harness/digests.ts';
import { openedGenerations } from '../support/opened-generations.ts';

const db = await cleanDatabase();

// 2 March 2026 is a Monday. Lisbon is at UTC until the 29th.
const open = { open: true, messages: 50, name: 'launch', isPrivate: false } as const;

describe('a weekly digest', () => {
  test('is made once a week, of the messages since the last one', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
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

  test('and others of the team are listed with what their last delivered run has cost', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    const quiet = await harness.digests.create(TEAM, 'UBEN', settings({ channel: 'C2' }), 'view-of-ben');
    await harness.until('2026-03-09T09:00Z');
    await harness.until('2026-03-16T09:00:14Z');
    const cost = async (due: string, credits: number, state = 'delivered') =>
      db.query(
        `UPDATE generations SET state = $3, credits = jsonb_build_object('deducted', $2::int)
         WHERE id = (SELECT generation FROM digest_runs WHERE digest = $4 AND due = $1)`,
        [new Date(due), credits, state, digest.id],
      );
    await cost('2026-03-09T09:00Z', 7);
    await cost('2026-03-16T09:00Z', 9, 'failed');
    const all = await harness.digests.ofTeam(TEAM);
    expect(all.map(({ id }) => id).sort()).toEqual([digest.id, quiet.id].sort());
    expect(await harness.digests.ofTeam('T2')).toEqual([]);
    const ids = all.map(({ id }) => id);
    expect(await harness.digests.lastCosts(TEAM, [digest.id])).toEqual(new Map([[digest.id, 7]]));
    expect(await harness.digests.lastCosts('T2', ids)).toEqual(new Map());
    await cost('2026-03-16T09:00Z', 9);
    expect((await harness.digests.lastCosts(TEAM, ids)).get(digest.id)).toBe(9);
  });

  test('is set up once for a repeated click', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const [one, other] = [
      await harness.digests.create(TEAM, ANA, settings(), 'view-1'),
      await harness.digests.create(TEAM, ANA, settings(), 'view-1'),
    ];
    expect(other.id).toBe(one.id);
    expect(await harness.digests.ownedBy(TEAM, ANA)).toHaveLength(1);
  });

  test('is made once if two processes find it due', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const other = createHarness(db, '2026-03-04T12:00Z');
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await Promise.all([harness.until('2026-03-09T09:00Z'), other.until('2026-03-09T09:00Z')]);
    expect(await harness.asks()).toHaveLength(1);
  });

  test('is made once if the process dies after starting the generation', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await db.query(`update digest_runs set state = 'claimed', generation = null`);
    await db.query('update digests set last_window_end = null');
    await harness.run(digest.id);
    expect(await harness.asks()).toHaveLength(1);
  });
});

describe('a run that was missed because no process ran', () => {
  const daily = settings({ schedule: { every: 'day', time: '09:00', zone: 'UTC' } });

  test('is done once for all missed runs if it is less than a day late', async () => {
    const { harness } = await createHarnessWithDigest(db, daily);
    await harness.until('2026-03-05T09:00Z');
    await harness.until('2026-03-08T08:59Z');
    await harness.until('2026-03-08T09:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-04T09:00 to 2026-03-05T09:00',
      '2026-03-05T09:00 to 2026-03-07T09:00',
      '2026-03-07T09:00 to 2026-03-08T09:00',
    ]);
  });

  test('is skipped with a note if it is a day late, and the next one covers its time', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    await harness.until('2026-03-10T09:00Z');
    expect(await harness.asks()).toEqual([]);
    expect((await harness.digests.find(TEAM, id))?.skipped).toEqual(new Date('2026-03-09T09:00Z'));
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.asks()).toHaveLength(1);
    expect((await harness.digests.find(TEAM, id))?.skipped).toBeUndefined();
  });

  test('is done if it is one millisecond less than a day late', async () => {
    const { harness } = await createHarnessWithDigest(db);
    await harness.until('2026-03-10T08:59:59.999Z');
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-09T09:00']);
  });
});

describe('with too few messages', () => {
  test('a note is posted, and the messages count for the next digest', async () => {
    const { harness } = await createHarnessWithDigest(db);
    harness.channel.check = { ...open, messages: 4 };
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.asks()).toEqual([]);
    const since = new Date('2026-03-02T09:00Z');
    expect(harness.posted()).toEqual([{ place: 'C1', note: { kind: 'quiet', since } }]);

    harness.channel.check = { ...open, messages: 5 };
    await harness.until('2026-03-16T09:00Z');
    await harness.until('2026-03-23T09:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-02T09:00 to 2026-03-16T09:00',
      '2026-03-16T09:00 to 2026-03-23T09:00',
    ]);
  });

  test('nothing is posted if notes are turned off', async () => {
    const { harness } = await createHarnessWithDigest(db, settings({ quiet: 'silent' }));
    harness.channel.check = { ...open, messages: 0 };
    await harness.until('2026-03-09T09:00Z');
    expect(harness.posted()).toEqual([]);
    expect(await harness.asks()).toEqual([]);
  });

  test('a note that Slack refuses is not tried again', async () => {
    const { harness } = await createHarnessWithDigest(db);
    harness.channel.check = { ...open, messages: 0 };
    harness.refuseNotes(new PostRefused('channel_not_found'));
    await harness.until('2026-03-09T09:00Z');
    expect(harness.posted()).toEqual([]);
  });
});

describe('a digest is paused', () => {
  test.each(['archived', 'gone', 'absent', 'owner_left', 'private', 'template_gone', 'unconnected'] as const)(
    'if the reason is %s, with one note to its owner, and runs again when resumed',
    async (because) => {
      const { harness, id } = await createHarnessWithDigest(db);
      harness.channel.check = { open: false, because };
      await harness.until('2026-03-09T09:00Z');
      await harness.until('2026-03-16T09:00Z');
      expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'paused', pausedBecause: because });
      expect(harness.posted()).toEqual([{ place: ANA, note: { kind: 'paused', because } }]);

      harness.channel.check = open;
      expect(await harness.digests.resume(TEAM, id)).toBe(true);
      await harness.until('2026-03-23T09:00Z');
      expect(await harness.asks()).toHaveLength(1);
    },
  );

  test('if its owner may not use Deckhand any more, with one note to each admin', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    const because = 'owner_closed';
    harness.channel.check = { open: false, because, tell: ['UADA', 'UEVE'] };
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'paused', pausedBecause: because });
    const note = { kind: 'paused', because };
    expect(harness.posted()).toEqual([
      { place: 'UADA', note },
      { place: 'UEVE', note },
    ]);
  });

  test('without a note if its owner paused it at the same time', async () => {
    let pauseByHand: (() => Promise<unknown>) | undefined;
    const transaction: Database['transaction'] = async (fn) => {
      await pauseByHand?.();
      return db.transaction(fn);
    };
    const harness = createHarness({ ...db, transaction }, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    harness.channel.check = { open: false, because: 'archived' };
    harness.channel.meanwhile = async () => {
      pauseByHand = () => harness.digests.pause(TEAM, id, ANA);
    };
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ pausedBecause: 'person' });
    expect(harness.posted()).toEqual([]);
  });

  test.each(['pause', 'remove'] as const)(
    'and is not made if its owner clicks %s while the channel is checked',
    async (undo) => {
      const { harness, id } = await createHarnessWithDigest(db);
      harness.channel.meanwhile = () => harness.digests[undo](TEAM, id, ANA);
      await harness.until('2026-03-09T09:00Z');
      expect([await harness.asks(), harness.posted()]).toEqual([[], []]);
    },
  );

  test('by its owner without a note, and a claimed run does nothing', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    expect(await harness.digests.pause(TEAM, id, ANA)).toBe(true);
    expect(await harness.digests.pause(TEAM, id, ANA)).toBe(false);
    await harness.until('2026-03-09T09:00Z');
    expect([await harness.asks(), harness.posted()]).toEqual([[], []]);
    expect((await harness.digests.find(TEAM, id))?.nextRun).toBeUndefined();
  });

  test('for months, and then covers only the last weeks', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await harness.digests.pause(TEAM, id, ANA);
    harness.pass('2026-09-01T12:00Z');
    await harness.digests.resume(TEAM, id);
    await harness.until('2026-09-07T08:00Z');
    expect((await harness.windows())[1]).toBe('2026-07-24T08:00 to 2026-09-07T08:00');
  });
});

describe('when Slack is unreachable', () => {
  test('the check is repeated for a day, and then the owner gets a note', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    harness.channel.check = new Error('service_unavailable');
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.checked.length).toBeGreaterThan(100);
    expect(await harness.asks()).toEqual([]);
    const due = new Date('2026-03-09T09:00Z');
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'active', skipped: due });
    expect(harness.posted()).toEqual([{ place: ANA, note: { kind: 'skipped', due } }]);
    harness.channel.check = open;
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-16T09:00']);
  });
});

describe('digests in a thread', () => {
  test('are posted below the first digest', async () => {
    const { harness } = await createHarnessWithDigest(db, settings({ deliverTo: { kind: 'thread' } }));
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

describe('two digests of a channel in threads', () => {
  const toThread = settings({ deliverTo: { kind: 'thread' } });

  async function firstOfTwo() {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const one = await harness.digests.create(TEAM, ANA, toThread, 'view-1');
    const other = await harness.digests.create(TEAM, ANA, toThread, 'view-2');
    await harness.until('2026-03-09T09:00Z');
    return { harness, one, other };
  }

  test('have a thread each', async () => {
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

  test('do not use a direct message as their thread', async () => {
    const { harness } = await firstOfTwo();
    await db.query(`update generations set root_ts = '1700.1', channel = 'D1'`);
    await harness.until('2026-03-16T09:00Z');
    const places = (await harness.asks()).map(({ destination }) => destination);
    expect(places).toEqual(Array(4).fill({ channel: 'C1' }));
  });
});

describe('a digest of a private channel', () => {
  test('is shared with nobody at the service', async () => {
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

test('claiming makes one query if nothing is due', async () => {
  const { harness } = await createHarnessWithDigest(db);
  const statements: string[] = [];
  const end = db.onStatement((sql) => statements.push(sql));
  await harness.until('2026-03-05T00:00Z');
  end();
  expect(statements).toHaveLength(1);
});

test('a run keeps the outcome that was written first', async () => {
  const { id: digest } = await createHarnessWithDigest(db);
  const due = new Date('2026-03-09T09:00Z');
  await insertRun(db, { team: TEAM, digest, due, state: 'claimed' });
  expect(await endRun(db, { digest, due }, 'quiet')).toBe(true);
  expect(await endRun(db, { digest, due }, 'started')).toBe(false);
  expect(await claimedRuns(db, digest)).toEqual([]);
  expect(await db.query('select state from digest_runs')).toEqual([{ state: 'quiet' }]);
});
