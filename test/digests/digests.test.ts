import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Database } from '../../src/storage/database.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

// 2 March 2026 is a Monday; Lisbon is at UTC until the 29th.
const open = { open: true, messages: 50, name: 'launch', isPrivate: false } as const;

describe('whose it is', () => {
  test('another team finds, changes, pauses and deletes nothing', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    expect(await harness.digests.find('T2', id)).toBeNull();
    expect(await harness.digests.change('T2', id, settings({ threshold: 9 }))).toBeNull();
    expect(await harness.digests.refocus('T2', id, { topics: [], words: 'x' })).toBe(false);
    expect(await harness.digests.pause('T2', id)).toBe(false);
    expect(await harness.digests.remove('T2', id)).toBe(false);
    expect(await harness.digests.ownedBy('T2', ANA)).toEqual([]);
    expect(await harness.digests.find(TEAM, 'nonsense')).toBeNull();
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ threshold: 5, state: 'active' });
  });

  test('what it looks for is changed apart from all else', async () => {
    const { digests } = createHarness(db, '2026-03-04T12:00Z');
    const { id, ...before } = await digests.create(TEAM, ANA, settings(), 'view-1');
    const focus = { topics: ['numbers' as const], words: 'Returns' };
    expect(await digests.refocus(TEAM, id, focus)).toBe(true);
    expect(await digests.find(TEAM, id)).toEqual({ ...before, id, focus });
  });

  test('two teams with people, channels and clicks of the same ids keep theirs apart', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    const one = await harness.digests.create('T1', ANA, settings(), 'view-1');
    const other = await harness.digests.create('T2', ANA, settings(), 'view-1');
    expect(other).toMatchObject({ team: 'T2' });
    expect(other.id).not.toBe(one.id);
    for (const { team, id } of [one, other]) {
      const inChannel = await harness.digests.inChannel(team, 'C1');
      const owned = await harness.digests.ownedBy(team, ANA);
      expect([...inChannel, ...owned].map((digest) => digest.id)).toEqual([id, id]);
    }
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

  test('one that a newer version has paused for a reason of its own is listed, paused', async () => {
    const { digests } = createHarness(db, '2026-03-04T12:00Z');
    const { id } = await digests.create(TEAM, ANA, settings(), 'view-1');
    await digests.pause(TEAM, id);
    await db.query(`update digests set paused_because = 'of tomorrow'`);
    expect(await digests.ownedBy(TEAM, ANA)).toMatchObject([{ id, state: 'paused' }]);
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

const BEN = 'UBEN';
const toBen = settings({ deliverTo: { kind: 'person', person: BEN } });

async function anaSendsToBen() {
  const harness = createHarness(db, '2026-03-04T12:00Z');
  const { id } = await harness.digests.create(TEAM, ANA, toBen, 'view-1');
  return { harness, digests: harness.digests, id };
}

describe('Ana has a digest delivered to Ben', () => {
  test('he finds it, and nobody else does', async () => {
    const { digests, id } = await anaSendsToBen();
    await digests.create(TEAM, ANA, settings(), 'view-2');
    await digests.create(TEAM, BEN, toBen, 'view-3');
    expect((await digests.sentTo(TEAM, BEN)).map((digest) => digest.id)).toEqual([id]);
    expect(await digests.sentTo(TEAM, ANA)).toEqual([]);
    expect(await digests.sentTo('T2', BEN)).toEqual([]);
  });

  test('he stops it: it does not run any more, and she hears of it once', async () => {
    const { harness, digests, id } = await anaSendsToBen();
    const both = await Promise.all([digests.decline(TEAM, id, BEN), digests.decline(TEAM, id, BEN)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    await harness.work();
    await harness.until('2026-03-16T09:00Z');
    expect(harness.channel.posted).toEqual([{ place: ANA, note: { kind: 'paused', because: 'declined' } }]);
    expect(await harness.asks()).toEqual([]);
    expect(await digests.sentTo(TEAM, BEN)).toEqual([]);
  });

  test('his no holds until she has it delivered elsewhere', async () => {
    const { harness, digests, id } = await anaSendsToBen();
    const declined = await digests.decline(TEAM, id, BEN);
    expect(await digests.resume(TEAM, id)).toBe(false);
    expect(await digests.runNow(declined as Digest)).toEqual({ outcome: 'impossible', because: 'declined' });
    expect(await harness.asks()).toEqual([]);
    await digests.change(TEAM, id, { ...toBen, threshold: 9 });
    expect(await digests.resume(TEAM, id)).toBe(false);
    await digests.change(TEAM, id, settings());
    expect(await digests.find(TEAM, id)).toMatchObject({ state: 'paused', pausedBecause: 'person' });
    expect(await digests.resume(TEAM, id)).toBe(true);
  });

  test('it holds also where she had paused it herself meanwhile', async () => {
    const { digests, id } = await anaSendsToBen();
    await digests.pause(TEAM, id);
    expect(await digests.decline(TEAM, id, BEN)).not.toBeNull();
    expect(await digests.resume(TEAM, id)).toBe(false);
  });

  test('nobody says no in his place', async () => {
    const { digests, id } = await anaSendsToBen();
    const { id: ofChannel } = await digests.create(TEAM, ANA, settings(), 'view-2');
    expect(await digests.decline(TEAM, id, 'UCHLOE')).toBeNull();
    expect(await digests.decline(TEAM, id, ANA)).toBeNull();
    expect(await digests.decline('T2', id, BEN)).toBeNull();
    expect(await digests.decline(TEAM, ofChannel, BEN)).toBeNull();
    expect(await digests.decline(TEAM, 'nonsense', BEN)).toBeNull();
    expect((await digests.ownedBy(TEAM, ANA)).map(({ state }) => state)).toEqual(['active', 'active']);
  });
});
