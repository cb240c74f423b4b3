import { readFileSync } from 'node:fs';
import shortcodes from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { emojiCharacter, isStandardEmoji } from '../../src/sources/markdown/emoji.ts';

/**
 * The product needs one table of emojibase's 49 MB. This test generates src/sources/markdown/emoji.json from it: run `npx vitest run
 * test/sources/emoji.test.ts -u` after an update.
 */

/** Reads `1F1F5-1F1F9`. A single character that is text by default gets the selector that shows it as a picture. */
function characterOf(codes: string): string {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  const character = String.fromCodePoint(...points);
  return points.length === 1 && !/\p{Emoji_Presentation}/u.test(character) ? `${character}\uFE0F` : character;
}

/** One name a line, so that an update can be read. */
function asJson(table: Record<string, string | string[]>): string {
  const rows = Object.entries(table).flatMap(([codes, names]) =>
    [names].flat().map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(characterOf(codes))}`),
  );
  return `{\n${rows.toSorted().join(',\n')}\n}\n`;
}

test('emoji.json matches the locked version of emojibase-data', () =>
  expect(asJson(shortcodes)).toMatchFileSnapshot('../../src/sources/markdown/emoji.json'));

test('the licence of the table is included', () => {
  const ours = readFileSync('src/sources/markdown/emoji.LICENSE', 'utf8');
  expect(ours).toContain(readFileSync('node_modules/emojibase-data/LICENSE', 'utf8').trim());
});

test.each([
  ['+1', undefined, '👍'],
  ['+1', 3, '👍🏼'],
  ['wave::skin-tone-6', undefined, '👋🏿'],
  ['phone', undefined, '☎️'],
  ['flag-pt', undefined, '🇵🇹'],
  ['our-own', undefined, ':our-own:'],
])('%s with tone %s is %s', (name, tone, character) => {
  expect(emojiCharacter(name, tone)).toBe(character);
  expect(isStandardEmoji(name)).toBe(!character.startsWith(':'));
});
