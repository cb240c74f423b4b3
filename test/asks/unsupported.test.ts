import { expect, test } from 'vitest';
import { unreadNotes } from '../../src/asks/mention/unsupported.ts';

test.each([
  ['ten slides for the board from the board pack: results, plan, risks', 'that file'],
  ['can you make a chart of that csv, one slide', 'that file'],
  ['english please and use the file i posted', 'that file'],
  ['make slides of the thread above about the plan for next year', 'that other thread'],
])('“%s” names what is not read', (words, what) => {
  expect(unreadNotes(words)).toEqual([expect.stringContaining(`I haven’t read ${what}`)]);
});

test.each([
  'make a deck about hiring of the last month as PowerPoint',
  'slides of the harbour plan as pdf',
  'a short summary of the last week as a document',
])('“%s” names no file', (words) => {
  expect(unreadNotes(words)).toEqual([]);
});

test('in a thread, “the thread above” is this thread', () => {
  expect(unreadNotes('slides of the thread above', true)).toEqual([]);
});
