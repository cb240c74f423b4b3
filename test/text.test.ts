import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  characterCount,
  clip,
  clipAtWord,
  duration,
  listOf,
  plural,
  unescapeSlack,
  withoutDirections,
} from '../src/text.ts';

test('clip cuts between characters and adds an ellipsis', () => {
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

test('clipAtWord cuts at a space in the second half', () => {
  expect(clipAtWord('ship on Friday', 14)).toBe('ship on Friday');
  expect(clipAtWord('ship on Friday', 12)).toBe('ship on…');
  expect(clipAtWord('a shipment', 8)).toBe('a shipm…');
  expect(clipAtWord('plans, costs and more', 9)).toBe('plans…');
});

test('plural and listOf', () => {
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

test('unescapeSlack decodes each escape once', () => {
  expect(unescapeSlack('R&amp;D &lt;b&gt; &amp;lt;')).toBe('R&D <b> &lt;');
});

test('direction marks are removed, letters of any script stay', () => {
  expect(withoutDirections('invoice\u202Efdp.exe')).toBe('invoicefdp.exe');
  expect(withoutDirections('\u2066a\u2069 \u202Bשלום\u202C')).toBe('a שלום');
  expect(withoutDirections('مرحبا\u200F!')).toBe('مرحبا\u200F!');
});

test('characterCount counts code points, as the service does', () => {
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

test.each([
  [900_000, '15 minutes'],
  [30_000, '30 seconds'],
  [61_000, '1 minute 1 second'],
  [5_400_000, '1 hour 30 minutes'],
  [172_800_000, '2 days'],
  [86_400_001, '1 day 1 second'],
  [0, '0 seconds'],
])('%i ms are %j', (ms, words) => expect(duration(ms)).toBe(words));
