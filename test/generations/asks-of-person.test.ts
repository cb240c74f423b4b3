import { describe, expect, test } from 'vitest';
import { LimitReached } from '../../src/asks/limits.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

/** One member cannot take all of the team's credits and places. */

const db = await cleanDatabase();

const ben = { team: 'T1', person: 'UBEN' };
const limited = (limits: Partial<typeof NO_LIMITS>) =>
  createHarness(db, {}, undefined, async () => ({ ...NO_LIMITS, ...limits }));

/** Starts asks at the same moment. @returns how many were taken */
async function taken(
  { generations }: ReturnType<typeof limited>,
  count: number,
  changes = {},
): Promise<number> {
  const asks = Array.from({ length: count }, (_, each) =>
    generations.start(anAsk({ ...ben, ...changes }), `ask ${each} ${Math.random()}`),
  );
  const results = await Promise.allSettled(asks);
  for (const each of results)
    if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(LimitReached);
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('a person has so many asks under way at once', () => {
  test('although fifty are sent at the same moment; others are not held up', async () => {
    const harness = limited({ asksUnderWay: 20 });
    expect(await taken(harness, 50)).toBe(20);
    expect(await harness.generations.limitReached(ben)).toBe('asks_under_way');
    expect(await harness.generations.limitReached({ team: 'T1', person: 'UANA' })).toBeUndefined();
    expect(await harness.generations.limitReached({ team: 'T2', person: 'UBEN' })).toBeUndefined();
    expect(await taken(harness, 1, { person: 'UANA' })).toBe(1);
  });

  test('and more when some are done', async () => {
    const harness = limited({ asksUnderWay: 2 });
    expect(await taken(harness, 3)).toBe(2);
    await harness.work();
    expect(await harness.generations.limitReached(ben)).toBeUndefined();
  });
});

test('a person asks for so many within an hour', async () => {
  const harness = limited({ asksPerHour: 3 });
  expect(await taken(harness, 5)).toBe(3);
  await harness.work();
  expect(await harness.generations.limitReached(ben)).toBe('asks_per_hour');
  await harness.clock.sleep(60 * 60_000);
  expect(await harness.generations.limitReached(ben)).toBeUndefined();
});

test('a request that Slack delivers again finds its generation, although the limit is reached by now', async () => {
  const { generations } = limited({ asksUnderWay: 1 });
  const { id } = await generations.start(anAsk(ben), 'click');
  expect(await generations.start(anAsk(ben), 'click')).toMatchObject({ id });
});

test('scheduled runs of digests have limits of their own, and a run by hand counts like any ask', async () => {
  const { generations } = limited({ asksUnderWay: 0 });
  const ask = anAsk({ ...ben, digest: { id: crypto.randomUUID() } });
  expect(await generations.start(ask, 'due', { isScheduled: true })).toMatchObject({ state: 'queued' });
  await expect(generations.start(ask, 'by hand')).rejects.toThrow('asks_under_way');
});
