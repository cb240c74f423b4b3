import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linked, safeUrl } from '../../../src/slack/kit/blocks/parts.ts';
import { escaped, oneLine, plain, quoted } from '../../../src/slack/kit/blocks/text.ts';
import { capitalized } from '../../../src/text.ts';

const anything = fc.string({ unit: 'binary', maxLength: 60 });

it('escapes what Slack would read as markup, and nothing else', () => {
  expect(escaped('R&D <!channel> a > b *c*', 100)).toBe('R&amp;D &lt;!channel&gt; a &gt; b *c*');
  // Between two backticks, Slack would show code, and hide the backticks.
  expect(escaped('Why `git rebase`?', 100)).toBe('Why ˋgit rebaseˋ?');
});

it('cuts escaped text to the limit, never in the middle of an escape', () => {
  expect(escaped('&&&&', 11)).toBe('&amp;&amp;…');
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const safe = escaped(text, limit);
      expect(safe.length).toBeLessThanOrEqual(limit);
      expect(safe.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
      expect(safe.isWellFormed()).toBe(true);
    }),
  );
});

it('makes one line of many', () => {
  expect(oneLine('  one\n\ntwo\u0000three ')).toBe('one two three');
});

it.each([
  [', short', '“short”'],
  ['tea – for the board, ', '“tea – for the board”'],
  ['- .NET at -5 °C!', '“.NET at -5 °C!”'],
  [', ', '“,”'],
])('quotes %j without commas and dashes at its ends', (text, quote) => expect(quoted(text, 80)).toBe(quote));

it('never makes an empty plain text, which Slack refuses', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(plain(text, 75).text).not.toBe('');
    }),
  );
});

it('begins a sentence with a capital', () => {
  expect(capitalized('the document service')).toBe('The document service');
});

it('links only to the web, and lets no address end the link early', () => {
  expect(linked('Spring', 'https://e.com/a|b>c?x=1&y=2')).toBe(
    '<https://e.com/a%7Cb%3Ec?x=1&amp;y=2|Spring>',
  );
  expect(linked('Spring', 'javascript:alert(1)')).toBe('Spring');
  expect(safeUrl('file:///etc/passwd')).toBeUndefined();
  expect(safeUrl(undefined)).toBeUndefined();
  expect(safeUrl('https://service.example@evil.example/')).toBeUndefined();
  expect(safeUrl('https://:secret@evil.example/')).toBeUndefined();
});

it('lets no foreign text turn around what stands beside it', () => {
  const title = 'Plan \u202Egnp.exe\u2069';
  for (const shown of [oneLine(title), escaped(title, 75), plain(title, 75).text])
    expect(shown).toBe('Plan gnp.exe');
});
