import { describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, createHarnessWithDigest, settings, TEAM } from '../support/harness/digests.ts';

const db = await cleanDatabase();

const open = { open: true, messages: 50, name: 'launch', isPrivate: false } as const;

describe('a digest', () => {
  test('cannot be found, changed, paused or deleted by another team', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    expect(await harness.digests.find('T2', id)).toBeNull();
    expect(await harness.digests.change('T2', id, settings({ threshold: 9 }))).toBeNull();
    expect(await harness.digests.refocus('T2', id, { topics: [], words: 'x' })).toBe(false);
    expect(await harness.digests.pause('T2', id, ANA)).toBe(false);
    expect(await harness.digests.remove('T2', id)).toBe(false);
    expect(await harness.digests.ownedBy('T2', ANA)).toEqual([]);
    expect(await harness.digests.find(TEAM, 'nonsense')).toBeNull();
    expect(await harness.digests.find(TEAM, id)).toMatchObject({ threshold: 5, state: 'active' });
  });

  test('keeps all other settings when what it looks for is changed', async () => {
    const { digests } = createHarness(db, '2026-03-04T12:00Z');
    const { id, ...before } = await digests.create(TEAM, ANA, settings(), 'view-1');
    const focus = { topics: ['numbers' as const], words: 'Returns' };
    expect(await digests.refocus(TEAM, id, focus)).toBe(true);
    expect(await digests.find(TEAM, id)).toEqual({ ...before, id, focus });
  });

  test('is separate in two teams with the same ids of people, channels and clicks', async () => {
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

  test('is deleted with its runs and queued notes when the team is removed', async () => {
    const harness = createHarness(db, '2026-03-04T12:00Z');
    harness.channel.check = { ...open, messages: 0 };
    await harness.digests.create(TEAM, ANA, settings(), 'view-1');
    await harness.until('2026-03-09T09:00Z');
    await deleteTeam(db, TEAM);
    for (const table of ['digests', 'digest_runs', 'deliveries']) {
      expect(await db.query(`select * from ${table}`)).toEqual([]);
    }
  });

  test('is listed as paused if the reason is unknown', async () => {
    const { digests, id } = await createHarnessWithDigest(db);
    await digests.pause(TEAM, id, ANA);
    await db.query(`update digests set paused_because = 'of tomorrow'`);
    expect(await digests.ownedBy(TEAM, ANA)).toMatchObject([{ id, state: 'paused' }]);
  });

  test('does not run after it was deleted', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    expect(await harness.digests.remove(TEAM, id)).toBe(true);
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.asks()).toEqual([]);
  });

  test('that is changed during the check is checked again and made with the new settings', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    harness.channel.meanwhile = () => harness.digests.change(TEAM, id, settings({ channel: 'C2' }));
    await harness.until('2026-03-09T09:00Z');
    expect(harness.channel.checked).toHaveLength(2);
    expect(await harness.asks()).toMatchObject([
      { source: { channel: 'C2' }, destination: { channel: 'C2' } },
    ]);
  });

  test('runs at the new time after a change', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    const daily = settings({ schedule: { every: 'day', time: '17:30', zone: 'UTC' } });
    const changed = await harness.digests.change(TEAM, id, daily);
    expect(changed?.nextRun).toEqual(new Date('2026-03-04T17:30Z'));
  });
});

const BEN = 'UBEN';
const toBen = settings({ deliverTo: { kind: 'person', person: BEN } });

async function anaSendsToBen() {
  const { harness, id } = await createHarnessWithDigest(db, toBen);
  return { harness, digests: harness.digests, id };
}

describe('a digest of Ana that is sent to Ben', () => {
  test('is listed for him and for nobody else', async () => {
    const { digests, id } = await anaSendsToBen();
    await digests.create(TEAM, ANA, settings(), 'view-2');
    await digests.create(TEAM, BEN, toBen, 'view-3');
    expect((await digests.sentTo(TEAM, BEN)).map((digest) => digest.id)).toEqual([id]);
    expect(await digests.sentTo(TEAM, ANA)).toEqual([]);
    expect(await digests.sentTo('T2', BEN)).toEqual([]);
  });

  test('no longer runs after he declines it, and she gets one note', async () => {
    const { harness, digests, id } = await anaSendsToBen();
    const both = await Promise.all([digests.decline(TEAM, id, BEN), digests.decline(TEAM, id, BEN)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    await harness.work();
    await harness.until('2026-03-16T09:00Z');
    expect(harness.posted()).toEqual([{ place: ANA, note: { kind: 'paused', because: 'declined' } }]);
    expect(await harness.asks()).toEqual([]);
    expect(await digests.sentTo(TEAM, BEN)).toEqual([]);
  });

  test('stays paused after he declines it until she sends it elsewhere', async () => {
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

  test('stays paused after he declines it, also if she sends it elsewhere and then to him again', async () => {
    const { digests, id } = await anaSendsToBen();
    await digests.decline(TEAM, id, BEN);
    await digests.change(TEAM, id, settings());
    expect(await digests.resume(TEAM, id)).toBe(true);
    await digests.change(TEAM, id, toBen);
    expect(await digests.find(TEAM, id)).toMatchObject({ state: 'paused', pausedBecause: 'declined' });
    expect(await digests.resume(TEAM, id)).toBe(false);
  });

  test('stays paused after he declines it, even if she had paused it before', async () => {
    const { digests, id } = await anaSendsToBen();
    await digests.pause(TEAM, id, ANA);
    expect(await digests.decline(TEAM, id, BEN)).not.toBeNull();
    expect(await digests.resume(TEAM, id)).toBe(false);
  });

  test('can be declined by him only', async () => {
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
