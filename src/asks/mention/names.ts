import { languages } from '../languages.ts';

/** Names in a sentence that may be those of a theme or a template. */

export interface Named {
  part: 'theme' | 'template';
  name: string;
  /** As it stands in the prompt; taken out where the catalogue knows the name. */
  phrase: string;
}

const NAME = "[\\p{L}\\p{N}][\\p{L}\\p{N} ’'&.-]{0,59}?";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const names: [Named['part'], RegExp][] = [
  [
    'template',
    new RegExp(
      `\\b(?:with|using|from|based on|in) (?:the |our |my |an? )?(?<name>${NAME}) template\\b`,
      'giu',
    ),
  ],
  [
    'template',
    new RegExp(
      `\\b(?:with |using |from |in )?(?:the )?[Tt]emplate(?:: ?| )[“"']?(?<name>${PROPER})[”"']?`,
      'gu',
    ),
  ],
  [
    'theme',
    new RegExp(
      `\\b(?:with|using|in) (?:the |our |my |an? )?(?<name>${NAME}) (?:theme|look|colou?rs|branding)\\b`,
      'giu',
    ),
  ],
  [
    'theme',
    new RegExp(`\\b(?:with |using |in )?(?:the )?[Tt]heme(?:: ?| )[“"']?(?<name>${PROPER})[”"']?`, 'gu'),
  ],
  ['theme', new RegExp(`\\bin (?<name>${PROPER})`, 'gu')],
];

/** Languages, files and months also stand behind "in". */
const NO_NAME = new RegExp(
  `^(?:the|this|that|our|my|an?|${languages
    .map(([, name]) => name)
    .filter((name) => !name.includes('('))
    .join(
      '|',
    )}|pdf|png|pptx?|powerpoint|january|february|march|april|may|june|july|august|september|october|november|december)$`,
  'i',
);

/** The first few: each is looked up. */
const NAMES_LIMIT = 4;

/** @param text on one line */
export function namesIn(text: string): Named[] {
  const found = names.flatMap(([part, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, groups }) => ({
      part,
      name: (groups?.name ?? '').trim(),
      phrase,
    })),
  );
  return found.filter(({ name }) => name !== '' && !NO_NAME.test(name)).slice(0, NAMES_LIMIT);
}
