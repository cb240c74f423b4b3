import { describe, expect, it } from 'vitest';
import { richTextOf } from '../shapes/rich-text.ts';

/** The elements of the first section. */
const typed = (text: string) => richTextOf(text, '1772445900.000100')[0]?.elements[0]?.elements;

describe('the rich text of a typed message', () => {
  it('has styles for format characters, also nested and around mentions', () => {
    expect(typed('so *not* in, _really <@U0ANA>_, `a *b*`')).toEqual([
      { type: 'text', text: 'so ' },
      { type: 'text', text: 'not', style: { bold: true } },
      { type: 'text', text: ' in, ' },
      { type: 'text', text: 'really ', style: { italic: true } },
      { type: 'user', user_id: 'U0ANA', style: { italic: true } },
      { type: 'text', text: ', ' },
      { type: 'text', text: 'a *b*', style: { code: true } },
    ]);
    expect(typed('*~both~*')).toEqual([{ type: 'text', text: 'both', style: { bold: true, strike: true } }]);
  });

  it('keeps characters that format nothing', () => {
    for (const text of ['2 * 3 * 4', 'snake_case_name', '~5% of it', 'a *b'])
      expect(typed(text)).toEqual([{ type: 'text', text }]);
  });
});
