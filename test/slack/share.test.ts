import { describe, expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import type { Generation } from '../../src/generations/generation.ts';
import { shareForm } from '../../src/slack/result/share.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness, type Given, playedSettings } from '../support/harness/slack.ts';
import { press, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** What a forged form shares. test/journeys/private.test.ts shares with the buttons that people have. */

test('a document is not shared through a change of it, whose ask does not say that its source was private', async () => {
  const harness = createHarness();
  const shared: string[] = [];
  harness.generations.share = async (_, id) => {
    shared.push(id);
    return null;
  };
  const work = { kind: 'edit' as const, document: { docId: 'doc1', title: 'Board' } };
  const change = aGeneration({ id: 'g1', channel: 'D1', work: 'edit', ask: anAsk({ person: 'UANA', work }) });
  const made = aGeneration({ id: 'g2', channel: 'D1' });
  for (const generation of [change, made]) {
    harness.generations.put(generation);
    const state = { values: { share_channel: { share_channel: { selected_conversation: 'C1' } } } };
    await harness.send(submission({ ...shareForm(generation, undefined), id: 'V1', state }));
  }
  expect(shared).toEqual(['g2']);
});

test('the form says where a document about a conversation may go, before a channel is chosen', () => {
  const hint = 'What was made from a private conversation can only be shared there.';
  const made = (source: Ask['source']) => shareForm(aGeneration({ ask: anAsk({ source }) }), undefined);
  expect(wordsOf(made({ kind: 'thread', channel: 'C1', ts: '1.1' }))).toContain(hint);
  expect(wordsOf(made({ kind: 'text' }))).not.toContain(hint);
});

/** Deckhand, with a document that was just delivered in Ana's direct messages. */
function afterResult(given: Given = {}, document: Partial<Generation> = {}) {
  const talk = talkTo(given);
  const createdAt = new Date(talk.harness.slack.clock.now());
  const made = { createdAt, updatedAt: createdAt, id: 'g1', channel: 'D1', rootTs: '5.5', ...document };
  talk.harness.generations.put(aGeneration(made));
  return talk;
}

const IN_SALES = '<#C7|sales>';

test.each([
  ['dm', `share it in ${IN_SALES}`],
  ['dm', `great, can you post the deck in ${IN_SALES}?`],
  ['dmThread', `send it to ${IN_SALES} please`],
] as const)(
  'in words (%s: “%s”), the button has the named channel, and nothing is posted',
  async (where, words) => {
    const { harness, say } = afterResult();
    expect(await say(words, where)).toMatchObject({ words: expect.stringContaining('in <#C7>') });
    const shown = harness.made('chat.postMessage').at(-1);
    expect(buttonsOf(shown)).toEqual(['Share to channel…']);
    await harness.send(press({ action_id: 'document_share', value: buttonValue(shown, 'document_share') }));
    expect(JSON.stringify(harness.made('views.open'))).toContain('"initial_conversation":"C7"');
    expect(harness.generations.all()).toHaveLength(1);
  },
);

test('a channel that the person cannot see is not offered, and the answer says why', async () => {
  const { say } = afterResult();
  expect(await say('share it in #leadership')).toMatchObject({
    words: expect.stringContaining('you don’t seem to be in #leadership'),
  });
});

test.each([
  ['dm', 'share it in the product launch channel'],
  ['dm', 'share this one in the revenue channel'],
  ['dmThread', 'could you put this in the revenue channel'],
] as const)('a channel named without # (%s: “%s”) is chosen in the form', async (where, words) => {
  const { harness, say } = afterResult();
  expect(await say(words, where)).toMatchObject({
    words: expect.stringContaining('a channel that you choose'),
  });
  expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual(['Share to channel…']);
});

describe('a channel that the person is in is found by its name, without #', () => {
  const NAMED: Given = {
    settings: playedSettings({ changes: 'everyone' }),
    channelNamed: async (_, name) => (name === 'product-launch' ? 'C7' : undefined),
  };

  test.each([
    ['dm', 'share it in product-launch'],
    ['dm', 'ok, can you put it in the product-launch channel please'],
    ['dmThread', 'post that in product-launch when it’s done'],
  ] as const)('after a result (%s: “%s”)', async (where, words) => {
    const { harness, say } = afterResult(NAMED);
    expect(await say(words, where)).toMatchObject({ words: expect.stringContaining('in <#C7>') });
    expect(buttonValue(harness.made('chat.postMessage').at(-1), 'document_share')).toBe('g1 C7');
  });

  test('with an open card of a change, which stays as it is', async () => {
    const { say } = afterResult(NAMED);
    await say('make it shorter');
    expect(await say('share it in product-launch')).toMatchObject({
      words: expect.stringContaining('in <#C7>'),
    });
    expect(await say('share it in general')).toMatchObject({
      words: expect.stringContaining('a channel that you choose'),
    });
    // A yes just after the answer to an order may mean the order.
    expect(await say('yes')).toMatchObject({
      words: expect.stringMatching(/^The card for .* is still open/),
    });
    expect(await say('yes')).toMatchObject({ ask: { prompt: 'make it shorter' } });
  });

  test('with an open card, which then says where the result goes', async () => {
    const { say } = talkTo(NAMED);
    await say('slides on tea');
    expect(await say('share it in product-launch when done')).toMatchObject({
      kind: 'changed',
      ask: { prompt: 'tea', destination: { channel: 'C7' } },
    });
  });

  test.each(['put it in German', 'send it to Ben'])('“%s” names no channel', async (words) => {
    const { say } = afterResult(NAMED);
    expect(await say(words)).not.toMatchObject({ words: expect.stringContaining('The button posts it') });
  });
});

test('after a change, the document itself is shared in words', async () => {
  const { harness, say } = afterResult();
  const createdAt = new Date(harness.slack.clock.now() + 1);
  harness.generations.put(aGeneration({ id: 'g2', channel: 'D1', work: 'edit', createdAt }));
  await say(`share it in ${IN_SALES}`);
  expect(buttonValue(harness.made('chat.postMessage').at(-1), 'document_share')).toBe('g1 C7');
});

const blocked = (blocker: 'not_a_member' | 'not_in_channel' | 'channel_gone' | 'channel_archived') => ({
  admit: async () => ({ blockers: [{ part: 'destination' as const, blocker }], unanswered: [] }),
});

test.each<[string, Given, string]>([
  ['she is not in it', blocked('not_a_member'), 'You’re not in this channel. Join it, then share again.'],
  [
    'she is a guest who is not in it',
    { ...blocked('not_a_member'), roleOf: async () => 'guest', settings: playedSettings({ guests: 'yes' }) },
    'You’re not in this channel. Ask to be added to it, then share again.',
  ],
  [
    'Deckhand is not in it',
    blocked('channel_gone'),
    'I’m not in this channel. Type /invite @Deckhand there, then share again.',
  ],
  [
    'it is archived',
    blocked('channel_archived'),
    'This channel is archived, so nothing can be posted there.',
  ],
])('if %s, words and the form say so, and what to do', async (_, given, text) => {
  const { harness, say } = afterResult(given);
  expect(await say(`share it in ${IN_SALES}`)).toEqual({ kind: 'says', words: text });
  const state = { values: { share_channel: { share_channel: { selected_conversation: 'C7' } } } };
  const form = { ...shareForm(aGeneration({ id: 'g1', channel: 'D1' }), undefined), id: 'V1', state };
  const { answer } = await harness.send(submission(form));
  expect(answer).toMatchObject({ errors: { share_channel: text } });
});

test.each<[string, string, Partial<Generation>, RegExp]>([
  ['is in another channel', 'C7', { channel: 'C1' }, /^It is in <#C1>, for the people there.*paste its link/],
  ['is in this channel', 'C1', { channel: 'C1' }, /^It is in <#C1> already\./],
  [
    'is not there yet',
    'C7',
    { channel: 'C1', state: 'following', docId: undefined },
    /^It is not there yet\./,
  ],
])('a result that %s has no button', async (_, named, document, text) => {
  const { say } = afterResult({}, document);
  expect(await say(`post it in <#${named}|club>`, 'channel')).toMatchObject({
    words: expect.stringMatching(text),
  });
});

test('only the person who asked for a document can share it', async () => {
  const { say } = afterResult({}, { channel: 'C1', threadTs: '1.1', person: 'UBEN' });
  expect(await say(`share it in ${IN_SALES}`, 'thread')).toEqual({
    kind: 'says',
    words: 'Only the person who asked for this can share it.',
  });
});

describe('a result that is named', () => {
  const made = (more: Partial<Generation>) => ({
    label: 'Offer for Halden',
    title: 'Offer for Halden',
    ...more,
  });

  test.each([
    `can you put the offer in ${IN_SALES} so Kasia can check it`,
    `no!! share the offer in ${IN_SALES}`,
    `ok, then share the offer to ${IN_SALES} please`,
  ])('“%s” has the button for it, also while a card for something else is open', async (words) => {
    const { harness, say } = afterResult({}, made({}));
    await say('draw me a backpack');
    expect(await say(words)).toMatchObject({ words: expect.stringContaining('in <#C7>') });
    expect(buttonValue(harness.made('chat.postMessage').at(-1), 'document_share')).toBe('g1 C7');
  });

  test('a picture is passed on with Slack’s own menu', async () => {
    const { say } = afterResult({}, made({ work: 'image', docId: undefined }));
    for (const words of [
      `share the picture in ${IN_SALES}`,
      'what about the picture, can you share that too',
    ])
      expect(await say(words)).toMatchObject({ words: expect.stringContaining('I can’t share a picture.') });
  });

  test('its file is found by its name', async () => {
    const { harness, say } = afterResult({}, made({}));
    for (const words of ['send me the pdf again? i need the new one', 'download pdf of the offer'])
      expect(await say(words)).toMatchObject({ words: expect.stringContaining('Its file is in the thread') });
    expect(harness.generations.all()).toHaveLength(1);
  });

  test('words that name nothing that was made share nothing', async () => {
    const { harness, say } = afterResult({}, made({}));
    await say(`put the budget figures in ${IN_SALES}`);
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).not.toContain('Share to channel…');
  });
});
