import { expect, test } from 'vitest';
import { LimitReached } from '../../src/asks/limits.ts';
import { createDigests } from '../../src/digests/digests.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';
import { NO_LIMITS } from '../support/no-limits.ts';

/** Each digest spends credits as often as once in an hour, so a person and a channel have only some. */

const db = await cleanDatabase();

const limited = (limits: Partial<typeof NO_LIMITS>) => {
  const { context } = createHarness(db, '2026-03-04T12:00Z');
  return createDigests({ ...context, limitsOf: async () => ({ ...NO_LIMITS, ...limits }) });
};
const outcomeOf = (saving: Promise<unknown>) =>
  saving.then(
    () => 'saved',
    (error) => (error instanceof LimitReached ? error.limit : error),
  );

test('a person has so many, also if they are created at the same moment', async () => {
  const digests = limited({ digestsOfPerson: 3 });
  const create = (each: number) =>
    outcomeOf(digests.create(TEAM, ANA, settings({ channel: `C${each}` }), `view-${each}`));
  const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map(create));
  expect(outcomes.toSorted()).toEqual([...Array(3).fill('digests_of_person'), ...Array(3).fill('saved')]);
  expect(await outcomeOf(digests.create(TEAM, 'UBEN', settings(), 'view-7'))).toBe('saved');
});

test('a channel has so many, whoever sets them up', async () => {
  const digests = limited({ digestsInChannel: 1 });
  await digests.create(TEAM, ANA, settings(), 'view-1');
  expect(await outcomeOf(digests.create(TEAM, 'UBEN', settings(), 'view-2'))).toBe('digests_in_channel');
  expect(await digests.limitReached({ team: TEAM, owner: 'UBEN', channel: 'C1' })).toBe('digests_in_channel');
  expect(await digests.limitReached({ team: 'T2', owner: 'UBEN', channel: 'C1' })).toBeUndefined();
});

test('one cannot be moved to a full channel, and can be changed where it is', async () => {
  const digests = limited({ digestsInChannel: 1, digestsOfPerson: 2 });
  const { id } = await digests.create(TEAM, ANA, settings(), 'view-1');
  await digests.create(TEAM, ANA, settings({ channel: 'C2' }), 'view-2');
  expect(await outcomeOf(digests.change(TEAM, id, settings({ threshold: 9 })))).toBe('saved');
  expect(await outcomeOf(digests.change(TEAM, id, settings({ channel: 'C2' })))).toBe('digests_in_channel');
  expect(await outcomeOf(digests.change(TEAM, id, settings({ channel: 'C3' })))).toBe('saved');
});

test('a form that is sent twice saves one, although it is the last that fits', async () => {
  const digests = limited({ digestsOfPerson: 1 });
  const { id } = await digests.create(TEAM, ANA, settings(), 'view-1');
  expect(await digests.create(TEAM, ANA, settings(), 'view-1')).toMatchObject({ id });
});

test('who presses Run now often reaches the limit of the hour; the schedule goes on', async () => {
  const harness = createHarness(db, '2026-03-04T12:00Z', async () => ({ ...NO_LIMITS, asksPerHour: 0 }));
  const { digests } = harness;
  const digest = await digests.create(TEAM, ANA, settings(), 'view-1');
  expect(await outcomeOf(digests.runNow(digest))).toBe('asks_per_hour');
  expect(await harness.asks()).toEqual([]);
  await harness.until('2026-03-09T09:00Z');
  expect(await harness.asks()).toHaveLength(1);
});
