import { expect, test, vi } from 'vitest';
import { Forbidden } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, anEdit, edited } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** The titles of the slides on the card: as the service gives them, and never in the way of the document. */

const db = await cleanDatabase();

let keys = 0;

async function delivered(slides: string[] | Error) {
  const harness = createHarness(db);
  harness.service.script.slides = slides;
  const { id } = await harness.generations.start(anAsk(), `slides ${++keys}`);
  await harness.work();
  expect(await harness.stateOf(id)).toBe('delivered');
  const titles = async () => (await harness.generations.find('T1', id))?.slideTitles;
  return { harness, id, titles };
}

const TITLES = ['Quarterly review', 'Revenue', 'Hiring plan'];

test('the card has them in their order, and a repeated run does not ask for them again', async () => {
  const { harness, id, titles } = await delivered(TITLES);
  expect(await titles()).toEqual(TITLES);
  expect(harness.slack.edits.at(-1)?.slides).toEqual(TITLES);
  harness.service.script.slides = ['Others'];
  await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(await titles()).toEqual(TITLES);
});

const isResult = ({ state }: { state: string }) => state === 'delivering' || state === 'delivered';

test('the card has them as soon as it shows the result, so they take no edit of their own', async () => {
  const { harness } = await delivered(TITLES);
  const results = harness.slack.edits.filter(isResult);
  expect(results.map(({ state, slides }) => ({ state, slides }))).toEqual([
    { state: 'delivering', slides: TITLES },
    { state: 'delivered', slides: TITLES },
  ]);
});

test('only the picture takes an edit of its own', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  Object.assign(harness.service.script, { slides: TITLES, thumbnailUrl: 'https://docs.example.com/thumb' });
  await harness.generations.start(anAsk(), `slides ${++keys}`);
  await harness.work();
  const results = harness.slack.edits.filter(isResult);
  expect(results.map(({ slides }) => slides)).toEqual([TITLES, TITLES, TITLES]);
  expect(results.map(({ picture }) => picture !== undefined)).toEqual([false, false, true]);
});

test('a document does not wait for statistics that take long, and its card gets the titles later', async () => {
  const harness = createHarness(db);
  harness.service.script.slides = TITLES;
  const client = await harness.context.clientFor('T1');
  const getCardAnalytics = vi
    .fn(client?.getCardAnalytics)
    .mockImplementationOnce(() => new Promise(() => {}));
  harness.context.clientFor = async () => client && { ...client, getCardAnalytics };
  const { id } = await harness.generations.start(anAsk(), `slides ${++keys}`);
  await harness.work();
  expect(harness.slack.edits.filter(isResult).map(({ slides }) => slides)).toEqual([
    undefined,
    undefined,
    TITLES,
  ]);
  expect((await harness.generations.find('T1', id))?.slideTitles).toEqual(TITLES);
});

test('without them the card is complete, and they are not asked for again', async () => {
  const { harness, titles } = await delivered(new Forbidden('It takes edit permission', { status: 403 }));
  expect(await titles()).toEqual([]);
  expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'delivered', slides: [] });
});

test('after a change, the card of the document has the new ones', async () => {
  const { harness, id, titles } = await delivered(TITLES);
  const { rootTs: threadTs = '' } = (await harness.generations.find('T1', id)) ?? {};
  harness.service.script.slides = ['Review', 'Risks'];
  harness.service.script.answers = [edited];
  const destination = { channel: 'C1', threadTs };
  await harness.generations.startEdit(anEdit({ destination }), `slides ${++keys}`);
  await harness.work();
  expect(await titles()).toEqual(['Review', 'Risks']);
  expect(harness.slack.edits.at(-1)?.slides).toEqual(['Review', 'Risks']);
});

test('they are deleted with the document', async () => {
  const { harness, id, titles } = await delivered(TITLES);
  await harness.finished.markDeleted('T1', id);
  await harness.work();
  expect(await titles()).toBeUndefined();
});
