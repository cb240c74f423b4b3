import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import { hasFile, untilCardSays, untilThreadHas, wordsOf } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** Waits for a message that reads like this and was not there before. */
async function answerTo(say: () => Promise<unknown>, words: RegExp, channel: string): Promise<Message> {
  const before = new Set(harness.slack.messages(channel).map(({ ts }) => ts));
  await say();
  return harness.ana.waitForMessage((message) => !before.has(message.ts) && words.test(wordsOf(message)), {
    channel,
  });
}

const creates = () => harness.service.calls.filter(({ method }) => method === 'POST');

describe('Ana writes a sentence to Deckhand', () => {
  test('in their conversation: it shows what it understood, and makes it once she says so', async () => {
    const { ana, service } = harness;
    service.clearCalls();
    const dm = ana.appDm();
    const words = 'make a deck about our spring launch in Lisbon, 5 slides, for customers, as PDF';
    const card = await answerTo(() => ana.say(dm, words), /Make this\?/, dm);
    expect(wordsOf(card)).toMatch(/“our spring launch in Lisbon”/);
    expect(wordsOf(card)).toMatch(/5 \w+ · for customers · as PDF/);
    expect(creates()).toEqual([]);

    const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI|Open/, dm);
    await untilCardSays(harness, root, /Made by AI/);
    const file = await untilThreadHas(harness, root, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pdf$/);
    expect(creates()).toHaveLength(1);
    expect(creates()[0]?.body).toMatchObject({ inputText: 'our spring launch in Lisbon', numCards: 5 });
    const used = ana.history(dm).find(({ ts }) => ts === card.ts);
    expect(wordsOf(used ?? card)).not.toContain('Make it (spends credits)');
  });

  test('that asks for help, and for nothing: she gets help, and a short answer', async () => {
    const { ana } = harness;
    const dm = ana.appDm();
    await answerTo(() => ana.say(dm, 'help'), /\/deck recent/, dm);
    const short = await answerTo(() => ana.say(dm, 'what can you do?'), /Say what you want/, dm);
    expect(wordsOf(short)).not.toContain('/deck recent');
  });
});
