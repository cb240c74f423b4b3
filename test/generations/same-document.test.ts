import { expect, test } from 'vitest';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, anEdit, completed, edited } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A document has a message of its own and one of each change: they agree on what it is called, shows and has come to. */

const db = await cleanDatabase();

type Harness = ReturnType<typeof createHarness>;

async function aDocument(harness: Harness): Promise<string> {
  harness.service.script.answers = [completed()];
  const { id } = await harness.generations.start(anAsk(), 'document');
  await harness.work();
  return id;
}

/** A change of it, asked for in the thread below its message. */
async function changed(harness: Harness, document: string, title: string, key = title): Promise<string> {
  const { rootTs } = (await harness.generations.find('T1', document)) ?? {};
  harness.service.script.answers = [edited];
  harness.service.client.getDoc = async () => ({
    docId: 'g_doc',
    title,
    thumbnailUrl: 'https://docs.example.com/thumb',
  });
  await harness.clock.sleep(1000);
  const ask = anEdit({ destination: { channel: 'C1', ...(rootTs && { threadTs: rootTs }) } });
  const { id } = await harness.generations.start(ask, key);
  await harness.work();
  return id;
}

const found = (harness: Harness, id: string) => harness.generations.find('T1', id);

test('a change updates the title and the picture of the first message', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  const id = await aDocument(harness);
  const first = await changed(harness, id, 'Review');
  const second = await changed(harness, id, 'The review');
  const { title, thumbnail } = (await found(harness, id)) ?? {};
  expect(title).toBe('The review');
  expect(thumbnail).toBeDefined();
  expect(thumbnail).toBe((await found(harness, second))?.thumbnail);
  expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'delivered' });
  // The first change is named after the document, too, and shows what it came to then.
  const before = await found(harness, first);
  expect(before?.title).toBe('The review');
  expect(before?.thumbnail).not.toBe(thumbnail);
});

test('after a change, the first message no longer shows what the service said about the old slides', async () => {
  const harness = createHarness(db);
  const warnings = 'The text fills only 1 of the 6 cards.';
  const { createGeneration } = harness.service.client;
  harness.service.client.createGeneration = async (input) => ({
    ...(await createGeneration(input)),
    warnings,
  });
  const id = await aDocument(harness);
  expect((await found(harness, id))?.warnings).toBe(warnings);
  await changed(harness, id, 'Review');
  expect((await found(harness, id))?.warnings).toBeUndefined();
});

test('if a change has no picture, the old one is removed', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  harness.service.script.thumbnailUrl = 'https://docs.example.com/thumb';
  const id = await aDocument(harness);
  expect((await found(harness, id))?.thumbnail).toBeDefined();
  harness.context.showsPictures = async () => false;
  await changed(harness, id, 'Review');
  expect((await found(harness, id))?.thumbnail).toBeUndefined();
});

test('an earlier change that is reported again does not undo a later one', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  const id = await aDocument(harness);
  const earlier = await changed(harness, id, 'Review');
  await changed(harness, id, 'The review');
  const before = await found(harness, id);
  const row = await found(harness, earlier);
  if (!row) throw new Error('The change is gone');
  await harness.finished.changed(row);
  expect(await found(harness, id)).toMatchObject({ title: 'The review', thumbnail: before?.thumbnail });
  expect(row.thumbnail).not.toBe(before?.thumbnail);
});

test('an archive or restore at the service is shown by all messages of the document', async () => {
  const harness = createHarness(db);
  const id = await aDocument(harness);
  const change = await changed(harness, id, 'Review');
  const later = await harness.generations.start(anEdit(), 'under way');
  const archived = async () =>
    (await Promise.all([id, change, later.id].map((one) => found(harness, one)))).map(
      (one) => one?.archivedAt !== undefined,
    );
  const before = harness.slack.edits.length;
  const theirs = await harness.generations.start(anAsk({ team: 'T2' }), 'theirs');
  await db.query(`update generations set state = 'delivered', doc_id = 'g_doc' where id = $1`, [theirs.id]);
  await harness.finished.markArchived('T2', id);
  expect(await archived()).toEqual([false, false, false]);
  expect((await harness.generations.find('T2', theirs.id))?.archivedAt).toBeUndefined();
  await harness.finished.markArchived('T1', change);
  await harness.finished.markArchived('T1', change);
  expect(await archived()).toEqual([true, true, true]);
  await harness.work();
  expect(harness.slack.edits.slice(before).length).toBeGreaterThanOrEqual(2);
  // The change that was under way has told how it ended all the same.
  expect(await harness.stateOf(later.id)).toBe('delivered');
  expect(harness.slack.files.length).toBeGreaterThanOrEqual(3);
  await harness.finished.refresh('T1', id, { archived: false });
  expect(await archived()).toEqual([false, false, false]);
});

test('a new title at the service is shown by all messages', async () => {
  const harness = createHarness(db);
  const id = await aDocument(harness);
  const change = await changed(harness, id, 'Review');
  await harness.finished.refresh('T1', id, { title: 'Renamed there' });
  expect((await found(harness, change))?.title).toBe('Renamed there');
  expect((await found(harness, id))?.title).toBe('Renamed there');
});

test('an unknown document is not archived', async () => {
  const harness = createHarness(db);
  const { id } = await harness.generations.start(anAsk(), 'queued');
  await harness.finished.markArchived('T1', id);
  expect((await found(harness, id))?.archivedAt).toBeUndefined();
});
