import { describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { State } from '../../src/generations/generation.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, createHarnessWithDigest, settings, TEAM } from '../support/harness/digests.ts';

const db = await cleanDatabase();

const open = { open: true as const, name: 'launch', isPrivate: false };
const WEDNESDAY = '2026-03-04T12:00Z';

/** Sets the state of all generations. */
async function all(state: State): Promise<void> {
  await db.query('update generations set state = $1', [state]);
}

describe('Run once now in the form', () => {
  test('makes one digest for repeated clicks, and saves nothing', async () => {
    const harness = createHarness(db, WEDNESDAY);
    harness.channel.check = { ...open, messages: 1 };
    const click = () => harness.digests.runOnce(TEAM, ANA, settings(), 'form-1');
    expect((await Promise.all([click(), click()])).map(({ outcome }) => outcome)).toEqual([
      'started',
      'started',
    ]);
    await all('delivered');
    expect(await click()).toMatchObject({ outcome: 'already', generation: { state: 'delivered' } });
    expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-04T12:00']);
    expect(await harness.digests.ownedBy(TEAM, ANA)).toEqual([]);
  });

  test.each(['failed', 'stopped'] as const)('makes another one if the last one has %s', async (state) => {
    const harness = createHarness(db, WEDNESDAY);
    for (let each = 1; each <= 3; each += 1) {
      expect(await harness.digests.runOnce(TEAM, ANA, settings(), 'form-1')).toMatchObject({
        outcome: 'started',
      });
      await all(state);
    }
    expect(await harness.asks()).toHaveLength(3);
  });
});

describe('Run now on a saved digest', () => {
  test('covers the time since the last window, and leaves the schedule as it is', async () => {
    const harness = createHarness(db, WEDNESDAY);
    const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
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

  test('two clicks at the same time start one', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    await Promise.all([harness.digests.runNow(digest), harness.digests.runNow(digest)]);
    expect(await harness.asks()).toHaveLength(1);
  });

  test.each(['queued', 'following', 'late', 'unsure', 'disconnected', 'delivering'] as const)(
    'starts nothing while one is %s',
    async (state) => {
      const { harness, digest } = await createHarnessWithDigest(db);
      await harness.digests.runNow(digest);
      await all(state);
      expect(await harness.digests.runNow(digest)).toMatchObject({
        outcome: 'already',
        generation: { state },
      });
      expect(await harness.asks()).toHaveLength(1);
    },
  );

  test('starts nothing while a scheduled one is being made', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'already' });
    expect(await harness.asks()).toHaveLength(1);
  });

  test('starts the next one when the last one has ended', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    for (const state of ['delivered', 'failed', 'stopped'] as const) {
      harness.pass(`2026-03-04T1${(await harness.asks()).length + 3}:00Z`);
      expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'started' });
      await all(state);
    }
    expect(await harness.asks()).toHaveLength(3);
  });

  describe('when the asks of delivered digests are deleted', () => {
    const tidyUp = () => deleteExpired(db, new Date(WEDNESDAY), 30);

    test('each click still starts one, even if an older one failed', async () => {
      const { harness, digest } = await createHarnessWithDigest(db);
      for (const [day, state] of ['failed', 'delivered', 'delivered', 'delivered'].entries()) {
        harness.pass(`2026-03-0${day + 5}T12:00Z`);
        expect(await harness.digests.runNow(digest)).toMatchObject({ outcome: 'started' });
        await db.query(`update generations set state = $1 where state = 'queued'`, [state]);
        await tidyUp();
      }
      expect(await harness.generationIds()).toHaveLength(4);
    });

    test('a digest that was tried again counts as the last one', async () => {
      const { harness, digest } = await createHarnessWithDigest(db);
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

    test('a scheduled digest before it makes no difference', async () => {
      const { harness, digest } = await createHarnessWithDigest(db);
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

describe('no digest is made', () => {
  test('if there are no messages, or the channel cannot be read', async () => {
    const harness = createHarness(db, WEDNESDAY);
    harness.channel.check = { ...open, messages: 0 };
    expect(await harness.digests.runOnce(TEAM, ANA, settings(), 'p1')).toEqual({
      outcome: 'nothing',
      since: new Date('2026-03-02T09:00Z'),
    });
    harness.channel.check = { open: false, because: 'absent' };
    expect(await harness.digests.runOnce(TEAM, ANA, settings(), 'p2')).toEqual({
      outcome: 'impossible',
      because: 'absent',
    });
    expect(await harness.asks()).toEqual([]);
  });

  test('if Slack does not answer in time', async () => {
    const { harness, digest } = await createHarnessWithDigest(db);
    harness.channel.meanwhile = () => new Promise(() => {});
    await expect(harness.digests.runNow(digest)).rejects.toThrow('in time');
    expect(await harness.asks()).toEqual([]);
  });
});
