import shortcodes from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };

/** Emoji as characters, by Slack's names for them. */

const characters = charactersByName();

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

function charactersByName(): Map<string, string> {
  const entries = Object.entries<string | string[]>(shortcodes);
  return new Map(
    entries.flatMap(([codes, names]) =>
      [names].flat().map((name): [string, string] => [name, characterOf(codes)]),
    ),
  );
}

/** Reads `1F1F5-1F1F9`. A single character that is text by default gets the selector that shows it as a picture. */
function characterOf(codes: string): string {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  const character = String.fromCodePoint(...points);
  return points.length === 1 && !/\p{Emoji_Presentation}/u.test(character) ? `${character}\uFE0F` : character;
}
