import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  moreOptions,
  submitDeck,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/** After each press something is visible where the person is, with the way to where the result will be. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** What Ana alone has read in #general, newest last. */
const said = () => harness.ana.ephemerals('general').map((message: Message) => wordsOf(message));

test('Ana turns a thread into slides with the thread closed: a line in the channel leads there', async () => {
  const { ts } = await harness.ben.say('general', 'We ship the tent in May, and Kasia writes the copy.');
  await harness.ana.shortcut('thread_to_slides', { channel: 'C0GENERAL', ts });
  await untilFormSays(harness.ana, /More options/);
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  await expect
    .poll(() => said().at(-1))
    .toMatch(/Deckhand took on .*archives\/C0GENERAL\/p\d+\?thread_ts=.*Open the thread/);
});

test('Ana asks for it in another channel: a line where she is leads there', async () => {
  await submitDeck(harness, 'Elsewhere plan', { title: 'Elsewhere plan', channel: 'C0LEADERS' });
  await expect
    .poll(() => said().at(-1))
    .toMatch(/“Elsewhere plan”.*<#\w+>: <http.*\/archives\/\w+\/p\d+\|see it there>/);
});

test('Ana asks on Home: the form says where it comes, and Home has it', async () => {
  await untilHomeSays(harness, harness.ana, /Create a deck/);
  await harness.ana.press('home', 'deck_create');
  await harness.ana.waitForView();
  await moreOptions(harness.ana);
  await harness.ana.fill({ prompt: 'From Home', title: 'From Home', channel: 'C0GENERAL' });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  expect(await untilFormSays(harness.ana, /archives/)).toMatch(/Deckhand took on “From Home”/);
  await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('From Home');
  await closeForms(harness.ana);
});

test('Ben wants a file of it: he is told that it is on its way, and led into the thread', async () => {
  const root = await askForDeck(harness, 'Harbour plan', { title: 'Harbour plan' });
  await untilThreadHas(harness, root, hasFile);
  const card = await untilCardSays(harness, root, /Export as/);
  await harness.ben.press(card, 'generation_export', 'Export as PDF');
  await expect
    .poll(() => harness.ben.ephemerals('general').map(wordsOf).join())
    .toMatch(new RegExp(`on its way into <http[^|]*thread_ts=${root.ts}[^|]*\\|the thread>`));
});
