import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  characterCount,
  clip,
  clipAtWord,
  listOf,
  plural,
  unescapeSlack,
  withoutDirections,
} from '../src/text.ts';

test('a text is cut between characters, and shows that it was', () => {
  expect(clip('Lisbon', 6)).toBe('Lisbon');
  expect(clip('Lisbon', 5)).toBe('Lisb…');
  expect(clip('ab🙂cd', 4)).toBe('ab…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const cut = clip(text, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

test('or between words, where that does not cost half of it', () => {
  expect(clipAtWord('ship on Friday', 14)).toBe('ship on Friday');
  expect(clipAtWord('ship on Friday', 12)).toBe('ship on…');
  expect(clipAtWord('a shipment', 8)).toBe('a shipm…');
  expect(clipAtWord('plans, costs and more', 9)).toBe('plans…');
});

test('counts and lists read as English', () => {
  expect([plural(1, 'message'), plural(1001, 'message'), plural(2, 'person', 'people')]).toEqual([
    '1 message',
    '1,001 messages',
    '2 people',
  ]);
  expect([listOf([]), listOf(['Ana']), listOf(['Ana', 'Ben', 'Chloe'])]).toEqual([
    '',
    'Ana',
    'Ana, Ben and Chloe',
  ]);
  expect(listOf(['Ana', 'Ben', 'Chloe', 'Dan', 'Eva'], 2)).toBe('Ana, Ben and 3 others');
});

test("Slack's escapes are undone once", () => {
  expect(unescapeSlack('R&amp;D &lt;b&gt; &amp;lt;')).toBe('R&D <b> &lt;');
});

test('no text turns around what stands beside it; letters of any script stay', () => {
  expect(withoutDirections('invoice\u202Efdp.exe')).toBe('invoicefdp.exe');
  expect(withoutDirections('\u2066a\u2069 \u202Bשלום\u202C')).toBe('a שלום');
  expect(withoutDirections('مرحبا\u200F!')).toBe('مرحبا\u200F!');
});

test('a text is as long as the service takes it to be', () => {
  expect(characterCount('🙂'.repeat(300))).toBe(300);
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\ud83d', '\ude42', 'a') }),
      (one, other) => {
        for (const text of [one, other]) expect(characterCount(text)).toBe([...text].length);
      },
    ),
  );
});
