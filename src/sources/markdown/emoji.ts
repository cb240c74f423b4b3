import table from './emoji.json' with { type: 'json' };

/** Emoji characters by Slack's names. test/sources/emoji.test.ts generates emoji.json. */
const characters = new Map(Object.entries<string>(table));

/**
 * Returns the character of an emoji such as `+1` or `wave::skin-tone-3`. A team's custom emoji stays `:name:`.
 * @param tone skin tone from 2 (lightest) to 6, if the name does not contain it
 */
export function emojiCharacter(name: string, tone?: number): string {
  const [base = '', suffix = ''] = name.split('::');
  const character = characters.get(base);
  if (!character) return `:${base}:`;
  const given = tone ?? Number(/^skin-tone-([2-6])$/.exec(suffix)?.[1] ?? 0);
  return given >= 2 && given <= 6 ? withTone(character, given) : character;
}

/** Returns true for an emoji that every team has, and false for a team's custom emoji. */
export function isStandardEmoji(name: string): boolean {
  return characters.has(name.split('::')[0] ?? '');
}

/** Inserts the skin tone after the first character of an emoji. The tone 2, Slack's lightest, is the character U+1F3FB. */
function withTone(character: string, tone: number): string {
  const [first = '', ...rest] = character;
  return `${first}${String.fromCodePoint(0x1f3fb + tone - 2)}${rest.filter((each) => each !== '\uFE0F').join('')}`;
}
