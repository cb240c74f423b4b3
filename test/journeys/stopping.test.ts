import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  hasFile,
  untilCardSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/** Somebody stops what is in the making, and thinks better of it. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const cardNow = (root: Message) => wordsOf(harness.slack.messages('general', root.ts)[0] as Message);

test('Ben may not stop what Chloe asked for; Ana, an owner, may, and is asked first', async () => {
  harness.service.misbehave({ kind: 'generation_never_ends', containing: 'Endless plan' });
  const asked = { title: 'Endless plan' };
  const root = await askForDeck(harness, 'Endless plan', asked, { person: harness.chloe });
  const card = await untilCardSays(harness, root, /Stop/);
  await harness.ben.press(card, 'generation_stop');
  await expect.poll(() => harness.ben.ephemerals('general').length).toBeGreaterThan(0);
  expect(cardNow(root)).not.toContain('was stopped');
  const { confirm } = await untilConfirmable(root);
  expect(JSON.stringify(confirm)).toMatch(/Stop “Endless plan”\?.*may still be finished.*be charged/);
  await harness.ana.press(card, 'generation_stop');
  await untilCardSays(harness, root, /was stopped/);
});

test('Ana stops one, follows it again, and gets what was paid for; it is made once', async () => {
  harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Second thoughts' });
  const root = await askForDeck(harness, 'Second thoughts', { title: 'Second thoughts' });
  await untilConfirmable(root);
  await harness.ana.press(root, 'generation_stop');
  const stopped = await untilCardSays(harness, root, /may still be finished.*Follow again/s);
  expect(await untilHomeSays(harness, harness.ana, /Follow again/)).toContain('Stopped');

  await harness.ben.press(stopped, 'generation_follow_again');
  await expect.poll(() => harness.ben.ephemerals('general').map(wordsOf).join()).toMatch(/have it followed/);
  await harness.ana.press(stopped, 'generation_follow_again');
  await untilCardSays(harness, root, /Working on/);
  harness.serviceClock.skip(A_WHILE);
  await untilThreadHas(harness, root, hasFile);
  await untilCardSays(harness, root, /Export as/);
  await untilIdle(harness);
  expect(createsOf(harness, 'Second thoughts')).toBe(1);
  expect(harness.slack.files('general', root.ts)).toHaveLength(1);
});

test('one that was stopped is found again after a restart, when it was finished meanwhile', async () => {
  harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Slept over it' });
  const root = await askForDeck(harness, 'Slept over it', { title: 'Slept over it' });
  await untilConfirmable(root);
  await harness.ana.press(root, 'generation_stop');
  const stopped = await untilCardSays(harness, root, /Follow again/);
  await harness.restart();
  harness.serviceClock.skip(A_WHILE);
  await harness.ana.press(stopped, 'generation_follow_again');
  await untilThreadHas(harness, root, hasFile);
  expect(createsOf(harness, 'Slept over it')).toBe(1);
});

/** Waits until the service has the ask. @returns the button that asks before it stops */
async function untilConfirmable(root: Message) {
  await untilCardSays(harness, root, /cannot be told to stop/);
  const [message] = harness.slack.messages('general', root.ts);
  const actions = message?.blocks?.find(({ type }) => type === 'actions') as
    | { elements: { confirm?: object }[] }
    | undefined;
  return { confirm: actions?.elements[0]?.confirm };
}
