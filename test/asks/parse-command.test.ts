import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/asks/parse-command.ts';

describe('the words behind /deck', () => {
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
    ['digests', { kind: 'digests' }],
    ['schedules', { kind: 'digests' }],
    ['schedule', { kind: 'schedule' }],
    ['recent!', { kind: 'prompt', prompt: 'recent!' }],
    ['  ten slides on tea ', { kind: 'prompt', prompt: 'ten slides on tea' }],
    ['constructor', { kind: 'prompt', prompt: 'constructor' }],
    ['R&amp;D: costs &lt; 5 %', { kind: 'prompt', prompt: 'R&D: costs < 5 %' }],
    ['write &amp;lt; in HTML', { kind: 'prompt', prompt: 'write &lt; in HTML' }],
  ])('%j', (words, meaning) => {
    expect(parseCommand(words)).toEqual(meaning);
  });

  it('never loses a word of a prompt', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), (words) => {
        const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        const meaning = parseCommand(escaped);
        if (meaning.kind === 'prompt') expect(meaning.prompt).toBe(words.trim());
        else expect(['', 'help', '?', 'recent']).toContain(words.trim().toLowerCase());
      }),
    );
  });
});
