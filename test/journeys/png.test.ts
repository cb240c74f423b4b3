import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import { askForDeck, hasFile, untilCardSays, untilIdle, untilThreadHas } from './story.ts';

/** Pictures of the cards come as pictures, up to the ten that Slack posts at once. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const namesIn = (root: Message) => harness.slack.files('general', root.ts).map(({ name }) => name);

/** A prompt with something to say on each of so many slides. */
const stops = (count: number) =>
  Array.from({ length: count }, (_, at) => `## Stop ${at + 1}\nWe meet people there.`).join('\n\n');

test('three slides: three pictures in one message, in their order', async () => {
  const asked = { title: 'Postcards', cards: '3', export_as: 'png' };
  const root = await askForDeck(harness, stops(3), asked);
  const message = await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  expect(message.files?.map(({ name }) => name)).toEqual([
    'Postcards 1.png',
    'Postcards 2.png',
    'Postcards 3.png',
  ]);
  expect(message.text).toContain('<@U0ANA> here is “Postcards” as PNG');
});

test('asked for on the card, with the answer lost: once', async () => {
  const root = await askForDeck(harness, 'Harbour plan', { title: 'Harbour plan', cards: '2' });
  const card = await untilCardSays(harness, root, /Export as/);
  await untilIdle(harness);
  harness.slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
  await harness.ben.press(card, 'generation_export', 'Export as PNG images');
  await untilThreadHas(harness, root, ({ text }) => text.includes('as PNG'));
  await untilIdle(harness);
  expect(namesIn(root)).toEqual(['Harbour plan.pptx', 'Harbour plan 1.png', 'Harbour plan 2.png']);
});

test('twelve slides: the zip', async () => {
  const root = await askForDeck(harness, stops(12), { title: 'Long tour', cards: '12', export_as: 'png' });
  await untilThreadHas(harness, root, hasFile);
  expect(namesIn(root)).toEqual(['Long tour.zip']);
});
