import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { createHarness, type Harness } from './harness.ts';
import { askForDeck, hasFile, untilCardSays, untilIdle, untilThreadHas, wordsOf } from './story.ts';

/** A sentence in the thread of a document is enough to have that document changed. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterEach(() => harness.service.behave());
afterAll(() => harness.close());

const posts = (end: string) =>
  harness.service.calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end));

async function aDeck(title: string): Promise<Message> {
  const root = await askForDeck(harness, title, { title });
  await untilThreadHas(harness, root, hasFile);
  return untilCardSays(harness, root, /Change it…/);
}

/** @returns the card that this person alone sees */
async function mention(root: Message, words: string, expected: RegExp, person: Person = harness.ana) {
  await person.say('general', words, { threadTs: root.ts });
  return person.waitForMessage(
    (message) =>
      Boolean(message.ephemeralFor) && message.thread_ts === root.ts && expected.test(wordsOf(message)),
    { channel: 'general' },
  );
}

describe('in the thread of a deck', () => {
  test('Ben says what should be different, sees what was understood, and has it done', async () => {
    const root = await aDeck('Vineyard plan');
    const before = posts('/edits').length;
    const card = await mention(
      root,
      '@Deckhand please make the title shorter, add a slide on risks',
      /Change .*Vineyard plan.*make the title shorter, add a slide on risks/s,
      harness.ben,
    );
    expect(wordsOf(card)).toContain('Change it (spends credits)');
    expect(posts('/edits')).toHaveLength(before);
    await harness.ben.press(card, 'proposal_make');
    await untilThreadHas(harness, root, (message) =>
      /Changed: “make the title shorter/.test(wordsOf(message)),
    );
    await untilIdle(harness);
    expect(posts('/edits')).toHaveLength(before + 1);
    expect(posts('/edits').at(-1)?.body).toEqual({ prompt: 'make the title shorter, add a slide on risks' });
  });

  test('"Not now" spends nothing', async () => {
    const root = await aDeck('Orchard plan');
    const before = posts('/edits').length;
    const card = await mention(root, '@Deckhand remove slide 3', /Change /);
    await harness.ana.press(card, 'proposal_drop');
    await untilIdle(harness);
    expect(posts('/edits')).toHaveLength(before);
  });

  test('another deck of the thread is a new deck', async () => {
    const root = await aDeck('Meadow plan');
    await harness.ben.say('general', 'We sell cheese as well, on Fridays.', { threadTs: root.ts });
    const edits = posts('/edits').length;
    const made = posts('/generations').length;
    await harness.ana.say('general', '@Deckhand make another deck of this thread', { threadTs: root.ts });
    await expect.poll(() => posts('/generations').length).toBe(made + 1);
    await untilIdle(harness);
    expect(posts('/edits')).toHaveLength(edits);
  });

  test('a change of the change is one of the same document; a second wish that is full says so', async () => {
    const root = await aDeck('Garden plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'first wish' });
    const [one, two, three] = [
      await mention(root, '@Deckhand add the first wish', /first wish/),
      await mention(root, '@Deckhand add the second wish', /second wish/),
      await mention(root, '@Deckhand add the third wish', /third wish/),
    ];
    await harness.ana.press(one, 'proposal_make');
    await harness.ana.press(two, 'proposal_make');
    await harness.ana.press(three, 'proposal_make');
    await harness.ana.waitForMessage(
      (message) => Boolean(message.ephemeralFor) && /another one waits for its turn/.test(wordsOf(message)),
      { channel: 'general' },
    );
    await untilThreadHas(harness, root, (message) => /first wish”: changing it/.test(wordsOf(message)));
    harness.serviceClock.skip(60_000);
    await untilThreadHas(harness, root, (message) => /Changed: “add the second wish/.test(wordsOf(message)));
  });
});

test('in a thread without a document, the same words are no change', async () => {
  const said = await harness.ben.say('general', 'The title is far too long, I think.');
  const ts = said.ts ?? harness.slack.messages('general').at(-1)?.ts ?? '';
  await harness.ana.say('general', '@Deckhand make the title shorter', { threadTs: ts });
  await harness.ana.waitForMessage(
    (message) =>
      Boolean(message.ephemeralFor) && /say what: `@Deckhand make a one-pager/.test(wordsOf(message)),
    { channel: 'general' },
  );
});

test('in the thread of a deck in the direct conversation, Ana needs no mention', async () => {
  const { ana } = harness;
  const dm = ana.appDm();
  const after = (words: RegExp, since: string, threadTs?: string) =>
    ana.waitForMessage(
      (message) =>
        Boolean(message.bot) &&
        message.ts > since &&
        (threadTs === undefined || message.thread_ts === threadTs) &&
        words.test(wordsOf(message)),
      { channel: dm },
    );
  const said = await ana.say(dm, 'make three slides on our vines');
  const proposal = await after(/Make this\?/, said.ts);
  await ana.press(proposal, 'proposal_make');
  const deck = await after(/Change it…/, said.ts);
  const root = deck.thread_ts ?? deck.ts;
  const wish = await ana.say(dm, 'make the title shorter', { threadTs: root });
  const card = await after(/Change it \(spends credits\)/, wish.ts, root);
  expect(wordsOf(card)).toContain('make the title shorter');
  const before = posts('/edits').length;
  await ana.press(card, 'proposal_make');
  await after(/Changed: “make the title shorter/, wish.ts, root);
  await untilIdle(harness);
  expect(posts('/edits')).toHaveLength(before + 1);
  // Talk in that thread changes nothing.
  const thanks = await ana.say(dm, 'thank you', { threadTs: root });
  await after(/Say what you want/, thanks.ts);
  expect(posts('/edits')).toHaveLength(before + 1);
});
