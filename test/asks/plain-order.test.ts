import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderInThread } from '../../src/asks/mention/plain-order.ts';
import { isFast } from '../support/processor-time.ts';

describe('a mention in a thread', () => {
  it.each<[string, object]>([
    ['make a one-pager for execs', { format: 'document', slides: 1 }],
    ['Make slides', { format: 'presentation' }],
    [
      'please turn this into ten slides for the board as PDF',
      { format: 'presentation', slides: 10, exportAs: 'pdf' },
    ],
    ['can you do a 5-slide deck, for our sales team?', { format: 'presentation', slides: 5 }],
    ['summarize this for Friday', {}],
    ['summarise', {}],
    ['a short deck about the budget', { format: 'presentation' }],
    ['deck please', { format: 'presentation' }],
    ['write a LinkedIn post', { format: 'social' }],
    ['create a landing page for customers in Lisbon', { format: 'webpage' }],
    ['draft a memo for me', { format: 'document' }],
    ['build a powerpoint', { format: 'presentation', exportAs: 'pptx' }],
    ['make 900 slides', { format: 'presentation' }],
    ['hey, 3 slides', { format: 'presentation', slides: 3 }],
    ['make something of this', {}],
    ['write this up as a memo', { format: 'document' }],
    ['give me a one-pager', { format: 'document', slides: 1 }],
    ['make slides\n- for the board', { format: 'presentation' }],
    ['*make slides*', { format: 'presentation' }],
    ['can you do slides for this?', { format: 'presentation' }],
    ['make slides for execs, but do not name names', { format: 'presentation' }],
    ['slides on what is new', { format: 'presentation' }],
    ['recap please', {}],
    ['short LinkedIn post please', { format: 'social' }],
    ['a deck of 10 slides', { format: 'presentation', slides: 10 }],
    ['summary of this thread as a page, with Nils price', { format: 'document', slides: 1 }],
    ['this thread as a web page', { format: 'webpage' }],
    ['sum this up', {}],
    ['put this together for the board', {}],
  ])('%s', (words, choices) => {
    expect(orderInThread(words)?.choices).toEqual(choices);
  });

  it.each<[string, object]>([
    ['turn this post-mortem into slides', { format: 'presentation' }],
    ['a deck of the post-mortem please', { format: 'presentation' }],
    ['make ten slides about the website relaunch', { format: 'presentation', slides: 10 }],
    ['make a deck about the landing page', { format: 'presentation' }],
    ['make a deck from this post', { format: 'presentation' }],
    ['slides about our PDF export', { format: 'presentation' }],
    ['slides about the 5 pages that we lost', { format: 'presentation' }],
    ['turn this document into slides', { format: 'presentation' }],
    ['make slides of the one-pager', { format: 'presentation' }],
    ['make a website relaunch deck', { format: 'presentation' }],
    ['make a report deck for execs', { format: 'presentation' }],
    ['make a post about the slides', { format: 'social' }],
    ['summarise the slides as a memo', { format: 'document' }],
    ['make a PDF of this', { exportAs: 'pdf' }],
    ['convert this to PDF', { exportAs: 'pdf' }],
    ['make a PDF report on the website', { format: 'document', exportAs: 'pdf' }],
    ['make slides in PowerPoint', { format: 'presentation', exportAs: 'pptx' }],
  ])('%s: the format is that of the wanted thing, not of the topic', (words, choices) => {
    expect(orderInThread(words)?.choices).toEqual(choices);
  });

  it.each([
    '',
    'do you keep our data?',
    'do slides get deleted?',
    'do documents stay private?',
    'make sure Ana sees this',
    'make sure the deck is right',
    'make this shorter',
    'make the deck shorter',
    'make it to the meeting',
    'make the slides public',
    'slides look great, thanks!',
    'slides in the folder are old',
    'report is wrong, 4.2M not 4.1M',
    'report on March is wrong',
    'two slides are wrong',
    'build is broken again',
    'build docs for March are broken again',
    'draft is in the folder',
    'summary was spot on',
    'nice summary of this',
    'a really great summary of this',
    'Ana’s report on March, thanks',
    'recap was great',
    'documents are here',
    'one moment please',
    'create a Jira ticket for this',
    'put the numbers into the report',
    'turn it off',
    'do not make anything of this',
    'please do not turn this into slides',
    'don’t make a deck',
    'make no deck of this',
    'make nothing of this',
    'can you not make slides of this',
    'a deck? no thanks',
    'Q3: revenue was $5M, churn 2%, we hire 4 people',
    'thanks!',
    'thanks for the deck',
    'great deck, everybody',
    'the deck is wrong',
    'is down again?',
    'what can you do',
    'who made these slides?',
    'I will make it tomorrow',
  ])('“%s” asks for nothing', (words) => {
    expect(orderInThread(words)).toBeUndefined();
  });

  it.each(['make 3 LinkedIn posts of this', 'make a one-pager of this and the pdf that Mei posted'])(
    '“%s” gets a card, which says what is not done',
    (words) => {
      expect(orderInThread(words)?.isPlain(words)).toBe(false);
    },
  );

  it.each(['please ', 'make a ', 'a very ', 'turn this into ', 'for ', 'slides ', ' ', '\n', 'to pdf '])(
    'the time for repeated text grows linearly: %j',
    async (words) => {
      const text = words.repeat(60_000 / words.length);
      const read = () => {
        orderInThread(text);
        orderInThread(`make slides${text}x`);
      };
      expect(await isFast(read)).toBe(true);
    },
  );

  it('does not throw for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (words) => {
        orderInThread(`make slides for ${words}`);
      }),
    );
  });
});
