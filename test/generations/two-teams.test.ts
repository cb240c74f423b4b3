import { expect, test } from 'vitest';
import { findDelivery, openDelivery } from '../../src/generations/delivery/outbox.ts';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

test('asks of two teams are kept apart, even if their people, channels and clicks have the same ids', async () => {
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
  // A document's id, learned from a link, says nothing of it to others.
  await db.query(`update generations set state = 'delivered', doc_id = 'doc1' where id = $1`, [ours.id]);
  const { placesOf } = createFinishedDocuments({ db, clock: createSkippingClock() }, {} as Jobs);
  expect(await placesOf('T1', 'doc1')).toEqual([{ person: 'U1', channel: ours.channel }]);
  expect(await placesOf('T2', 'doc1')).toEqual([]);
});

/** Copies a generation. @param from the beginning of the copies' keys */
const copy = (id: string, count: number, from: string) =>
  db.query(
    `insert into generations select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'key', $2 || n))).*
     from generations g, generate_series(1, $3::int) n where id = $1`,
    [id, from, count],
  );

test('a team may have a thousand under way, and takes no places of another team', async () => {
  const { generations } = createHarness(db);
  const { id } = await generations.start(anAsk({ team: 'TBIG' }), 'first');
  await copy(id, 998, 'a');
  expect(await generations.limitReached({ team: 'TBIG', person: 'UBEN' })).toBeUndefined();
  await copy(id, 1, 'b');
  expect(await generations.limitReached({ team: 'TBIG', person: 'UBEN' })).toBe('too_much_under_way');
  expect(await generations.limitReached({ team: 'T1', person: 'UBEN' })).toBeUndefined();
  await db.query(`update generations set state = 'delivered' where team = 'TBIG' and key = 'b1'`);
  expect(await generations.limitReached({ team: 'TBIG', person: 'UBEN' })).toBeUndefined();
});

test('a team has no more than a thousand under way if many people ask at the same moment', async () => {
  const { generations } = createHarness(db);
  const { id } = await generations.start(anAsk({ team: 'TBIG' }), 'first');
  await copy(id, 994, 'a');
  const asks = Array.from({ length: 30 }, (_, n) =>
    generations.start(anAsk({ team: 'TBIG', person: `U${n}` }), `click ${n}`),
  );
  const answers = await Promise.allSettled(asks);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
