import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MentionWish, parseMention } from '../../src/asks/parse-mention.ts';

const make = (choices: object): MentionWish => ({ kind: 'make', ...choices });

describe('words to Deckhand in a thread', () => {
  it.each<[string, object]>([
    ['make a one-pager for execs', { format: 'document', cards: 1, audience: 'execs' }],
    ['Make slides', { format: 'presentation' }],
    [
      'please turn this into ten slides for the board as PDF',
      { format: 'presentation', cards: 10, exportAs: 'pdf', audience: 'the board' },
    ],
    [
      'can you do a 5-slide deck, for our sales team?',
      { format: 'presentation', cards: 5, audience: 'our sales team' },
    ],
    ['summarize this for Friday', {}],
    ['summarise', {}],
    ['a short deck about the budget', { format: 'presentation' }],
    ['deck please', { format: 'presentation' }],
    ['write a LinkedIn post', { format: 'social' }],
    ['create a landing page for customers in Lisbon', { format: 'webpage', audience: 'customers' }],
    ['draft a memo for me', { format: 'document' }],
    ['build a powerpoint', { format: 'presentation', exportAs: 'pptx' }],
    ['make 900 slides', { format: 'presentation' }],
    ['hey, 3 slides', { format: 'presentation', cards: 3 }],
  ])('%s', (words, choices) => {
    expect(parseMention(words)).toEqual(make(choices));
  });

  it.each([
    '',
    'thanks!',
    'thanks for the deck',
    'great deck, everybody',
    'the deck is wrong',
    'is down again?',
    'what can you do',
    'who made these slides?',
    'I will make it tomorrow',
  ])('“%s” asks for nothing', (words) => {
    expect(parseMention(words)).toEqual({ kind: 'talk' });
  });

  it('takes any words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (words) => {
        parseMention(`make slides for ${words}`);
      }),
    );
  });
});
