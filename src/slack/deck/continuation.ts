import type { Join, PromptParts } from './form.ts';

/** Slack's limit for what one field holds, in characters. */
export const FIELD_LIMIT = 3000;
/** A command is far shorter than this many fields; it keeps a form under Slack's 100 blocks. */
const PARTS_LIMIT = 40;

/**
 * Parts a text that is longer than a Slack field. `/deck` takes more words than a field does, and neither
 * cutting them nor sending the person away to make a file would do: the rest goes on in a second field, where
 * it can be edited like the first. Parted at a line break where there is one, else at a space; what stood
 * there comes back when the parts are joined, since Slack may trim the ends of a field.
 */
export function partPrompt(text: string): PromptParts {
  const texts: string[] = [];
  const joins: Join[] = [];
  let rest = text;
  while (rest.length > FIELD_LIMIT && texts.length < PARTS_LIMIT - 1) {
    const { at, join } = placeToPart(rest);
    texts.push(rest.slice(0, at));
    joins.push(join);
    rest = rest.slice(at + join.length);
  }
  return { texts: [...texts, rest], joins };
}

export function joinPrompt({ texts, joins }: PromptParts): string {
  return texts
    .map((text, index) => (index === 0 ? text : `${joins[index - 1] ?? '\n'}${text}`))
    .join('')
    .trim();
}

/** Not in the first half, so that no field is nearly empty. */
function placeToPart(text: string): { at: number; join: Join } {
  for (const join of ['\n', ' '] as const) {
    const at = text.lastIndexOf(join, FIELD_LIMIT);
    if (at > FIELD_LIMIT / 2) return { at, join };
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(FIELD_LIMIT - 1));
  return { at: splitsPair ? FIELD_LIMIT - 1 : FIELD_LIMIT, join: '' };
}
