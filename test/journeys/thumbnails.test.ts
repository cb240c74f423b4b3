import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilIdle,
  untilThreadHas,
} from './story.ts';

/** The result shows itself: the first slide as a picture on its card. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ pictures: true });
});
afterAll(() => harness.close());

const fileNames = (root: Message) =>
  harness.slack.files('general', root.ts).map(({ name }) => name.replace(/^.*\./, ''));
const completed = (name: string) =>
  harness.slack.calls.some(
    ({ method, args }) => method === 'files.completeUploadExternal' && JSON.stringify(args).includes(name),
  );
const pictureOn = (card: Message) => card.blocks?.find(({ type }) => type === 'image');

test('Ana and everybody else in the channel see the first slide on the card', async () => {
  const root = await askForDeck(harness, 'Seen plan', { title: 'Seen plan' });
  const card = await untilCardSays(harness, root, /slack_file|The beginning of “/, harness.ben);
  expect(pictureOn(card)).toMatchObject({ alt_text: 'The beginning of “Seen plan”' });
  await untilIdle(harness);
  expect(fileNames(root)).toEqual(['pptx', 'png']);
});

test('Slack takes long over it: the card and the file are there, the picture comes after', async () => {
  harness.slack.misbehave({ method: 'processing', delayMs: 3_000 });
  const root = await askForDeck(harness, 'Slow picture plan', { title: 'Slow picture plan' });
  const before = await untilThreadHas(harness, root, hasFile).then(() =>
    untilCardSays(harness, root, /Open in Papermill/),
  );
  expect(pictureOn(before)).toBeUndefined();
  await untilCardSays(harness, root, /The beginning of “/);
});

test('the app stops while Slack is at it: after the start the card has its picture, once', async () => {
  harness.slack.misbehave({ method: 'processing', delayMs: 2_000, containing: 'Restarted' });
  const root = await askForDeck(harness, 'Restarted plan', { title: 'Restarted plan' });
  await expect.poll(() => completed('Restarted plan.png')).toBe(true);
  await harness.restart();
  await untilCardSays(harness, root, /The beginning of “/);
  await untilIdle(harness);
  expect(fileNames(root)).toEqual(['pptx', 'png']);
});

test('the answers to its upload and to its post are lost: one picture', async () => {
  harness.slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after', skip: 1 });
  harness.slack.misbehave({ method: 'chat.postMessage', cut: 'after', containing: 'shows its picture' });
  const root = await askForDeck(harness, 'Lost picture plan', { title: 'Lost picture plan' });
  await untilCardSays(harness, root, /The beginning of “/);
  await untilIdle(harness);
  expect(fileNames(root)).toEqual(['pptx', 'png']);
});

test('pictures that were asked for are not posted once more: the card shows the first of them', async () => {
  const asked = { title: 'Postcards', cards: '2', export_as: 'png' };
  const root = await askForDeck(harness, 'Postcards', asked);
  await untilCardSays(harness, root, /The beginning of “/);
  await untilIdle(harness);
  expect(fileNames(root)).toEqual(['png', 'png']);
});

test('Ana turns pictures off for the team: cards are as before', async () => {
  await harness.ana.command('general', '/deck settings');
  await untilFormSays(harness.ana, /Whose defaults/);
  await harness.ana.fill({ settings_scope: 'team' });
  await untilFormSays(harness.ana, /Finished documents show/);
  await harness.ana.fill({ policy_pictures: 'off' });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  await closeForms(harness.ana);
  const root = await askForDeck(harness, 'Plain plan', { title: 'Plain plan' });
  await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  expect(fileNames(root)).toEqual(['pptx']);
});
