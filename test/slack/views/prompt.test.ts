import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPrompt, splitPrompt, twoInputs } from '../../../src/slack/kit/ask-fields/prompt.ts';
import { FIELD_LIMIT } from '../../../src/slack/kit/form/controls.ts';

describe('a prompt that is longer than one input in Slack', () => {
  it('is one input if it fits', () => {
    expect(splitPrompt('a'.repeat(FIELD_LIMIT)).texts).toHaveLength(1);
    expect(splitPrompt('').texts).toEqual(['']);
  });

  it('is split at line breaks, otherwise between words', () => {
    const line = `${'word '.repeat(500)}end`;
    expect(splitPrompt(`${line}\n${line}`).texts).toEqual([line, line]);
    const { texts } = splitPrompt('words '.repeat(700).trim());
    expect(texts.every((text) => text.startsWith('words') && text.endsWith('words'))).toBe(true);
  });

  it('is the same text after it was split and joined, also if Slack trims the inputs', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 900 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '', '🙂'), (pieces, glue) => {
        const text = pieces.join(glue).trim();
        const parts = splitPrompt(text);
        expect(parts.texts.every((part) => part.length <= FIELD_LIMIT && part.isWellFormed())).toBe(true);
        expect(joinPrompt(parts)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the style of images, in two inputs', () => {
  const { schema, blocks } = twoInputs(5_000, 'Flat', 'More on the image style');
  const id = 'image_style';

  it('are both visible, and the second is empty for a short text', () => {
    const drawn = blocks(id, { label: 'Image style' }, schema.encode(undefined));
    expect(drawn.map(({ block_id, label }) => [block_id, label.text])).toEqual([
      ['image_style', 'Image style'],
      ['image_style_2', 'More on the image style'],
    ]);
    expect(schema.decode({ texts: ['flat', ''], joins: [] })).toBe('flat');
    expect(schema.decode({ texts: ['', ' in blue'], joins: [] })).toBe('in blue');
    expect(schema.decode({ texts: ['', ''], joins: [] })).toBeUndefined();
  });

  it('hold a text up to the service’s limit, and join it to the same text', () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 1_000 }), { maxLength: 9 });
    fc.assert(
      fc.property(pieces, fc.constantFrom(' ', '\n', '🙂'), (words, glue) => {
        const text = words.join(glue).slice(0, 5_000).toWellFormed().trim();
        const parted = schema.encode(text || undefined);
        expect(parted.texts).toHaveLength(2);
        expect(parted.texts.every((part) => part.length <= FIELD_LIMIT)).toBe(true);
        expect(schema.decode(parted) ?? '').toBe(text);
      }),
    );
    expect(
      schema.safeDecode({ texts: ['a'.repeat(3_000), 'b'.repeat(2_001)], joins: [] }).error?.message,
    ).toMatch(/5,002 characters; 5,000 fit/);
  });
});
