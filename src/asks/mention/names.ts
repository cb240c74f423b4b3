import { languages } from '../languages.ts';
import { NOUN, TALK } from './find-ask.ts';
import { NUMBER } from './numbers.ts';

/** Finds phrases in a sentence that may name a theme, a template or a folder. */

export interface Named {
  /** `either`: the sentence does not say whether it means a theme or a template, as in "using Acme Brand". */
  part: 'theme' | 'template' | 'folder' | 'either';
  /** The capitalized words, or the words before "theme" or "template". The name may continue in `rest`. */
  name: string;
  /** The phrase that contains the name. It is removed from the prompt if the catalogue has an item with the name. */
  phrase: string;
  /** The words after the name, up to the next punctuation mark: "all hands" in "in Northwind all hands". */
  rest: string;
}

/** A name, optionally with an article and quotation marks. */
const NAME = "(?:the |our |my |an? )?[“\"']?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N} ’'&.-]{0,59}?)[”\"']?";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const REST = "(?: [\\p{L}\\p{N}’'&-]+){0,4}";
/**
 * A name in lower case: "slides of this in midnight, as PDF". Elsewhere it may be part of the topic, so it counts only after an "in" that
 * follows `BEFORE_IN`, and after "with" or "using" at the beginning of a clause.
 */
const SMALL = `(?!(?:an?|the|this|that|our|my|time|${NUMBER})\\b)\\p{Ll}[\\p{L}\\p{N}’'&-]*(?: [\\p{L}\\p{N}’'&-]+){0,3}?`;
/** Matches what has to be before "in": a comma, a requested thing, a source such as "this", or the end of a period such as "last week". */
const BEFORE_IN = `(?<=, |\\b(?:${NOUN}|${TALK}|this|that|it) |(?<!\\b(?:about|on|regarding|covering)\\b.{0,80})\\b(?:days?|weeks?|months?|quarter|year) )`;
/**
 * Returns a pattern for a name before a noun such as "template", as in "using the Year in Review template". It matches in a lookahead, so
 * that matches can overlap. This is necessary because the name may begin after any of several prepositions: "in German about Lisbon using
 * the kickoff template".
 */
const named = (lead: string, noun: string) =>
  new RegExp(`\\b(?=(?<phrase>(?:${lead}) ${NAME}(?<! (?:the|an?|our|my|this|that)) (?:${noun})\\b))`, 'giu');
/** Returns a pattern for a name in a separate clause: "ten slides, the harbour theme". */
const apart = (noun: string) =>
  new RegExp(
    `(?:^|[,.;] ?)(?:the |our )?(?<name>(?:(?!(?:use|using|with|in|on|from|about|apply|take|make|no|without|as)\\b)[\\p{L}\\p{N}’'&-]+ ){1,4})${noun}\\b`,
    'giu',
  );
const names: [Named['part'], RegExp][] = [
  ['template', named('with|using|use|apply|take|from|based on|in', 'template')],
  [
    'template',
    new RegExp(
      `\\b(?:with |using |[Uu]se |from |in )?(?:the |our )?[Tt]emplate(?:: ?| )[“"']?(?<name>${PROPER})(?=(?<rest>${REST}))[”"']?`,
      'gu',
    ),
  ],
  [
    'template',
    new RegExp(
      `\\b(?:with|using|[Uu]se|from) (?:the |our )?template [“"']?(?!(?:for|of|to|as|and|with|in|on|about|that|which)\\b)(?<name>\\p{Ll}[\\p{L}\\p{N}’'&-]*)(?=(?<rest>${REST}))[”"']?`,
      'gu',
    ),
  ],
  ['theme', named('with|using|in', 'theme|look|colou?rs|branding')],
  [
    'folder',
    new RegExp(
      `,? ?\\b(?:and )?(?:(?:put|save|file|store) (?:it|them) )?(?:in(?:to)?|to|under) (?:the |our |my )?(?:folder [“"']?(?<name>${PROPER})[”"']?(?=(?<rest>${REST}))|(?<before>${PROPER}) folder\\b)`,
      'gu',
    ),
  ],
  ['theme', apart('theme')],
  ['template', apart('template')],
  ['theme', new RegExp(`\\b(?:thema|tema|th[eè]me|motyw) (?<name>${PROPER})(?=(?<rest>${REST}))`, 'gu')],
  [
    'theme',
    new RegExp(
      `\\b(?:with |using |in )?(?:the )?[Tt]heme(?:: ?| )[“"']?(?<name>${PROPER})(?=(?<rest>${REST}))[”"']?`,
      'gu',
    ),
  ],
  [
    'either',
    new RegExp(
      `\\b(?:with|using|use|based on) (?:the |our )?(?!\\P{Po}{1,60}\\b(?:theme|template)\\b)(?<name>${PROPER})(?=(?<rest>${REST}))`,
      'gu',
    ),
  ],
  ['theme', new RegExp(`\\bin (?<name>${PROPER})(?=(?<rest>${REST}))`, 'gu')],
  [
    'either',
    new RegExp(
      `(?:${BEFORE_IN}in|(?:^|[,.;] )(?:with|using|use)(?: the| our)?) (?<name>${SMALL})(?=$|[.,:;!?]| (?:as|for|with|please)\\b)`,
      'gu',
    ),
  ],
];

/** Words that follow "in" but are not names: languages, file formats and months. */
const NO_NAME = new RegExp(
  `^(?:the|this|that|our|my|an?|${languages
    .map(([, name]) => name)
    .filter((name) => !name.includes('('))
    .join(
      '|',
    )}|pdf|png|pptx?|powerpoint|january|february|march|april|may|june|july|august|september|october|november|december)$`,
  'i',
);

/** Maximum number of names that are looked up in the catalogue. */
const NAMES_LIMIT = 4;

/** Returns possible names of themes and templates. @param text the sentence on one line */
export function namesIn(text: string): Named[] {
  const found = names.flatMap(([part, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: match, groups }) => ({
      part,
      name: (groups?.name ?? groups?.before ?? '').trim(),
      phrase: groups?.phrase ?? match,
      rest: groups?.rest ?? '',
    })),
  );
  return found.filter(({ name }) => name !== '' && !NO_NAME.test(name)).slice(0, NAMES_LIMIT);
}

/** Words at the end of a sentence that may be a name: "ten slides on tea, harbour". They count only if the catalogue has the name. */
const AT_END = /, (?<name>[\p{L}\p{N}][\p{L}\p{N}’'&-]{2,20}(?: [\p{L}\p{N}’'&-]{2,20}){0,3})[.!]?$/u;

/**
 * Returns the last words of a prompt if they may be the name of a theme or a template.
 * @param isRest true if the prompt is what is left of a sentence of choices, so that all of it may be a name: "for the board, Acme Brand
 * 2026"
 */
export function nameAtEnd(prompt: string, isRest = false): Named[] {
  const { 0: phrase = '', groups } =
    (!prompt.includes('\n') && AT_END.exec(isRest ? `, ${prompt}` : prompt)) || {};
  return groups?.name
    ? [{ part: 'either', name: groups.name, phrase: isRest ? groups.name : phrase, rest: '' }]
    : [];
}

/** Returns the catalogue item that the sentence names, and the phrase that names it. If several items match, the longest name wins. */
export function itemNamed<Item extends { name: string }>(
  { name, phrase, rest }: Named,
  items: Item[],
): { item: Item; phrase: string } | undefined {
  const said = `${name}${rest}`.toLowerCase();
  const isSaid = (item: Item) => {
    const known = item.name.toLowerCase();
    const isEnd = rest === '' && known.endsWith(` ${said}`) && /\b(?:theme|template)\b/i.test(phrase);
    return isEnd || (known.length >= name.length && `${said} `.startsWith(`${known} `));
  };
  const [item] = items.filter(isSaid).toSorted((one, other) => other.name.length - one.name.length);
  return item && { item, phrase: phrase + rest.slice(0, Math.max(0, item.name.length - name.length)) };
}

/**
 * Returns the search words for the catalogue. If the name may continue in `rest`, returns only its first word, so that the search also
 * finds names that continue in `rest`.
 */
export function searchFor({ name, rest }: Named): string {
  return rest === '' ? name : (name.split(' ', 1)[0] ?? name);
}
