import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { State } from '../../src/generations/generation.ts';
import type { Database } from '../../src/storage/database.ts';
import { deleteExpired } from '../../src/storage/retention.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const open = { open: true as const, name: 'launch', isPrivate: false };
const WEDNESDAY = '2026-03-04T12:00Z';

/** Puts all generations into a state. */
async function all(state: State): Promise<void> {
  await db.query('update generations set state = $1', [state]);
}

async function oneDigest(harness: ReturnType<typeof createHarness>): Promise<Digest> {
  return harness.digests.create(TEAM, ANA, settings(), 'view-1');
}

describe('what is in the form', () => {
  test('is made once, however often and fast its button is clicked, and nothing else changes', async () => {
    const harness = createHarness(db, WEDNESDAY);
    harness.channel.check = { ...open, messages: 1 };
    const click = () => harness.digests.tryOut(TEAM, ANA, settings(), 'form-1');
    expect((await Promise.all([click(), click()])).map(({ outcome }) => outcome)).toEqual([
      'started',
      'started',
    ]);
    await all('delivered');
    expect(await click()).toMatchObject({ outcome: 'already', generation: { state: 'delivered' } });
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-04T12:00']);
    expect(await harness.digests.ownedBy(TEAM, ANA)).toEqual([]);
  });

  test.each(['failed', 'stopped'] as const)('is made again once it has %s', async (state) => {
    const harness = createHarness(db, WEDNESDAY);
    for (let each = 1; each <= 3; each += 1) {
      expect(await harness.digests.tryOut(TEAM, ANA, settings(), 'form-1')).toMatchObject({
        outcome: 'started',
      });
      await all(state);
    }
    expect(await harness.asks()).toHaveLength(3);
  });
});

describe('a kept digest, run now', () => {
  test('covers the time that is not covered yet, and its schedule stays', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const { id } = await oneDigest(harness);
    await harness.until('2026-03-09T09:00Z');
    await all('delivered');
    const digest = (await harness.digests.find(TEAM, id)) as Digest;
    harness.pass('2026-03-11T10:00Z');
    await harness.digests.runNow(digest);
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.windows()).toEqual([
      '2026-03-02T09:00 to 2026-03-09T09:00',
      '2026-03-09T09:00 to 2026-03-11T10:00',
      '2026-03-09T09:00 to 2026-03-16T09:00',
    ]);
  });

  test('two clicks at once make one', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const digest = await oneDigest(harness);
    await Promise.all([harness.digests.runNow(digest), harness.digests.runNow(digest)]);
    expect(await harness.asks()).toHaveLength(1);
  });

  test.each(['queued', 'following', 'late', 'unsure', 'disconnected', 'delivering'] as const)(
    'nothing is spent while one is %s',
    async (state) => {
      const harness = createHarness(db, WEDNESDAY);
      const digest = await oneDigest(harness);
      await harness.digests.runNow(digest);
      await all(state);
      expect(await harness.digests.runNow(digest)).toMatchObject({
        outcome: 'already',
        generation: { state },
      });
      expect(await harness.asks()).toHaveLength(1);
    },
  );

  test('not either while the one of its schedule is on its way', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const digest = await oneDigest(harness);
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'already' });
    expect(await harness.asks()).toHaveLength(1);
  });

  test('once that is over, the next click makes the next', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const digest = await oneDigest(harness);
    for (const state of ['delivered', 'failed', 'stopped'] as const) {
      harness.pass(`2026-03-04T1${(await harness.asks()).length + 3}:00Z`);
      expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'started' });
      await all(state);
    }
    expect(await harness.asks()).toHaveLength(3);
  });

  describe('once the texts of what is delivered are deleted', () => {
    const tidyUp = () => deleteExpired(db, new Date(WEDNESDAY), 30);

    test('each click makes one still, beside older ones that have failed', async () => {
      const harness = createHarness(db, WEDNESDAY);
      const digest = await oneDigest(harness);
      for (const [day, state] of ['failed', 'delivered', 'delivered', 'delivered'].entries()) {
        harness.pass(`2026-03-0${day + 5}T12:00Z`);
        expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'started' });
        await db.query(`update generations set state = $1 where state = 'queued'`, [state]);
        await tidyUp();
      }
      expect(await harness.generationIds()).toHaveLength(4);
    });

    test('one tried again counts as well: none is spent beside it, and the next is made behind it', async () => {
      const harness = createHarness(db, WEDNESDAY);
      const digest = await oneDigest(harness);
      await harness.digests.runNow(digest);
      await all('failed');
      const [failed = ''] = await harness.generationIds();
      harness.pass('2026-03-05T12:00Z');
      await harness.digests.tryAgain(TEAM, failed);
      expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'already' });
      await all('delivered');
      await tidyUp();
      harness.pass('2026-03-06T12:00Z');
      const next = await harness.digests.runNow(digest);
      expect(next).toMatchObject({ outcome: 'started' });
      await db.query(`update generations set state = 'following' where state = 'queued'`);
      expect(await harness.digests.runNow(digest)).toEqual({
        outcome: 'already',
        generation: await harness.generations.find(TEAM, 'generation' in next ? next.generation.id : ''),
      });
      expect(await harness.generationIds()).toHaveLength(3);
    });

    test('one of its schedule is no obstacle either', async () => {
      const harness = createHarness(db, WEDNESDAY);
      const digest = await oneDigest(harness);
      await harness.until('2026-03-09T09:00Z');
      for (const hour of [10, 11]) {
        await all('delivered');
        await tidyUp();
        harness.pass(`2026-03-09T${hour}:00Z`);
        expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'started' });
      }
    });
  });
});

describe('it cannot be made', () => {
  test('where nobody has said anything, or the channel is closed to it', async () => {
    const harness = createHarness(db, WEDNESDAY);
    harness.channel.check = { ...open, messages: 0 };
    expect(await harness.digests.tryOut(TEAM, ANA, settings(), 'p1')).toEqual({ outcome: 'nothing' });
    harness.channel.check = { open: false, because: 'absent' };
    expect(await harness.digests.tryOut(TEAM, ANA, settings(), 'p2')).toEqual({
      outcome: 'impossible',
      because: 'absent',
    });
    expect(await harness.asks()).toEqual([]);
  });

  test('where Slack does not answer in the time that a person waits', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const digest = await oneDigest(harness);
    harness.channel.meanwhile = () => new Promise(() => {});
    await expect(harness.digests.runNow(digest)).rejects.toThrow('in time');
    expect(await harness.asks()).toEqual([]);
  });
});
