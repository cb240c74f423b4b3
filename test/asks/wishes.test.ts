import { describe, expect, it } from 'vitest';
import { splitPrompt, wishesAfter, wishesKept } from '../../src/asks/wishes.ts';
import { anAsk } from '../support/harness/fakes.ts';

const asked = (prompt: string, wishes?: number) => ({ ...anAsk(), prompt, wishes });

describe('what a person adds to an open card', () => {
  it.each<
    [name: string, before: string, wishes: number | undefined, after: string, count: number | undefined]
  >([
    ['is a wish', 'tea', undefined, 'tea\nmore casual', 1],
    ['joins earlier wishes', 'tea\nmore casual', 1, 'tea\nmore casual\nno hashtags', 2],
    ['stays a wish if a word of it is corrected', 'tea\nmore casual', 1, 'tea\nmore formal', 1],
    ['is gone with the line that was taken back', 'tea\nmore casual\nno hashtags', 2, 'tea\nno hashtags', 1],
    ['is no wish if the topic is another', 'tea\nmore casual', 1, 'coffee', undefined],
    ['is text if it is long', 'tea', undefined, `tea\n${'word '.repeat(80)}`, undefined],
    ['is no part of a text of several lines', 'one\ntwo', undefined, 'one\ntwo\nmore casual', 1],
  ])('%s', (_, prompt, wishes, after, count) => {
    expect(wishesAfter(asked(prompt, wishes), after)).toBe(count);
  });

  it('is a wish for a conversation, even if nothing was said before', () => {
    const source = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
    const ask = { ...asked(''), source };
    expect(wishesAfter(ask, 'leave out the prices')).toBe(1);
    expect(splitPrompt({ ...ask, prompt: 'leave out the prices', wishes: 1 })).toEqual({
      content: '',
      wishes: 'leave out the prices',
    });
  });

  it('is part of the description of a picture', () => {
    const ask = { ...asked('a fox\nin the snow', 1), work: { kind: 'image' as const } };
    expect(splitPrompt(ask)).toEqual({ content: 'a fox\nin the snow', wishes: '' });
  });
});

describe('wishes in a form', () => {
  it.each([
    ['stay if the topic is edited', 'tea\nmore casual', 1, 'green tea\nmore casual', 1],
    ['stay if text is added before them', 'tea\nmore casual', 1, 'tea\nleaves\nmore casual', 1],
    ['are gone if they are deleted', 'tea\nmore casual', 1, 'tea', undefined],
    ['are not the lines that are added', 'tea\nmore casual', 1, 'tea\nmore casual\nleaves', undefined],
  ])('%s', (_, prompt, wishes, after, count) => {
    expect(wishesKept(asked(prompt, wishes), after)).toBe(count);
  });
});
