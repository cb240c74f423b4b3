import { describe, expect, test } from 'vitest';
import { findCorrection, findEdit } from '../../src/asks/mention/find-edit.ts';
import { isFast } from '../support/processor-time.ts';

/** Sentences in the thread of a document. */

describe('sentences that ask for a change', () => {
  test.each([
    ['make the title shorter, add a slide on risks', 'make the title shorter, add a slide on risks'],
    ['please make the title shorter', 'make the title shorter'],
    ['could you add a slide on risks after the budget, please', 'add a slide on risks after the budget'],
    ['Hi Deckhand, can you translate it into German?', 'translate it into German?'],
    ['remove slide 3', 'remove slide 3'],
    ['mach es auf Deutsch und kürzer', 'mach es auf Deutsch und kürzer'],
    ['rends-la plus courte', 'rends-la plus courte'],
    ['make it shorter', 'make it shorter'],
    ['make the slides blue', 'make the slides blue'],
    ['make the whole deck friendlier', 'make the whole deck friendlier'],
    ['use fewer words on every slide', 'use fewer words on every slide'],
    ['replace the photo on slide 2 with a chart', 'replace the photo on slide 2 with a chart'],
    ['fix the typo in the headline', 'fix the typo in the headline'],
    ['turn the second slide into a table', 'turn the second slide into a table'],
    ['create another slide about hiring', 'create another slide about hiring'],
    ['write a summary slide at the end', 'write a summary slide at the end'],
    ['make a slide on risks', 'make a slide on risks'],
    ['put the budget before the timeline', 'put the budget before the timeline'],
  ])('%s', (words, instruction) => {
    expect(findEdit(words)).toBe(instruction);
  });
});

describe('sentences that do not ask for a change', () => {
  test.each([
    'make another deck of this thread',
    'Make another deck of this thread, please',
    'make a one-pager for executives',
    'make a new deck',
    'make slides of this',
    'turn this into a document',
    'make this a one-pager',
    'make this for execs',
    'summarize this thread',
    'ten slides as PDF',
    'write a report on what we decided',
    'I need a deck on pricing',
    'thanks, great deck',
    'the title is too long',
    'who made this?',
    'fix is in',
    'change: none',
    'changes look good',
    'update?',
    'remove it',
    'put it away',
    'drop the deck',
    'add',
    'nice use of colour',
    '',
  ])('%s', (words) => {
    expect(findEdit(words)).toBeUndefined();
  });
});

describe('sentences after a result that ask for a change', () => {
  test.each([
    ['shorter title, and swap slide 2 and 3'],
    ['the second slide is too empty'],
    ['the title is wrong, it should be Porto'],
    ['oops, wrong customer, it is Miller not Meyer', 'wrong customer, it is Miller not Meyer'],
    ['sorry, the date is 5 May', 'the date is 5 May'],
    ['no, Miller', 'Miller'],
    ['great, but the title is too long', 'the title is too long'],
    ['love it, just shorten the intro', 'shorten the intro'],
    ['nice. can you make the last slide bigger?', 'make the last slide bigger?'],
    ['could you say guests instead of clients?', 'say guests instead of clients'],
    ['we don’t call them clients any more, we call them guests'],
    ['my boss finds it too dry'],
    ['the prices are from last year'],
    ['our logo is missing'],
    ['typo on slide 2: recieve'],
    ['last slide: add the phone number'],
    ['one more slide on hiring please', 'one more slide on hiring'],
    ['hmm, shorter please', 'shorter'],
    ['no emojis'],
    ['its 14 may not 15 may'],
    ['Titel bitte kürzer'],
    ['it needs a summary at the end'],
    ['on the launch calendar say Denmark starts a week later'],
    ['wait, that was wrong, it’s two weeks, undo that', 'it’s two weeks'],
  ])('%s', (words, instruction = words) => {
    expect(findCorrection(words, false)).toBe(instruction);
    expect(findCorrection(words, true)).toBe(instruction);
  });

  test.each([
    'with the new logo',
    'and the phone number',
    'Ana left the company, it is Eva now',
    'page numbers',
    'missing: our phone number',
  ])('%s, in the thread of the document', (words) => {
    expect(findCorrection(words, true)).toBeDefined();
  });
});

describe('sentences after a result that do not ask for a change', () => {
  test.each([
    'our autumn collection for wholesale buyers',
    'why our customers leave',
    'the history of tea',
    'make a web page about coffee',
    'create me a short landing page for the fair',
    'onboarding of new nurses',
    'pitch deck for Alpinhuset',
    'our offices move in March',
    'now a mood picture: a backpack on a ridge',
    'only Ben and Chloe should be able to use it',
    'from now on always use the Northwind brand theme',
    'oh dear, I shared the deck too early, take it back',
    'actually take that back out of the channel',
    'no no, stop, neither of these',
    'no, forget the french one',
  ])('%s is a topic of its own', (words) => {
    expect(findCorrection(words, false)).toBeUndefined();
  });

  test.each([
    'a deck on our autumn collection, 8 slides',
    'I need slides on safety',
    'Instagram post for the opening',
    'make a one-pager of this thread',
    'now in French',
    'in German please',
    'thanks!',
    'great work',
    'nice, Ana!',
    'great, the client has it already',
    'perfect, both are going out tonight',
    'nice, now I don’t have to scroll for an hour',
    'the whole team is happy',
    'Ben, can you look at slide 3?',
    'lol',
    'see you on Monday',
    'who made this?',
    'why is slide 3 empty?',
    'can my boss edit it?',
    'the deck is wrong',
    'yes',
    'no',
    '',
  ])('%s', (words) => {
    expect(findCorrection(words, false)).toBeUndefined();
    expect(findCorrection(words, true)).toBeUndefined();
  });
});

test.each(['great, ', 'slide ', 'too much, ', 'no, ', 'not x not '])(
  'the time to find a correction in repeated text grows linearly: %j',
  async (part) => {
    const text = part.repeat(500).slice(0, 1000);
    expect(await isFast(() => Array.from({ length: 20 }, () => findCorrection(text, true)))).toBe(true);
  },
);

test.each(['please ', 'make it ', 'and, ', ' . ', 'slide '])(
  'the time for repeated text grows linearly: %j',
  async (part) => {
    expect(await isFast(() => findEdit(part.repeat(60_000 / part.length)))).toBe(true);
  },
);
