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

const WORD = "[\\p{L}\\p{N}][\\p{L}\\p{N}’'&.-]*";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const REST = "(?=(?<rest>(?: [\\p{L}\\p{N}’'&-]+){0,4}))";
const THE = '(?:the |our |my |an? )?[“"\']?';
const LEAD = '(?:[Ww]ith|[Uu]sing|[Uu]se|[Aa]pply|[Tt]ake|from|based on|in(?:to)?|to|under)';
/** Nouns for a part of a document. "thema" and "motyw" are in sentences of other languages. */
const PART =
  '(?<part>[Tt]heme|[Tt]hema|[Tt]ema|[Tt]hème|[Mm]otyw|[Tt]emplate|[Ff]older|look|colou?rs|branding)';
const NO_WORD =
  '(?!(?:an?|the|this|that|our|my|time|use|using|with|in|on|for|of|to|as|and|from|about|which|no|without|make)\\b)';
/** Matches what has to be before "in": a comma, a requested thing, a source such as "this", or the end of a period such as "last week". */
const BEFORE_IN = `(?<=, |\\b(?:${NOUN}|${TALK}|this|that|it) |(?<!\\b(?:about|on|regarding|covering)\\b.{0,80})\\b(?:days?|weeks?|months?|quarter|year) )`;

const patterns = [
  // "using the Year in Review template", "ten slides, the harbour theme". The match is in a lookahead, so that matches can overlap: "in
  // German about Lisbon using the kickoff template".
  `\\b(?=(?<phrase>(?:and )?(?:${LEAD} |(?<=^|[,.;] ?))${THE}(?<name>${NO_WORD}${WORD}(?: (?!using\\b)${WORD}){0,5}?)(?<! (?:the|an?|our|my))[”"']? ${PART}\\b))`,
  // "theme: Ocean Blue", "from the template Board update", "save it in the folder Launches"
  `(?:,? ?\\b(?:and )?(?:(?:put|save|file|store) (?:it|them) )?${LEAD} )?${THE}\\b${PART}(?:: ?| )[“"']?(?<name>${PROPER}|(?<=(?:${LEAD} ${THE}\\w{5,8}|:) [“"']?)${NO_WORD}${WORD})[”"']?${REST}`,
  // "using Acme Brand 2026", "in Midnight"
  `\\b(?:with|using|[Uu]se|[Tt]ake|based on|in|template and) (?:the |our )?(?!\\P{Po}{1,60}\\b(?:theme|template)\\b)(?<name>${PROPER})${REST}`,
  // A name in lower case: "slides of this in midnight, as PDF". Elsewhere it may be part of the topic.
  `(?:${BEFORE_IN}in|(?:^|[,.;] )(?:[Ww]ith|[Uu]sing|[Uu]se)(?: the| our)?) (?!(?:${NUMBER})\\b)(?=\\p{Ll})(?<name>${NO_WORD}${WORD}(?: ${WORD}){0,3}?)(?=$|[.,:;!?]| (?:as|for|with|please)\\b)`,
].map((pattern) => new RegExp(pattern, 'gu'));

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
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ 0: match, groups: { part = '', name = '', phrase = match, rest = '' } = {} }) => ({
        part: partOf(part, phrase),
        name: name.trim(),
        phrase,
        rest,
      }),
    ),
  );
  return found.filter(({ name }) => name !== '' && !NO_NAME.test(name)).slice(0, NAMES_LIMIT);
}

function partOf(said: string, phrase: string): Named['part'] {
  if (said === '') return phrase.startsWith('in ') ? 'theme' : 'either';
  return /template/i.test(said) ? 'template' : /folder/i.test(said) ? 'folder' : 'theme';
}

/** Words at the end of a sentence that may be a name: "ten slides on tea, harbour". They count only if the catalogue has the name. */
const AT_END =
  /, (?!for )(?<name>[\p{L}\p{N}][\p{L}\p{N}’'&-]{2,20}(?: [\p{L}\p{N}’'&-]{2,20}){0,3}?)(?: then| instead| please)?[.!]?$/u;

/** Matches a prompt of one to three words that may be only the name of a theme: "Harbour then", as the answer to an open card. */
const ONLY_NAME =
  /^(?<name>[\p{L}\p{N}’'&-]{2,20}(?: [\p{L}\p{N}’'&-]{2,20}){0,2}?)(?: then| instead)?[.!]?$/u;

/**
 * Returns the last words of a prompt if they may be the name of a theme or a template.
 * @param isBare true if a card is open, so that all of a short prompt may be a name
 */
export function nameAtEnd(prompt: string, isBare = false): Named[] {
  if (prompt.includes('\n')) return [];
  const { 0: phrase = '', groups } = (AT_END.exec(prompt) ?? (isBare ? ONLY_NAME.exec(prompt) : null)) || {};
  return groups?.name ? [{ part: 'either', name: groups.name, phrase, rest: '' }] : [];
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
    // "The Acme brand theme" means "Acme Brand 2026".
    const isBeginning = rest === '' && known.startsWith(`${said} `) && /\btheme|template\b/i.test(phrase);
    return isEnd || isBeginning || (known.length >= name.length && `${said} `.startsWith(`${known} `));
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
