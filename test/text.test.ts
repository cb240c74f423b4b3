import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, clipAtWord, listOf, plural, unescapeSlack } from '../src/text.ts';

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
