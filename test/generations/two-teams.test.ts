import { afterAll, expect, test } from 'vitest';
import { findDelivery, openDelivery } from '../../src/generations/delivery/outbox.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await testDatabase();
afterAll(() => db.close());

test('two teams whose people, channels and clicks have the same ids keep apart what they asked for', async () => {
  const { generations } = createHarness(db);
  const ours = await generations.start(anAsk({ prompt: 'Ours' }), 'click');
  const theirs = await generations.start(anAsk({ team: 'T2', prompt: 'Theirs' }), 'click');
  expect(theirs.id).not.toBe(ours.id);
  // The same click again, in each.
  expect(await generations.start(anAsk({ prompt: 'Ours' }), 'click')).toMatchObject({
    id: ours.id,
    team: 'T1',
  });
  expect(await generations.start(anAsk({ team: 'T2' }), 'click')).toMatchObject({
    id: theirs.id,
    team: 'T2',
  });
  for (const { team, id } of [ours, theirs]) {
    expect((await generations.recent(team, 'U1', 10)).map((each) => each.id)).toEqual([id]);
  }
  expect(await generations.find('T2', ours.id)).toBeNull();
  expect(await generations.askOf('T2', ours.id)).toBeNull();
  const row = await openDelivery(db, ours, { kind: 'root' }, new Date());
  expect(await findDelivery(db, 'T1', row.id)).toMatchObject({ id: row.id });
  expect(await findDelivery(db, 'T2', row.id)).toBeNull();
});
