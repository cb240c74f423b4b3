import { expect, test } from 'vitest';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { askForDeck, hasFile, untilCardSays, untilIdle, untilThreadHas } from './story.ts';

/** Slides as PNG are posted as pictures, up to the ten that Slack takes at once. */

const harness = await forThisFile(createHarness());
const { ben, slack } = harness;

/** A prompt with content for each of three slides. */
const STOPS = [1, 2, 3].map((stop) => `## Stop ${stop}\nWe meet people there.`).join('\n\n');

test('three slides are three pictures in one message, in their order', async () => {
  const root = await askForDeck(harness, STOPS, { title: 'Postcards', cards: '3', export_as: 'png' });
  const message = await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  const names = ['Postcards 1.png', 'Postcards 2.png', 'Postcards 3.png'];
  expect(message.files?.map(({ name }) => name)).toEqual(names);
  expect(message.text).toContain('<@U0ANA> here is “Postcards” as PNG');
});

test('pictures that Ben exports from the card are posted once, even if Slack’s response is lost', async () => {
  const root = await askForDeck(harness, '## Cranes\nTwo of them.', { title: 'Harbour plan', cards: '2' });
  const card = await untilCardSays(harness, root, /Export as/);
  await untilIdle(harness);
  slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
  await ben.press(card, 'generation_export', 'Export as PNG images');
  await untilThreadHas(harness, root, ({ text }) => text.includes('as PNG'));
  await untilIdle(harness);
  const names = slack.files('general', root.ts).map(({ name }) => name);
  expect(names).toEqual(['Harbour plan.pptx', 'Harbour plan 1.png', 'Harbour plan 2.png']);
});
