import { expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { event } from '../support/harness/slack-requests.ts';
import { talkTo } from './talk-to.ts';

/** What counts as a yes to an open card, because a yes spends credits. */

it.each([
  ...[
    'Not now, ok',
    'Not today, ok',
    'No. Fine.',
    'No, not that, ok',
    'Never mind. OK thanks!',
    '👎 ok',
    '-1 ok',
  ],
  ...['ok thanks', 'that is fine for now', 'Lol. Right.', 'better', 'k', 'ah right'],
  ...['They do it', 'We all do it', 'The boss is all right, they do it', 'Could you confirm?'],
])('“%s” is no yes', async (words) => {
  const { harness, say } = talkTo();
  await say('slides on tea', 'channel');
  await say(words, 'channel');
  expect(harness.generations.all()).toEqual([]);
});

it.each([
  'Haha perfect, make it',
  'The boss is happy, do it',
  'Could you make it?',
  'Great! Yes please',
  'yes thanks',
  'ok',
])('“%s” is a yes', async (words) => {
  const { say } = talkTo();
  await say('slides on tea', 'channel');
  expect(await say(words, 'channel')).toMatchObject({ kind: 'made' });
});

it.each(['both', 'yes, both', 'all two'])(
  'with three open cards, “%s” makes none and asks which',
  async (words) => {
    const { harness, say } = talkTo();
    for (const topic of ['tea', 'coffee', 'cocoa']) await say(`slides on ${topic}`, 'channel');
    expect(await say(words, 'channel')).toEqual({
      kind: 'says',
      words: 'Several cards are open. Which one do you mean? Say *none* to drop them all.',
    });
    expect(harness.generations.all()).toEqual([]);
  },
);

it.each(['the end', 'the other one', 'the best'])(
  '“%s” names no card whose words only contain it',
  async (words) => {
    const { harness, say } = talkTo();
    await say('slides on the calendar of our brother company', 'channel');
    await say('a web page about the bestseller list', 'channel');
    await say('yes', 'channel');
    await say(words, 'channel');
    expect(harness.generations.all()).toEqual([]);
  },
);

it.each(['Not now, both', 'Not yet, all', 'Not today, the first'])('“%s” makes none', async (words) => {
  const { harness, say } = talkTo();
  for (const topic of ['tea', 'coffee']) await say(`slides on ${topic}`, 'channel');
  await say(words, 'channel');
  expect(harness.generations.all()).toEqual([]);
});

/** A sentence in the channel, which is handled again after a crash with the same id. */
function aSentence({ harness }: ReturnType<typeof talkTo>, text: string) {
  const mention = { type: 'app_mention', channel: 'C1', user: 'UANA', text: `<@UBOT> ${text}`, ts: '4.1' };
  return (isAgain: boolean) => harness.send(event(mention, 'EvCrashed'), { isAgain });
}

it.each(['the last one', 'the first', '2', 'all'])(
  '“%s” handled again after a crash makes nothing more',
  async (words) => {
    const talk = talkTo();
    for (const topic of ['tea', 'coffee', 'cocoa']) await talk.say(`slides on ${topic}`, 'channel');
    const send = aSentence(talk, words);
    await send(false);
    const made = talk.harness.generations.all().length;
    await talk.say('slides on juice', 'channel');
    await send(true);
    expect(talk.harness.generations.all()).toHaveLength(made);
  },
);

it.each(['yes', 'no', 'forget that. A post about milk'])(
  '“%s” handled again after a crash answers no newer card',
  async (words) => {
    const talk = talkTo();
    await talk.say('slides on tea', 'channel');
    const send = aSentence(talk, words);
    await send(false);
    const made = talk.harness.generations.all().length;
    await talk.say('slides on coffee', 'channel');
    await send(true);
    expect(talk.harness.generations.all()).toHaveLength(made);
    expect(
      await talk.proposals.find({ team: 'T1', person: 'UANA' }, words.startsWith('f') ? 'p3' : 'p2'),
    ).not.toBeNull();
  },
);

it('a number means the card in the list, also after another card of the list was answered', async () => {
  const { harness, say, proposals } = talkTo();
  for (const topic of ['tea', 'coffee', 'cocoa']) await say(`slides on ${topic}`, 'channel');
  await say('yes', 'channel');
  await proposals.discard({ team: 'T1', person: 'UANA' }, 'p1');
  await say('the second one', 'channel');
  expect(harness.generations.all().map(({ ask }) => ask?.prompt)).toEqual([
    expect.stringContaining('coffee'),
  ]);
});

it('a number means the card in the list, also if it is the only one that is left', async () => {
  const { harness, say, proposals } = talkTo();
  for (const topic of ['tea', 'coffee']) await say(`slides on ${topic}`, 'channel');
  await say('yes', 'channel');
  await proposals.discard({ team: 'T1', person: 'UANA' }, 'p1');
  await say('the first one', 'channel');
  expect(harness.generations.all()).toEqual([]);
  await say('the second one', 'channel');
  expect(harness.generations.all()).toHaveLength(1);
});

it.each([
  ['the same as a document, just for me', { channel: 'UANA' }],
  ['the same as a document, and post it in <#C2|plans>', { channel: 'C2' }],
])('“%s” goes where the sentence says', async (words, destination) => {
  const { say } = talkTo();
  await say('slides on tea', 'channel');
  await say('yes', 'channel');
  expect(await say(words, 'channel')).toMatchObject({ kind: 'card', ask: { destination } });
});

it('“the same” after a digest is an ask of the person, not a run of the digest', async () => {
  const { harness, say } = talkTo();
  const { ask } = aGeneration();
  harness.generations.put(
    aGeneration({
      createdAt: new Date(harness.slack.clock.now()),
      ask: ask && { ...ask, digest: { id: 'd1' } },
    }),
  );
  const outcome = await say('the same as a document', 'channel');
  expect(outcome).toMatchObject({ kind: 'card', ask: { format: 'document', theme: { id: 'ocean' } } });
  expect(outcome.kind === 'card' && outcome.ask.digest).toBeUndefined();
});

it.each([
  ...[
    'make a one-pager for my eyes only',
    'make a one-pager, keep it private',
    'make slides only visible to me',
  ],
  ...['make slides, but only I should see them', 'make slides of this, don’t post it here'],
  ...['make slides of this but not in this thread', 'make slides of this later', 'make slides of this? no'],
  ...['turn this into slides once Ben agrees', 'create a summary next time'],
])('in a thread, “%s” gets a card and is not made for everybody at once', async (words) => {
  const { say } = talkTo();
  expect(await say(words, 'thread')).toMatchObject({ kind: 'card' });
});

it('“another version of our app” is a topic and not the former one', async () => {
  const { say } = talkTo();
  await say('slides on salaries', 'channel');
  await say('yes', 'channel');
  const outcome = await say('make a deck about another version of our app for customers', 'channel');
  expect(outcome).toMatchObject({ ask: { prompt: 'another version of our app for customers' } });
});
