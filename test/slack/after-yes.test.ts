import { expect, it } from 'vitest';
import { wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** What a person reads after a yes, and about a document that is still being made. */

const LINK = 'https://northwind.slack.test/archives/C1/p11';

/** Deckhand posts the first message of each generation at once. */
function talk() {
  const { harness, say } = talkTo();
  harness.answers['chat.getPermalink'] = { permalink: LINK };
  const { start } = harness.generations;
  harness.generations.start = async (...given) => {
    const generation = await start(...given);
    harness.generations.put({ ...generation, ask: given[0], rootTs: '1.1' });
    return generation;
  };
  return { harness, say, lastPrivate: () => wordsOf(harness.made('chat.postEphemeral').at(-1) ?? {}) };
}

it.each(['yes, just for me', 'Yes just for me please', 'go ahead, only for me', 'yes but for my eyes only'])(
  '“%s” is a yes, and the answer links the direct message',
  async (words) => {
    const { say, lastPrivate } = talk();
    await say('slides on tea', 'channel');
    expect(await say(words, 'channel')).toMatchObject({
      kind: 'made',
      ask: { prompt: 'tea', destination: { channel: 'UANA' } },
    });
    expect(lastPrivate()).toContain(
      `On its way: “tea”. Only you will see it, in your direct messages with Deckhand: <${LINK}|open it there>.`,
    );
  },
);

it.each(['just for me', 'ok, for me only', 'no, just for me'])(
  '“%s” only changes the card',
  async (words) => {
    const { harness, say } = talk();
    await say('slides on tea', 'channel');
    await say(words, 'channel');
    expect(harness.generations.all()).toEqual([]);
  },
);

it('after a yes in a channel, the answer links the thread in which the result is made', async () => {
  const { say, lastPrivate } = talk();
  await say('slides on tea', 'channel');
  await say('yes', 'channel');
  expect(lastPrivate()).toContain(`On its way: “tea”. <${LINK}|Open the thread> to see it.`);
});

it('after a yes for a post in another channel, the answer links this channel', async () => {
  const { harness, say } = talk();
  await say('slides on tea, and post them in <#C7|club>');
  await say('yes');
  expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain(
    `Everyone in <#C7> will see it: <${LINK}|`,
  );
});

it('after a yes where the result appears, nothing more is said', async () => {
  const { harness, say } = talk();
  await say('slides on tea');
  const before = harness.made('chat.postMessage').length;
  await say('yes');
  expect(harness.made('chat.postMessage')).toHaveLength(before);
  await say('summarize this, for whoever missed it', 'thread');
  await say('yes', 'thread');
  expect(harness.made('chat.postEphemeral').map(({ text }) => text)).not.toContainEqual(
    expect.stringContaining('On its way'),
  );
});

it('a “no” after something was made does not say that nothing was spent', async () => {
  const { say } = talk();
  expect(await say('nein')).toEqual({ kind: 'says', words: 'OK. Nothing was made and nothing was spent.' });
  await say('slides on tea');
  await say('yes');
  for (const no of ['nein', 'no'])
    expect(await say(no)).toEqual({
      kind: 'says',
      words: 'OK, nothing more. If something is still being made, *stop* stops it.',
    });
});

it.each(['dm', 'thread'] as const)(
  '“send it to Ben” while it is made is answered truthfully (%s)',
  async (where) => {
    const { say } = talk();
    await say(where === 'dm' ? 'slides on tea' : 'make a one-pager', where);
    if (where === 'dm') await say('yes');
    expect(await say('send it to ben', where)).toEqual({
      kind: 'says',
      words: 'It is still being made. Its link and buttons come with the result: pass it on from there.',
    });
  },
);
