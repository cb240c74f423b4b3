import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import { askForDeck, untilCardSays, untilFormSays, wordsOf } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const creates = () => harness.service.calls.filter(({ method }) => method === 'POST');

/** Presses the button on the card. @returns the words of the form */
async function another(card: Message, person = harness.ana): Promise<string> {
  await person.press(card, 'document_another');
  return untilFormSays(person, /The same look as/);
}

test('Ben likes Ana’s deck, and has his own made in its look with one sentence', async () => {
  const root = await askForDeck(harness, 'Goals of spring: sell 12,000 tents', { title: 'Spring launch' });
  const card = await untilCardSays(harness, root, /Another like this/);
  harness.service.clearCalls();
  expect(await another(card, harness.ben)).not.toContain('12,000');
  await harness.ben.fill({ prompt: 'The autumn launch in Porto' });
  expect(await harness.ben.submit()).toMatchObject({ ok: true });
  const isNew = (message: Message) => message.ts > root.ts && /autumn|Working on/i.test(wordsOf(message));
  const next = await harness.ben.waitForMessage((message) => !message.thread_ts && isNew(message), {
    channel: 'general',
  });
  await untilCardSays(harness, next, /Made by AI/, harness.ben);
  expect(creates()).toHaveLength(1);
  expect(creates()[0]?.path).toMatch(/from-template$/);
  expect(creates()[0]?.body).toMatchObject({ gammaId: expect.stringMatching(/^g_/) });
});

test('of a thread: what was said since is in it', async () => {
  const { ana, ben, service } = harness;
  const first = await ben.say('general', 'Which hotel for the offsite?');
  await ben.say('general', 'The Lisboa has 40 rooms.', { threadTs: first.ts });
  const before = new Set(harness.slack.messages('general', first.ts).map(({ ts }) => ts));
  await ana.say('general', '@Deckhand make a one-pager', { threadTs: first.ts });
  const root = await ana.waitForMessage(
    (message) => message.thread_ts === first.ts && Boolean(message.bot) && !before.has(message.ts),
    { channel: 'general' },
  );
  const card = await untilCardSays(harness, root, /Another like this/);
  await ben.say('general', 'Booked for 12 October.', { threadTs: first.ts });
  service.clearCalls();
  await another(card);
  expect(await ana.submit()).toMatchObject({ ok: true });
  await expect.poll(creates).toHaveLength(1);
  expect(JSON.stringify(creates()[0]?.body)).toContain('12 October');
});
