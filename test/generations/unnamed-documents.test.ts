import { afterAll, beforeEach, expect, test } from 'vitest';
import { unnamedSince } from '../../src/generations/unnamed-documents.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { deleteTeam } from '../../src/storage/team-removal.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A search shows documents that were not made with Deckhand only if they are older than what it cannot tell apart. */

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => db.query('truncate generations, unnamed_documents cascade'));

const march = (day: number) => new Date(Date.UTC(2026, 2, day));
const asked: string[] = [];
/** A service that answers with this status about each generation. */
const serviceSaying = (status: object) =>
  ({
    async getGeneration(id: string) {
      asked.push(id);
      return status;
    },
  }) as unknown as ServiceClient;
const since = (account: string, status: object = { status: 'pending' }, id = 'its id') =>
  unnamedSince(db, { id, account }, serviceSaying(status));

/** Stores a document that was submitted on the 2nd of March and whose id is not known. */
async function anUnnamed(columns: Record<string, unknown> = {}): Promise<string> {
  const team = String(columns.team ?? 'T1');
  const { id } = await createHarness(db).generations.start(anAsk({ team }), crypto.randomUUID());
  const given = { state: 'stopped', made_with: 'ana@', submitted_at: march(2), ...columns };
  const names = Object.keys(given);
  await db.query(
    `update generations set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`,
    [id, ...Object.values(given)],
  );
  return id;
}

test('all teams of an account count, and those of other accounts do not', async () => {
  expect(await since('ana@')).toBeUndefined();
  await anUnnamed({ team: 'T2', submitted_at: march(5) });
  await anUnnamed({ submitted_at: march(9), state: 'unsure' });
  expect(await since('ana@')).toEqual(march(5));
  expect(await since('rita@')).toBeUndefined();
});

test.each(['following', 'unsure', 'stopped', 'late'])(
  'all teams count if the service does not say which account it is: %s',
  async (state) => {
    await anUnnamed({ state });
    expect(await since('its id')).toEqual(march(2));
  },
);

test('a create call that was refused, and a generation that failed at the service, have made no document', async () => {
  await anUnnamed({ state: 'failed', failure: { reason: 'invalid' } });
  await anUnnamed({ state: 'failed', failure: { reason: 'service_failed' }, generation_id: 'g1' });
  expect(await since('ana@')).toBeUndefined();
  await anUnnamed({ state: 'failed', failure: { reason: 'malformed' }, generation_id: 'g1' });
  expect(await since('ana@')).toEqual(march(2));
});

test('the document of a stopped generation is asked for until the service names it', async () => {
  const id = await anUnnamed({ generation_id: 'g1' });
  expect(await since('ana@')).toEqual(march(2));
  expect(await since('ana@', { status: 'completed', docId: 'doc1' })).toBeUndefined();
  const before = asked.length;
  expect(await since('ana@')).toBeUndefined();
  expect(asked).toHaveLength(before);
  expect(await db.query('select doc_id from generations where id = $1', [id])).toEqual([{ doc_id: 'doc1' }]);
});

test('a stopped generation that has failed at the service has no document', async () => {
  await anUnnamed({ generation_id: 'g1' });
  expect(await since('ana@', { status: 'failed', error: { message: 'no' } })).toBeUndefined();
});

test('a document that was made again because the service did not answer may exist twice', async () => {
  const { generations } = createHarness(db);
  const id = await anUnnamed({ state: 'unsure' });
  await generations.resolveUnsure('T1', id, 'again');
  await generations.resolveUnsure('T1', id, 'again');
  await db.query(`update generations set state = 'delivered', doc_id = 'second' where id = $1`, [id]);
  expect(await since('ana@')).toEqual(march(2));
});

test('documents of a team that has left are not found by another team of the account', async () => {
  await anUnnamed({ team: 'T2', state: 'delivered', doc_id: 'doc1', created_at: march(3) });
  await deleteTeam(db, 'T2');
  await anUnnamed({ team: 'T2', state: 'delivered', doc_id: 'doc2', created_at: march(1) });
  await deleteTeam(db, 'T2');
  expect(await since('ana@')).toEqual(march(1));
  expect(await since('rita@')).toBeUndefined();
});
