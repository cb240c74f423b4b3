import { expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { type Outcome, talkTo } from './talk-to.ts';

/** Answers with several open cards: each card is made only by a yes that is clearly about it. */

const TITLES = ['Offer for Svalbard', 'Offer to Halden', 'Roadmap 2026', 'Tea ceremony guide'];

/** Plays a conversation in direct messages with a person who has finished documents. Returns what was made, and the last answer. */
async function play(...sentences: string[]): Promise<{ made: string[]; last: Outcome }> {
  const { harness, say } = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
  for (const [index, title] of TITLES.entries()) {
    const at = new Date(harness.slack.clock.now() - (index + 1) * 60_000);
    const place = { channel: 'D1', createdAt: at, updatedAt: at };
    harness.generations.put(aGeneration({ id: `g${index}`, docId: `d${index}`, title, ...place }));
  }
  let last: Outcome = { kind: 'says', words: '' };
  for (const words of sentences) last = await say(words);
  const made = harness.generations.all().slice(TITLES.length);
  return { made: made.map(({ ask }) => ask?.prompt ?? ''), last };
}

it.each([
  [
    'the name of one and the rest',
    ['slides on hiring', 'a tweet on tea', 'yes to the hiring deck, skip the other'],
    ['hiring'],
  ],
  [
    'a name of each',
    ['slides on tea', 'slides on coffee', 'yes to the tea deck, yes to the coffee deck'],
    ['tea', 'coffee'],
  ],
  [
    'numbers of the list',
    ['slides on tea', 'slides on coffee', 'a picture of a cat', 'yes', '1 and 3'],
    ['tea', 'a cat'],
  ],
  ['both', ['slides on tea', 'slides on coffee', 'yes to both'], ['tea', 'coffee']],
  [
    'one yes and two no',
    [
      'slides on tea',
      'slides on coffee',
      'a picture of a cat',
      'no to tea, yes to the coffee one, drop the picture',
    ],
    ['coffee'],
  ],
] as const)('%s', async (_, sentences, made) => {
  expect((await play(...sentences)).made).toEqual(made);
});

it.each([
  [
    'a wish beside the name of another card',
    ['make it shorter', 'slides on tea', 'make it shorter, skip tea'],
  ],
  [
    'a format for the newest card',
    ['add a slide on hiring', 'a web page about coffee', 'make slides, not a web page'],
  ],
  ['“it” in a topic', ['slides on IT security', 'a web page about coffee', 'make it, skip the rest']],
  [
    'a language in a topic',
    ['slides on tea in German', 'slides on coffee in French', 'only in German, not in French'],
  ],
  [
    'a word of an instruction',
    ['make the tea slide shorter', 'slides on coffee', 'yes to the tea deck, skip coffee'],
  ],
  ['the kind of a changed document', ['add a slide on hiring', 'a web page about coffee', 'yes the slides']],
  [
    '“the other” of three',
    ['slides on tea', 'a post about coffee', 'a picture of a cat', 'make the tea deck, make the other one'],
  ],
  [
    'two words for the rest',
    ['slides on tea', 'a web page about coffee', 'yes to tea, no to the rest, yes to the others'],
  ],
  ['a condition before “both”', ['slides on tea', 'a web page about coffee', 'not without legal, both']],
  [
    'a condition before a position',
    ['slides on tea', 'a web page about coffee', 'not before Friday, the second'],
  ],
  ['a condition before the only card', ['slides on tea', 'not without Ben, yes the slides']],
  ['a name after an order about a document', ['slides on tea', 'delete the roadmap', 'yes the deck']],
  ['“just for me” after such an order', ['slides on tea', 'delete the roadmap', 'yes, just for me']],
  ['“both” after such an order', ['slides on tea', 'slides on coffee', 'delete the roadmap', 'both']],
  [
    'a request after such an order',
    ['slides on tea', 'delete the roadmap', 'yes! Then make a web page about coffee'],
  ],
  ['the other one beside a change', ['make it shorter', 'the other one too']],
] as const)('%s makes nothing', async (_, sentences) => {
  expect((await play(...sentences)).made).toEqual([]);
});

it('a number after another answer is a number of slides', async () => {
  const { made, last } = await play(
    'slides on tea',
    'a web page about coffee',
    'yes',
    'the first',
    'how many slides can it have?',
    '2',
  );
  expect(made).toEqual(['tea']);
  expect(last).toMatchObject({ kind: 'changed', ask: { slides: 2 } });
});

it.each([
  'wait, the tea part only',
  'no, of the tea section',
  'no, on the offer slide',
  'no the Halden offer is fine',
])('“%s” stays about the roadmap', async (words) => {
  const { last } = await play('shorten the roadmap', words);
  expect(last).toMatchObject({ words: expect.stringMatching(/^Change “Roadmap 2026”/) });
});

it('what else is said stays when a change moves to another document', async () => {
  const { last } = await play('shorten the roadmap', 'no, I meant the Halden one. And in German');
  expect(last).toMatchObject({ words: 'Change “Offer to Halden”? “shorten the roadmap; in German”' });
});
