import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, createHarnessWithDigest, settings, TEAM } from '../support/harness/digests.ts';

const db = await cleanDatabase();

// 2 March 2026 is a Monday. Lisbon is at UTC until the 29th.
const open = { open: true, messages: 50, name: 'launch', isPrivate: false } as const;

describe('a digest that was not made', () => {
  const ended = (state: string) =>
    db.query(
      `update generations set state = $1 where id = (select id from generations order by created_at desc limit 1)`,
      [state],
    );

  test.each(['failed', 'stopped'])('%s: the next one covers its window, too', async (state) => {
    const { harness } = await createHarnessWithDigest(db);
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

  test('is made once for the same window if it is tried again, and the next window follows', async () => {
    const { harness } = await createHarnessWithDigest(db);
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

  test('cannot be tried again if a later one covers its window', async () => {
    const { harness } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    const [failed = ''] = await harness.generationIds();
    await harness.until('2026-03-16T09:00Z');
    expect(await harness.digests.tryAgain(TEAM, failed)).toBe('covered since');
    await ended('failed');
    expect(await harness.digests.tryAgain(TEAM, failed)).toBe('started');
  });

  describe('is tried again while the next run checks the channel', () => {
    async function failedOnce(over: Database = db) {
      const { harness } = await createHarnessWithDigest(over);
      await harness.until('2026-03-09T09:00Z');
      await ended('failed');
      const [failed = ''] = await harness.generationIds();
      return { harness, tryAgain: () => harness.digests.tryAgain(TEAM, failed) };
    }

    test('and covers its window, so the next window begins after it', async () => {
      const { harness, tryAgain } = await failedOnce();
      harness.channel.meanwhile = async () => expect(await tryAgain()).toBe('started');
      await harness.until('2026-03-16T09:00Z');
      expect((await harness.windows()).sort()).toEqual([
        '2026-03-02T09:00 to 2026-03-09T09:00',
        '2026-03-02T09:00 to 2026-03-09T09:00',
        '2026-03-09T09:00 to 2026-03-16T09:00',
      ]);
    });

    test('and leaves too few messages for the next one', async () => {
      const { harness, tryAgain } = await failedOnce();
      harness.channel.meanwhile = async () => {
        await tryAgain();
        harness.channel.check = { ...open, messages: 1 };
      };
      await harness.until('2026-03-16T09:00Z');
      const since = new Date('2026-03-09T09:00Z');
      expect(harness.posted()).toEqual([{ place: 'C1', note: { kind: 'quiet', since } }]);
      expect(await harness.asks()).toHaveLength(2);
    });

    test('and clicked when the next one starts: the window is covered once', async () => {
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
      let clicked: Promise<string> | undefined;
      generations.start = async (ask, key) => {
        if (!clicked) {
          clicked = tryAgain();
          await Promise.race([clicked, waits.promise]);
        }
        return start(ask, key);
      };
      await harness.until('2026-03-16T09:00Z');
      expect(await clicked).toBe('covered since');
      expect((await harness.windows()).at(-1)).toBe('2026-03-02T09:00 to 2026-03-16T09:00');
      expect(await harness.asks()).toHaveLength(2);
    });
  });

  test('a manual run covers its window, too', async () => {
    const { harness, id } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    harness.pass('2026-03-11T10:00Z');
    const digest = await harness.digests.find(TEAM, id);
    if (digest) await harness.digests.runNow(digest);
    expect((await harness.windows())[1]).toBe('2026-03-02T09:00 to 2026-03-11T10:00');
  });

  test('a digest that is still being made covers its window', async () => {
    const { harness } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await ended('late');
    await harness.until('2026-03-16T09:00Z');
    expect((await harness.windows())[1]).toBe('2026-03-09T09:00 to 2026-03-16T09:00');
  });

  test('its window is still known after old rows were deleted', async () => {
    const { harness } = await createHarnessWithDigest(db);
    await harness.until('2026-03-09T09:00Z');
    await ended('failed');
    await harness.until('2026-03-16T09:00Z');
    await ended('failed');
    await deleteExpired(db, new Date('2026-03-16T10:00Z'), 30);
    await harness.until('2026-03-23T09:00Z');
    expect((await harness.windows()).at(-1)).toBe('2026-03-02T09:00 to 2026-03-23T09:00');
  });

  test('its window is still known after a month, when its run is older than the retention time', async () => {
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
