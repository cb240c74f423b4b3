import { expect, test } from 'vitest';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  hasFile,
  privateWords,
  untilCardSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
} from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, ben, chloe, service, slack } = harness;

test('Ben cannot stop Chloe’s deck; Ana, an owner, can, after a question that says what may be charged', async () => {
  service.misbehave({ kind: 'generation_never_ends', containing: 'Endless plan' });
  const root = await askForDeck(harness, 'Endless plan', { title: 'Endless plan' }, { person: chloe });
  await untilCardSays(harness, root, /Stop/);
  await ben.press(root, 'generation_stop');
  await expect.poll(() => privateWords(ben)).toMatch(/Only the person who asked/);
  expect(wordsOf(slack.messages('general', root.ts)[0])).not.toContain('was stopped');
  await untilCardSays(harness, root, /Stop “Endless plan”\?[\s\S]*may still be finished.*be charged/);
  await ana.press(root, 'generation_stop');
  await untilCardSays(harness, root, /was stopped/);
});

test('Ana stops a deck and follows it again: she gets it, and it is made and posted once', async () => {
  service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Second thoughts' });
  const root = await askForDeck(harness, 'Second thoughts', { title: 'Second thoughts' });
  // The question on the button changes once the service has the ask.
  await untilCardSays(harness, root, /cannot be told to stop/);
  await ana.press(root, 'generation_stop');
  const stopped = await untilCardSays(harness, root, /may still be finished.*Follow again/s);
  expect(await untilHomeSays(harness, ana, /Follow again/)).toContain('Stopped');

  await ben.press(stopped, 'generation_follow_again');
  await expect.poll(() => privateWords(ben)).toMatch(/have it followed/);
  await ana.press(stopped, 'generation_follow_again');
  await untilCardSays(harness, root, /Working on/);
  harness.serviceClock.skip(A_WHILE);
  await untilThreadHas(harness, root, hasFile);
  await untilCardSays(harness, root, /Export as/);
  await untilIdle(harness);
  expect(createsOf(harness, 'Second thoughts')).toBe(1);
  expect(slack.files('general', root.ts)).toHaveLength(1);
});
