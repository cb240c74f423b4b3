import table from './emoji.json' with { type: 'json' };

/** Emoji as characters, by Slack's names for them; test/sources/emoji.test.ts makes the table. */
const characters = new Map(Object.entries<string>(table));

/**
 * The character of a name such as `+1` or `wave::skin-tone-3`. A team's own emoji have no character and stay `:name:`.
 * @param tone 2 to 6, where it is given apart from the name
 */
export function emojiCharacter(name: string, tone?: number): string {
  const [base = '', suffix = ''] = name.split('::');
  const character = characters.get(base);
  if (!character) return `:${base}:`;
  const given = tone ?? Number(/^skin-tone-([2-6])$/.exec(suffix)?.[1] ?? 0);
  return given >= 2 && given <= 6 ? withTone(character, given) : character;
}

/** Whether it is one of Slack's own, not a team's. */
export function isStandardEmoji(name: string): boolean {
  return characters.has(name.split('::')[0] ?? '');
}

/** The tone follows the first character of a sequence. U+1F3FB is the lightest; Slack counts from 2. */
function withTone(character: string, tone: number): string {
  const [first = '', ...rest] = character;
  return `${first}${String.fromCodePoint(0x1f3fb + tone - 2)}${rest.filter((each) => each !== '\uFE0F').join('')}`;
}
