import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { stringsIn } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { askForDeck, untilCardSays, untilFormSays, untilPosted } from './story.ts';

const harness = await forThisFile(createHarness());

const creates = () => harness.service.calls.filter(({ method }) => method === 'POST');

/** Presses the button on the card. @returns the words of the form */
async function another(card: Message, person = harness.ana): Promise<string> {
  await person.press(card, 'document_another');
  return untilFormSays(person, /The same look as/);
}

test('Ben makes a deck that looks like Ana’s with one sentence, and does not see her prompt', async () => {
  const { ben } = harness;
  const root = await askForDeck(harness, 'Goals of spring: sell 12,000 tents', { title: 'Spring launch' });
  const card = await untilCardSays(harness, root, /Another like this/);
  harness.service.clearCalls();
  expect(await another(card, ben)).not.toContain('12,000');
  await ben.fill({ prompt: 'The autumn launch in Porto' });
  expect(await ben.submit()).toMatchObject({ ok: true });
  const next = await untilPosted(ben, /autumn|Working on/i, { after: root.ts, thread: null });
  await untilCardSays(harness, next, /Made by AI/, ben);
  expect(creates()).toHaveLength(1);
  expect(creates()[0]?.path).toMatch(/from-template$/);
  expect(creates()[0]?.body).toMatchObject({ gammaId: expect.stringMatching(/^g_/) });
});

test('another document about a thread includes what was said in the thread since the first one', async () => {
  const { ana, ben, service } = harness;
  const first = await ben.say('general', 'Which hotel for the offsite?');
  await ben.say('general', 'The Lisboa has 40 rooms.', { threadTs: first.ts });
  await ana.say('general', '@Deckhand make a one-pager', { threadTs: first.ts });
  const root = await untilPosted(ana, /Working on|Made by AI/, { thread: first.ts });
  const card = await untilCardSays(harness, root, /Another like this/);
  await ben.say('general', 'Booked for 12 October.', { threadTs: first.ts });
  service.clearCalls();
  await another(card);
  expect(await ana.submit()).toMatchObject({ ok: true });
  await expect.poll(() => creates().length).toBe(1);
  expect(stringsIn(creates()[0]?.body)).toContain('12 October');
});
