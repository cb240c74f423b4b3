import { languages } from '../languages.ts';
import { NOUN, TALK } from './is-an-ask.ts';
import { NUMBER } from './numbers.ts';

/** Names in a sentence that may be those of a theme or a template. */

export interface Named {
  part: 'theme' | 'template';
  /** Its capitals, or what stands before "theme"; a name may go on in the words behind it. */
  name: string;
  /** As it stands in the prompt; taken out where the catalogue knows the name. */
  phrase: string;
  /** The words behind the name, up to the next mark: "all hands" of "in Northwind all hands". */
  rest: string;
}

const NAME = "[\\p{L}\\p{N}][\\p{L}\\p{N} ’'&.-]{0,59}?";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const REST = "(?: [\\p{L}\\p{N}’'&-]+){0,4}";
/** In small letters a name ends with its part of the sentence, and no topic is before it: "slides of this in midnight, as PDF". */
const SMALL = `(?!(?:an?|the|this|that|our|my|time|${NUMBER})\\b)\\p{Ll}[\\p{L}\\p{N}’'&-]*(?: [\\p{L}\\p{N}’'&-]+){0,3}?`;
const APART = `(?<=, |\\b(?:${NOUN}|${TALK}|this|that|it) |(?<!\\b(?:about|on|regarding|covering)\\b.{0,80})\\b(?:days?|weeks?|months?|quarter|year) )`;
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
      `\\b(?:with |using |from |in )?(?:the )?[Tt]emplate(?:: ?| )[“"']?(?<name>${PROPER})(?=(?<rest>${REST}))[”"']?`,
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
    new RegExp(
      `\\b(?:with |using |in )?(?:the )?[Tt]heme(?:: ?| )[“"']?(?<name>${PROPER})(?=(?<rest>${REST}))[”"']?`,
      'gu',
    ),
  ],
  ['theme', new RegExp(`\\bin (?<name>${PROPER})(?=(?<rest>${REST}))`, 'gu')],
  ['theme', new RegExp(`${APART}in (?<name>${SMALL})(?=$|[.,;!?]| (?:as|for|with|please)\\b)`, 'gu')],
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
      rest: groups?.rest ?? '',
    })),
  );
  return found.filter(({ name }) => name !== '' && !NO_NAME.test(name)).slice(0, NAMES_LIMIT);
}

/** Of the items that the catalogue found, the one that is named: the longest name wins. */
export function itemNamed<Item extends { name: string }>(
  { name, phrase, rest }: Named,
  items: Item[],
): { item: Item; phrase: string } | undefined {
  const said = `${name}${rest}`.toLowerCase();
  const isSaid = (item: Item) => {
    const known = item.name.toLowerCase();
    return known.length >= name.length && `${said} `.startsWith(`${known} `);
  };
  const [item] = items.filter(isSaid).toSorted((one, other) => other.name.length - one.name.length);
  return item && { item, phrase: phrase + rest.slice(0, item.name.length - name.length) };
}

/** The words to search for, so that longer names are found as well. */
export function searchFor({ name, rest }: Named): string {
  return rest === '' ? name : (name.split(' ', 1)[0] ?? name);
}
