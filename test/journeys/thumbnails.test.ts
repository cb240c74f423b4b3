import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { stringsIn } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { askForDeck, hasFile, setForTeam, untilCardSays, untilIdle, untilThreadHas } from './story.ts';

/** The card of a result shows the first slide as a picture. */

const harness = await forThisFile(createHarness({ pictures: true }));
const { ana, ben, slack } = harness;

/** Waits until the app is idle. @returns the types of the files in the thread */
async function filesOf(root: Message): Promise<string[]> {
  await untilIdle(harness);
  return slack.files('general', root.ts).map(({ name }) => name.replace(/^.*\./, ''));
}

const PICTURE = /”, first slide/;

test('everybody in the channel sees the first slide on the card', async () => {
  const root = await askForDeck(harness, 'Seen plan', { title: 'Seen plan' });
  const card = await untilCardSays(harness, root, PICTURE, ben);
  const picture = card.blocks?.find(({ type }) => type === 'image');
  expect(picture).toMatchObject({ alt_text: '“Seen plan”, first slide' });
  expect(await filesOf(root)).toEqual(['pptx', 'png']);
});

test('if the app restarts while Slack processes the picture, the card has it afterwards, once', async () => {
  slack.misbehave({ method: 'processing', delayMs: 2_000, containing: 'Restarted' });
  const root = await askForDeck(harness, 'Restarted plan', { title: 'Restarted plan' });
  const isUploaded = () =>
    slack.calls.some(
      ({ method, args }) =>
        method === 'files.completeUploadExternal' && stringsIn(args).includes('Restarted plan.png'),
    );
  await expect.poll(isUploaded).toBe(true);
  await harness.restart();
  await untilCardSays(harness, root, PICTURE);
  expect(await filesOf(root)).toEqual(['pptx', 'png']);
});

test('if Ana asks for the slides as PNG, the card shows the first of them, and none is posted twice', async () => {
  const asked = { title: 'Postcards', slides: '2', export_as: 'png' };
  const root = await askForDeck(harness, '## Stop 1\nWe meet people there.', asked);
  await untilCardSays(harness, root, PICTURE);
  expect(await filesOf(root)).toEqual(['png', 'png']);
});

test('Ana turns pictures off for the team: cards have none', async () => {
  await setForTeam(ana, 'policy_pictures', 'off');
  const root = await askForDeck(harness, 'Plain plan', { title: 'Plain plan' });
  await untilThreadHas(harness, root, hasFile);
  expect(await filesOf(root)).toEqual(['pptx']);
});
