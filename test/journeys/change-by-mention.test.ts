import { describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { aDeckBy } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { privateWords, requestsTo, untilFormHas, untilIdle, untilPosted } from './story.ts';

/** A sentence in the thread of a document changes that document. */

const harness = await forThisFile(createHarness({ settings: { changes: 'everyone' } }));
const { ana, ben } = harness;

const edits = () => requestsTo(harness, 'POST /agent/gammas/{gammaId}/edits');

const aDeck = (title: string) => aDeckBy(harness, ana, title);

/** Somebody mentions Deckhand in a thread. @returns the card that they alone see */
async function mention(root: Message, words: string, expected: RegExp, person = ana): Promise<Message> {
  await person.say('general', words, { threadTs: root.ts });
  return untilPosted(person, expected, { thread: root.ts, isPrivate: true });
}

describe('in the thread of a deck', () => {
  test('Ben says what to change, sees what was understood, and has it changed', async () => {
    const root = await aDeck('Vineyard plan');
    const before = edits().length;
    const card = await mention(
      root,
      '@Deckhand please make the title shorter, add a slide on risks',
      /Change .*Vineyard plan.*make the title shorter, add a slide on risks/s,
      ben,
    );
    expect(buttonsOf(card)).toContain('Change it (spends credits)');
    expect(edits()).toHaveLength(before);
    await ben.press(card, 'proposal_make');
    await untilPosted(ben, /I changed “[^”]*”: “make the title shorter/, { thread: root.ts });
    await untilIdle(harness);
    expect(edits()).toHaveLength(before + 1);
    expect(edits().at(-1)?.body).toEqual({ prompt: 'make the title shorter, add a slide on risks' });
  });

  test('Ana says what is wrong and then more, and one change has both', async () => {
    const root = await aDeck('Cellar plan');
    const before = edits().length;
    await mention(root, '@Deckhand the second slide is too empty', /Change .*Cellar plan.*too empty/s);
    const card = await mention(root, '@Deckhand and swap slide 2 and 3', /too empty; swap slide 2 and 3/);
    await ana.press(card, 'proposal_make');
    await untilPosted(ana, /I changed “[^”]*”: “the second slide is too empty/, { thread: root.ts });
    await untilIdle(harness);
    expect(edits().slice(before)).toMatchObject([
      { body: { prompt: 'the second slide is too empty\nswap slide 2 and 3' } },
    ]);
  });

  test('“Not now” changes nothing', async () => {
    const root = await aDeck('Orchard plan');
    const before = edits().length;
    const card = await mention(root, '@Deckhand remove slide 3', /Change /);
    // The changes of the tests before this one tell the cost.
    expect(wordsOf(card)).toMatch(
      /I’ll post the result in the document’s thread\. About \d+( to \d+)? credits?\./,
    );
    await ana.press(card, 'proposal_drop');
    await untilIdle(harness);
    expect(edits()).toHaveLength(before);
  });

  test('“make another deck of this thread” makes a new deck', async () => {
    const root = await aDeck('Meadow plan');
    await ben.say('general', 'We sell cheese as well, on Fridays.', { threadTs: root.ts });
    const creates = () => requestsTo(harness, 'POST /generations').length;
    const [before, made] = [edits().length, creates()];
    await ana.say('general', '@Deckhand make another deck of this thread', { threadTs: root.ts });
    await expect.poll(creates).toBe(made + 1);
    await untilIdle(harness);
    expect(edits()).toHaveLength(before);
  });

  test('three changes wait for the first one, and a fifth is declined with the reason', async () => {
    const root = await aDeck('Garden plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'first wish' });
    for (const wish of ['first wish', 'second wish', 'third wish', 'fourth wish', 'fifth wish'])
      await ana.press(await mention(root, `@Deckhand add the ${wish}`, new RegExp(wish)), 'proposal_make');
    await expect.poll(() => privateWords(ana)).toMatch(/Three changes of this document wait/);
    await untilPosted(ana, /first wish”: changing it/, { thread: root.ts });
    harness.serviceClock.skip(60_000);
    await untilPosted(ana, /I changed “[^”]*”: “add the second wish/, { thread: root.ts });
  });
});

test('in a thread without a document, Ana reads how to ask for one', async () => {
  const { ts } = await ben.say('general', 'The title is far too long, I think.');
  const thread = { ts } as Message;
  await mention(thread, '@Deckhand make the title shorter', /say what: `@Deckhand make a one-pager/);
});

test('in her conversation with Deckhand, Ana changes a deck in its thread without a mention', async () => {
  const channel = ana.appDm();
  const { ts: after } = await ana.say(channel, 'make three slides on our vines');
  await ana.press(await untilPosted(ana, /Make this\?/, { channel, after }), 'proposal_make');
  const deck = await untilPosted(ana, /Change it…/, { channel, after });
  const thread = deck.thread_ts ?? deck.ts;
  const wish = await ana.say(channel, 'make the title shorter', { threadTs: thread });
  const below = { channel, thread, after: wish.ts };
  const card = await untilPosted(ana, /Change it \(spends credits\)/, below);
  expect(wordsOf(card)).toContain('make the title shorter');
  const before = edits().length;
  await ana.press(card, 'proposal_make');
  await untilPosted(ana, /I changed “[^”]*”: “make the title shorter/, below);
  await untilIdle(harness);
  expect(edits()).toHaveLength(before + 1);
  // Thanks in that thread change nothing.
  const thanks = await ana.say(channel, 'thank you', { threadTs: thread });
  await untilPosted(ana, /You’re welcome/, { channel, after: thanks.ts });
  expect(edits()).toHaveLength(before + 1);
  // Just after the result, a correction outside the thread is about the same deck.
  const wrong = await ana.say(channel, 'oops, wrong grower, it is Ben not Bruno');
  await untilPosted(ana, /Change .*wrong grower, it is Ben not Bruno/s, { channel, after: wrong.ts });
  const cost = await ana.say(channel, 'what did it cost?');
  await untilPosted(ana, /Used \d+ credits/, { channel, after: cost.ts });
  expect(edits()).toHaveLength(before + 1);
});

test('while a deck is being made, Ana says what to change in its thread, and sends these words once it is there', async () => {
  harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'our slow vines' });
  const channel = ana.appDm();
  const { ts: after } = await ana.say(channel, 'three slides on our slow vines');
  await ana.press(await untilPosted(ana, /Make this\?/, { channel, after }), 'proposal_make');
  const deck = await untilPosted(ana, /our slow vines.*making it/s, { channel, after });
  await ana.say(channel, 'make it friendlier', { threadTs: deck.ts });
  const answer = await untilPosted(ana, /is still being made/, { channel, thread: deck.ts });
  await ana.press(answer, 'document_change');
  await untilPosted(ana, /Try again once it is there/, { channel, isPrivate: true, thread: deck.ts });
  harness.serviceClock.skip(60_000);
  await untilPosted(ana, /here is “[^”]*” as PowerPoint/, { channel, thread: deck.ts });
  // The file is posted just before the deck counts as delivered.
  await untilIdle(harness);
  await ana.press(answer, 'document_change');
  await untilFormHas(ana, 'wish');
  expect(await ana.submit()).toMatchObject({ ok: true });
  await untilPosted(ana, /I changed “[^”]*”: “make it friendlier/, { channel, thread: deck.ts });
  await untilIdle(harness);
  expect(edits().at(-1)?.body).toEqual({ prompt: 'make it friendlier' });
});
