import { expect, test } from 'vitest';
import { titleOf } from '../../src/slack/kit/copy/generation-phrases.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** What a digest says about its channel is stored with its generation, encrypted. */

const db = await cleanDatabase();

const source = { kind: 'channel', channel: 'C1', since: '2026-03-02T00:00:00Z' } as const;
const quote = { words: 'Rent in Porto', url: 'https://northwind.slack.com/archives/C1/p1' };
const highlights = { messages: 3, people: 2, from: 1, threads: [], decisions: [quote] };

/** A digest whose process is killed while the service makes the document. The process after it cannot read the channel again. */
async function killed(key: string) {
  const harness = createHarness(db);
  const { context, generations, service, run } = harness;
  context.readSource = async () => ({ text: 'Ben: rent in Porto.', highlights });
  service.script.answers = [pending];
  const { id } = await generations.start(anAsk({ source, digest: { id: 'd1' } }), key);
  const killing = new AbortController();
  const poll = service.client.getGeneration;
  service.client.getGeneration = async () => {
    killing.abort(new Error('killed'));
    throw new Error('killed');
  };
  await run({ team: 'T1', generation: id }, killing.signal).catch(() => {});
  service.client.getGeneration = poll;
  context.readSource = () => Promise.reject(new Error('The channel was read twice.'));
  return { ...harness, id };
}

const storedIn = async (id: string) =>
  (await db.query<{ highlights: string | null }>('SELECT highlights FROM generations WHERE id = $1', [id]))[0]
    ?.highlights;

test('they outlast a restart, and the message is posted once', async () => {
  const { generations, id, run, slack, service } = await killed('restarted');
  service.script.answers = [];
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered', highlights });
  expect(slack.messages.filter(({ kind }) => kind === 'root')).toHaveLength(1);
  expect(service.creates).toHaveLength(1);
});

test('they are encrypted, and deleted with the document and after retention', async () => {
  const { finished, generations, id, run, service } = await killed('deleted');
  expect(await storedIn(id)).toMatch(/^v1\./);
  service.script.answers = [];
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  await finished.markDeleted('T1', id);
  expect(await storedIn(id)).toBeNull();

  const other = await killed('kept for 30 days');
  await db.query(`UPDATE generations SET created_at = now() - interval '31 days'`);
  await deleteExpired(db, new Date(), 30);
  expect(await storedIn(other.id)).toBeNull();
  expect((await generations.find('T1', other.id))?.highlights).toBeUndefined();
});

test.each([
  ['the title that the service gave', 'Porto it is', 'Porto it is'],
  ['its channel and days, if the service gave none', undefined, '#launch, 2 – 9 Mar 2026'],
])('a digest is called by %s', async (_, title, shown) => {
  const { generations, service, run } = createHarness(db);
  service.script.answers = [completed({ title })];
  const ask = anAsk({ source, digest: { id: 'd1' }, title: '#launch, 2 – 9 Mar 2026' });
  const { id } = await generations.start(ask, `called ${shown}`);
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(service.creates).toEqual([expect.not.objectContaining({ title: expect.anything() })]);
  const made = await generations.find('T1', id);
  expect(made && titleOf(made)).toBe(shown);
});

test('a document that is shared to another channel says nothing of them there', async () => {
  const { generations, id, run, service } = await killed('shared');
  service.script.answers = [];
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  const shared = await generations.share('T1', id, 'C2');
  expect(shared).toMatchObject({ channel: 'C2' });
  expect(shared?.highlights).toBeUndefined();
});
