import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { reportedCredits, usageOf, usageRows } from '../../src/generations/usage.ts';
import { erasePerson } from '../../src/storage/person.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, aPicture, aThoroughAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** What was spent in a month, for admins and for each person. The stand-in takes 12 credits for a document. */

const db = await cleanDatabase();
const ana = { team: 'T1', person: 'UANA' };
const ben = { team: 'T1', person: 'UBEN' };
const COST = 12;
const DAY = 86_400_000;
const NOVEMBER = Date.UTC(2026, 10);

/** Has asks made in November 2026, in the months around it, and by another team. */
async function makeAll() {
  const harness = createHarness(db);
  const make = async (at: number, changes: Partial<Ask> = {}) => {
    const { id } = await harness.generations.start(anAsk({ ...ana, ...changes }), crypto.randomUUID());
    await harness.work();
    await db.query('UPDATE generations SET submitted_at = $1 WHERE id = $2', [new Date(at), id]);
  };
  await make(NOVEMBER);
  await make(NOVEMBER + 29 * DAY + DAY - 1, { destination: { channel: 'UANA' } });
  const digest = { id: crypto.randomUUID() };
  await make(NOVEMBER + 2 * DAY, { ...ben, digest, destination: { channel: 'C2' } });
  await make(NOVEMBER + 2 * DAY, aThoroughAsk(ben));
  await make(NOVEMBER + 2 * DAY, aPicture(ben));
  await make(NOVEMBER - 1);
  await make(NOVEMBER + 30 * DAY);
  await make(NOVEMBER, { team: 'T2' });
}

test('a month of a team is added up by person, kind, place and day', async () => {
  await makeAll();
  const { total, people, by, hasEarlier } = await usageOf(db, { team: 'T1' }, NOVEMBER + 5 * DAY);
  expect(total.asks).toBe(5);
  expect(people).toBe(2);
  expect(hasEarlier).toBe(true);
  const counts = (groups: typeof by.day) => Object.fromEntries(groups.map(({ name, asks }) => [name, asks]));
  expect(counts(by.person)).toEqual({ UANA: 2, UBEN: 3 });
  expect(counts(by.kind)).toEqual({ quick: 2, digest: 1, thorough: 1, picture: 1 });
  expect(counts(by.day)).toEqual({ 1: 1, 3: 3, 30: 1 });
  expect(by.place.find(({ name }) => name === '')).toMatchObject({ asks: 1, credits: COST });
  expect(by.person.reduce((sum, { credits }) => sum + credits, 0)).toBe(total.credits);

  const rows = await usageRows(db, 'T1', NOVEMBER);
  expect(rows[0]).toEqual({
    ...{ day: '2026-11-01', person: 'UANA', place: 'C1', kind: 'quick', asks: 1, credits: COST },
  });
  expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(total.credits);
  expect(JSON.stringify(rows)).not.toMatch(/title|http|T2/i);
});

test('a person sees their own, and nothing of others', async () => {
  await makeAll();
  const own = await usageOf(db, ana, NOVEMBER);
  expect(own.total).toEqual({ asks: 2, credits: 2 * COST });
  expect(JSON.stringify(own)).not.toMatch(/UBEN|C2/);
  const before = await usageOf(db, { ...ben }, Date.UTC(2026, 9));
  expect(before).toMatchObject({ total: { asks: 0, credits: 0 }, people: 0, hasEarlier: false });
});

test('an erased person is a pseudonym, and what they spent still counts', async () => {
  await makeAll();
  const before = await usageOf(db, { team: 'T1' }, NOVEMBER);
  await erasePerson(db, ben, 'person');
  const after = await usageOf(db, { team: 'T1' }, NOVEMBER);
  expect(after.total).toEqual(before.total);
  const everything = JSON.stringify([after, await usageRows(db, 'T1', NOVEMBER)]);
  expect(everything).not.toContain('UBEN');
  expect(everything).toMatch(/erased-[0-9a-f]{8}/);
});

test('an ask that was never sent is not counted', async () => {
  const { generations } = createHarness(db);
  await generations.start(anAsk({ team: 'T9', person: 'UANA' }), 'waits');
  expect((await usageOf(db, { team: 'T9' }, Date.now())).total.asks).toBe(0);
});

test('the cost of single documents, for the audit trail, and nothing of another team', async () => {
  await makeAll();
  const ids = async (team: string) =>
    (await db.query<{ id: string }>('SELECT id FROM generations WHERE team = $1', [team])).map(
      ({ id }) => id,
    );
  const [own, foreign] = [await ids('T1'), await ids('T2')];
  const found = await reportedCredits(db, 'T1', [...own, ...foreign, 'not an id']);
  expect([...found.keys()].toSorted()).toEqual(own.toSorted());
  expect([...found.values()]).toContain(COST);
});
