import { describe, expect, test } from 'vitest';
import { findEdit } from '../../src/asks/mention/find-edit.ts';
import { growsInProportion } from '../support/processor-time.ts';

/** Sentences in the thread of a document. */

describe('sentences that ask for a change', () => {
  test.each([
    ['make the title shorter, add a slide on risks', 'make the title shorter, add a slide on risks'],
    ['please make the title shorter', 'make the title shorter'],
    ['could you add a slide on risks after the budget, please', 'add a slide on risks after the budget'],
    ['Hi Deckhand, can you translate it into German?', 'translate it into German?'],
    ['remove slide 3', 'remove slide 3'],
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

test.each(['please ', 'make it ', 'and, ', ' . ', 'slide '])(
  'the time for repeated text grows linearly: %j',
  async (part) => {
    expect(await growsInProportion((size) => findEdit(part.repeat(size)), 4_000)).toBe(true);
  },
);
