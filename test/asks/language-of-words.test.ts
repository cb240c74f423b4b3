import { expect, test } from 'vitest';
import { languageOfWords } from '../../src/asks/mention/language-of-words.ts';

test('the language of a long text is that of its beginning, because reading the whole text takes seconds', async () => {
  const german =
    'Wir möchten unseren Kundinnen und Kunden zeigen, was sich im nächsten Frühjahr ändert. '.repeat(30);
  const english = 'This is what the customers said about the harbour. '.repeat(7_000);
  expect(await languageOfWords(german + english)).toBe('de');
});
