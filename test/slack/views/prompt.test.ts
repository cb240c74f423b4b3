import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPrompt, partPrompt } from '../../../src/slack/kit/ask-fields/prompt.ts';
import { FIELD_LIMIT } from '../../../src/slack/kit/form/controls.ts';

describe('a prompt that is longer than a Slack field', () => {
  it('stays in one field while it fits', () => {
    expect(partPrompt('a'.repeat(FIELD_LIMIT)).texts).toHaveLength(1);
    expect(partPrompt('').texts).toEqual(['']);
  });

  it('is parted where a line ends, or else between words', () => {
    const line = `${'word '.repeat(500)}end`;
    expect(partPrompt(`${line}\n${line}`).texts).toEqual([line, line]);
    const { texts } = partPrompt('words '.repeat(700).trim());
    expect(texts.every((text) => text.startsWith('words') && text.endsWith('words'))).toBe(true);
  });

  it('comes back whole, even where Slack trims the ends of fields', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 900 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '', '🙂'), (pieces, glue) => {
        const text = pieces.join(glue).trim();
        const parts = partPrompt(text);
        expect(parts.texts.every((part) => part.length <= FIELD_LIMIT && part.isWellFormed())).toBe(true);
        expect(joinPrompt(parts)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});
