import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from './harness.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

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

  test('he stops it: it does not run any more, and she is told once', async () => {
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
