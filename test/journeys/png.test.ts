import { describe, expect, test } from 'vitest';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  answerTo,
  askForDeck,
  hasFile,
  untilCardSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Slides as PNG are posted as pictures, up to the ten that Slack takes at once. */

const harness = await forThisFile(createHarness());
const { ana, ben, chloe, service, slack } = harness;

/** A prompt with content for each of some slides. */
const stops = (count: number) =>
  Array.from({ length: count }, (_, at) => `## Stop ${at + 1}\nWe meet people there.`).join('\n\n');
const STOPS = stops(3);

test('three slides are three pictures in one message, in their order', async () => {
  const root = await askForDeck(harness, STOPS, { title: 'Postcards', slides: '3', export_as: 'png' });
  const message = await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  const names = ['Postcards 1.png', 'Postcards 2.png', 'Postcards 3.png'];
  expect(message.files?.map(({ name }) => name)).toEqual(names);
  expect(message.text).toContain('<@U0ANA> here is “Postcards” as PNG');
});

test('pictures that Ben exports from the card are posted once, even if Slack’s response is lost', async () => {
  const root = await askForDeck(harness, '## Cranes\nTwo of them.', { title: 'Harbour plan', slides: '2' });
  const card = await untilCardSays(harness, root, /Export as/);
  await untilIdle(harness);
  slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
  await ben.press(card, 'generation_export', 'Export as PNG images');
  await untilThreadHas(harness, root, ({ text }) => text.includes('as PNG'));
  await untilIdle(harness);
  const names = slack.files('general', root.ts).map(({ name }) => name);
  expect(names).toEqual(['Harbour plan.pptx', 'Harbour plan 1.png', 'Harbour plan 2.png']);
});

describe('Show slides on the card', () => {
  const show = (text: string) => / here is “.*”, .*slides?\.$/.test(text);

  test('posts the first ten of twelve slides in the thread, once, even after two clicks', async () => {
    const root = await askForDeck(harness, stops(12), { title: 'Twelve stops' });
    const card = await untilCardSays(harness, root, /Slides: Stop 1 · .* · and \d more/);
    await untilIdle(harness);
    await Promise.all([ben, chloe].map((one) => one.press(card, 'generation_export', 'Show slides')));
    const { text, files } = await untilThreadHas(harness, root, (message) => show(message.text));
    await untilIdle(harness);
    expect(text).toMatch(/here is “Twelve stops”, the first 10 slides\./);
    expect(files?.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Twelve stops ${at + 1}.png`),
    );
    expect(slack.messages('general', root.ts).filter((message) => show(message.text))).toHaveLength(1);
  });

  test('shows what Ana keeps to herself only to her', async () => {
    const card = await answerTo(ana, '/deck Quiet plan');
    await ana.press(card, 'proposal_make_for_person');
    const made = await untilPosted(ana, /Made by AI/, { channel: ana.appDm() });
    await untilIdle(harness);
    await ana.press(made, 'generation_export', 'Show slides');
    const shown = await untilPosted(ana, /here is “Quiet plan”, /, { channel: ana.appDm(), thread: made.ts });
    expect(shown.files?.length).toBeGreaterThan(0);
  });

  test('says in a direct message if there are no pictures', async () => {
    const root = await askForDeck(harness, STOPS, { title: 'Unseen', slides: '2' });
    const card = await untilCardSays(harness, root, /Show slides/);
    await untilIdle(harness);
    service.misbehave({ kind: 'export_fails', reason: 'deck_too_large' });
    await ana.press(card, 'generation_export', 'Show slides');
    await untilPosted(ana, /there is no picture of “Unseen” this time/, { channel: ana.appDm() });
  });
});
