import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPrompt, partPrompt, twoInputs } from '../../../src/slack/kit/ask-fields/prompt.ts';
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

describe('the style of images, in two inputs', () => {
  const { schema, blocks } = twoInputs(5_000, 'Flat', 'More on the image style');
  const id = 'image_style';

  it('are there from the start, with no rest of a text that is not long', () => {
    const drawn = blocks(id, { label: 'Image style' }, schema.encode(undefined));
    expect(drawn.map(({ block_id, label }) => [block_id, label.text])).toEqual([
      ['image_style', 'Image style'],
      ['image_style_2', 'More on the image style'],
    ]);
    expect(schema.decode({ texts: ['flat', ''], joins: [] })).toBe('flat');
    expect(schema.decode({ texts: ['', ' in blue'], joins: [] })).toBe('in blue');
    expect(schema.decode({ texts: ['', ''], joins: [] })).toBeUndefined();
  });

  it('take all that the service takes, and give it back whole', () => {
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
