import { expect, test } from 'vitest';
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

test('they come with the picture in one edit', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  Object.assign(harness.service.script, { slides: TITLES, thumbnailUrl: 'https://docs.example.com/thumb' });
  await harness.generations.start(anAsk(), `slides ${++keys}`);
  await harness.work();
  const withEither = harness.slack.edits.filter(({ picture, slides }) => picture ?? slides);
  expect(withEither).toEqual([expect.objectContaining({ picture: expect.any(String), slides: TITLES })]);
});

test('without them the card is complete', async () => {
  const { harness, titles } = await delivered(new Forbidden('It takes edit permission', { status: 403 }));
  expect(await titles()).toBeUndefined();
  expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'delivered', slides: undefined });
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
