import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/asks/parse-command.ts';

describe('the words after /deck', () => {
  it.each([
    ['', { kind: 'form' }],
    ['   ', { kind: 'form' }],
    ['help', { kind: 'help' }],
    ['  HELP ', { kind: 'help' }],
    ['?', { kind: 'help' }],
    ['recent', { kind: 'recent' }],
    ['Recent', { kind: 'recent' }],
    ['help new hires find their way', { kind: 'prompt', prompt: 'help new hires find their way' }],
    ['recent trends in retail', { kind: 'prompt', prompt: 'recent trends in retail' }],
    ['find', { kind: 'find', prompt: '' }],
    ['find  Q3 deck ', { kind: 'find', prompt: 'Q3 deck' }],
    ['FIND Q3\nplan', { kind: 'find', prompt: 'Q3\nplan' }],
    ['findings of the survey', { kind: 'prompt', prompt: 'findings of the survey' }],
    ['digests', { kind: 'digests' }],
    ['schedules', { kind: 'digests' }],
    ['schedule', { kind: 'schedule' }],
    ['recent!', { kind: 'prompt', prompt: 'recent!' }],
    ['  ten slides on tea ', { kind: 'prompt', prompt: 'ten slides on tea' }],
    ['image', { kind: 'image', prompt: '' }],
    ['Image of a lighthouse', { kind: 'prompt', prompt: 'Image of a lighthouse' }],
    ['picture: two ferries', { kind: 'image', prompt: 'two ferries' }],
    ['images of us', { kind: 'prompt', prompt: 'images of us' }],
    ['image processing in ten slides', { kind: 'prompt', prompt: 'image processing in ten slides' }],
    ['digest', { kind: 'typo', meant: 'digests', prompt: 'digest' }],
    ['setting', { kind: 'typo', meant: 'settings', prompt: 'setting' }],
    ['hlep', { kind: 'typo', meant: 'help', prompt: 'hlep' }],
    ['templates', { kind: 'typo', meant: 'help', prompt: 'templates' }],
    ['list my decks', { kind: 'typo', meant: 'recent', prompt: 'list my decks' }],
    ['conect', { kind: 'typo', meant: 'connect', prompt: 'conect' }],
    ['heap', { kind: 'prompt', prompt: 'heap' }],
    ['constructor', { kind: 'prompt', prompt: 'constructor' }],
    ['R&amp;D in <#C1|lab>', { kind: 'prompt', prompt: 'R&amp;D in <#C1|lab>' }],
  ])('%j', (words, meaning) => {
    expect(parseCommand(words)).toEqual(meaning);
  });

  it('keeps all words of a prompt', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), (words) => {
        const meaning = parseCommand(words);
        if (meaning.kind === 'prompt' || meaning.kind === 'typo') expect(meaning.prompt).toBe(words.trim());
        else expect(['', 'help', '?', 'recent', 'image', 'picture']).toContain(words.trim().toLowerCase());
      }),
    );
  });
});
