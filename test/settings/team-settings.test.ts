import { expect, test } from 'vitest';
import { createLimits, createTeamSettings } from '../../src/settings/team-settings.ts';
import { createStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createMovableClock } from '../support/harness/clock.ts';

/** The settings that a team's admins choose for everybody. */

const db = await cleanDatabase();

const defaults = {
  ...{ whoConnects: 'admins', guests: 'no', changes: 'asker', readers: 'figures' },
  ...{ search: 'made_here', accessFor: 'anybody', pictures: 'on' },
  ...{ asksUnderWay: 20, asksPerHour: 60, digestsOfPerson: 10, digestsInChannel: 5 },
  ...{ spenders: 'everyone', spenderPeople: [], spenderGroups: [] },
  ...{ spendOn: ['quick', 'thorough', 'picture', 'digest'] },
  ...{ creditsOfPerson: null, creditsOfChannel: null, creditsOfTeam: null, creditsOf: {} },
};

test('keeps teams apart, and keeps what two admins change at the same time', async () => {
  const settings = createTeamSettings(db);
  expect(await settings.of('T1')).toEqual(defaults);
  await Promise.all([settings.set('T1', { guests: 'yes' }), settings.set('T1', { readers: 'names' })]);
  await settings.set('T1', {});
  expect(await settings.of('T1')).toEqual({ ...defaults, guests: 'yes', readers: 'names' });
  expect(await settings.of('T2')).toEqual(defaults);
});

test('two admins who save different limits by name at the same time keep both', async () => {
  const settings = createTeamSettings(db);
  const add = (id: string) =>
    settings.update('T5', ({ creditsOf }) => ({ creditsOf: { ...creditsOf, [id]: 5 } }));
  await Promise.all(['UANA', 'UBEN', 'UCHLOE', 'C1'].map(add));
  expect((await settings.of('T5')).creditsOf).toEqual({ UANA: 5, UBEN: 5, UCHLOE: 5, C1: 5 });
  expect(await settings.update('T5', () => undefined)).toBe(false);
});

test('limits are read again after ten seconds, after a failure, and after a change in the same process', async () => {
  const clock = createMovableClock();
  const settings = createTeamSettings(db);
  let isDown = true;
  const of = async (team: string) => (isDown ? Promise.reject(new Error('down')) : settings.of(team));
  const { limitsOf, teamSettings } = createLimits({ ...settings, of }, clock);
  await expect(limitsOf('T1')).rejects.toThrow('down');
  isDown = false;
  expect(await limitsOf('T1')).toMatchObject({ asksPerHour: 60 });
  await settings.set('T1', { asksPerHour: 3 });
  clock.move(10_001);
  expect(await limitsOf('T1')).toMatchObject({ asksPerHour: 3 });
  await teamSettings.set('T1', { creditsOfTeam: 500 });
  expect(await limitsOf('T1')).toMatchObject({ creditsOfTeam: 500 });
});

test('reads an invalid value as the default', async () => {
  await createStore(db, 'team-settings').set('T3/guests', 'maybe');
  expect(await createTeamSettings(db).of('T3')).toEqual(defaults);
});
