import { expect, test } from 'vitest';
import { languageOfWords } from '../../src/asks/mention/language-of-words.ts';

test('the language of a long text is that of its beginning, because reading the whole text takes seconds', async () => {
  const german =
    'Wir möchten unseren Kundinnen und Kunden zeigen, was sich im nächsten Frühjahr ändert. '.repeat(30);
  const english = 'This is what the customers said about the harbour. '.repeat(7_000);
  expect(await languageOfWords(german + english)).toBe('de');
});

test.each([
  'can you make a chart of that csv, one slide',
  'can you turn q3 csv into a few slides',
  'mk chart of q4 csv pls thx asap',
])('a short English sentence is not taken for Hungarian: “%s”', async (words) => {
  expect(await languageOfWords(words)).toBeUndefined();
});

test('a short sentence in a rarely written language is known by its letters', async () => {
  expect(await languageOfWords('hogyan készítsünk jó prezentációt az ügyfeleknek')).toBe('hu');
});
