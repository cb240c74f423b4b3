import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import { createStore } from '../../src/storage/keyv-store.ts';
import { testDatabase } from '../support/database.ts';

/** What a team's admins decide for all of it. */

const db = await testDatabase();
afterAll(() => db.close());

const undecided = {
  ...{ whoConnects: 'admins', guests: 'no', readers: 'names' },
  ...{ search: 'made_here', pictures: 'on' },
};

test('one team’s settings are not another’s, and two admins do not take back what the other decides', async () => {
  const settings = createTeamSettings(db);
  expect(await settings.of('T1')).toEqual(undecided);
  await Promise.all([settings.set('T1', { guests: 'yes' }), settings.set('T1', { readers: 'figures' })]);
  await settings.set('T1', {});
  expect(await settings.of('T1')).toEqual({ ...undecided, guests: 'yes', readers: 'figures' });
  expect(await settings.of('T2')).toEqual(undecided);
});

test('what nobody can have decided counts as undecided', async () => {
  await createStore(db, 'team-settings').set('T3/guests', 'maybe');
  expect(await createTeamSettings(db).of('T3')).toEqual(undecided);
});

test('what was decided while there were four places for it holds', async () => {
  await createStore(db, 'connect-policy').set('T4', 'everyone');
  await createStore(db, 'picture-policy').set('T4', 'off');
  await createStore(db, 'guest-policy').set('T4', true);
  await createStore(db, 'guest-policy').set('T5', false);
  await createStore(db, 'document-policy').set('T4', { readers: 'nothing', search: 'account' });
  await createStore(db, 'document-policy').set('T5', { readers: 'figures' });
  const migration = readFileSync('src/storage/migrations/0016-team-settings.sql', 'utf8');
  for (const statement of migration.split(/;\s*$/m).filter((part) => part.trim() !== ''))
    await db.query(statement);
  const settings = createTeamSettings(db);
  expect(await settings.of('T4')).toEqual({
    ...{ whoConnects: 'everyone', guests: 'yes', readers: 'nothing' },
    ...{ search: 'account', pictures: 'off' },
  });
  expect(await settings.of('T5')).toEqual({ ...undecided, readers: 'figures' });
});
