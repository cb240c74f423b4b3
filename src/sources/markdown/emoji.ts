import shortcodes from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };

/** Emoji as characters, by the names that Slack knows them by. */

const characters = charactersByName();

/**
 * The character of a name such as `+1` or `wave::skin-tone-3`; a team's own emoji, which have none, stay `:name:`.
 * @param tone 2 to 6, where it is told apart from the name
 */
export function emojiCharacter(name: string, tone?: number): string {
  const [base = '', suffix = ''] = name.split('::');
  const character = characters.get(base);
  if (!character) return `:${base}:`;
  const told = tone ?? Number(/^skin-tone-([2-6])$/.exec(suffix)?.[1] ?? 0);
  return told >= 2 && told <= 6 ? withTone(character, told) : character;
}

/** Whether it is one of Slack's own, not a team's. */
export function isStandardEmoji(name: string): boolean {
  return characters.has(name.split('::')[0] ?? '');
}

/** U+1F3FB is the lightest; Slack counts them from 2. It stands behind the first character of a sequence. */
function withTone(character: string, tone: number): string {
  const [first = '', ...rest] = character;
  return `${first}${String.fromCodePoint(0x1f3fb + tone - 2)}${rest.filter((each) => each !== '\uFE0F').join('')}`;
}

function charactersByName(): Map<string, string> {
  const entries = Object.entries(shortcodes as unknown as Record<string, string | string[]>);
  return new Map(
    entries.flatMap(([codes, names]) =>
      [names].flat().map((name): [string, string] => [name, characterOf(codes)]),
    ),
  );
}

/** From `1F1F5-1F1F9`; a lone character that is text by default gets the mark that shows it as a picture. */
function characterOf(codes: string): string {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  const character = String.fromCodePoint(...points);
  return points.length === 1 && !/\p{Emoji_Presentation}/u.test(character) ? `${character}\uFE0F` : character;
}
