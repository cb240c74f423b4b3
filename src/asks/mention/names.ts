import { languages } from '../languages.ts';
import { NOUN, TALK } from './find-ask.ts';
import { NUMBER } from './numbers.ts';

/** Finds phrases in a sentence that may name a theme, a template or a folder. */

export interface Named {
  /** `either`: the name may be a theme or a template, because the sentence does not say which. For example, "using Acme Brand". */
  part: 'theme' | 'template' | 'folder' | 'either';
  /** The capitalized words, or the words before "theme" or "template". The name may continue in `rest`. */
  name: string;
  /** The phrase that contains the name. If the catalogue has an item with this name, the phrase is removed from the prompt. */
  phrase: string;
  /** The words after the name, up to the next punctuation mark. For example, "all hands" in "in Northwind all hands". */
  rest: string;
}

const WORD = "[\\p{L}\\p{N}][\\p{L}\\p{N}’'&.-]{0,40}";
const PROPER = "\\p{Lu}[\\p{L}\\p{N}’'&-]*(?: (?:\\p{Lu}|\\p{N})[\\p{L}\\p{N}’'&-]*){0,3}";
const REST = "(?=(?<rest>(?: [\\p{L}\\p{N}’'&-]+){0,4}))";
const THE = '(?:the |our |my |an? )?[“"\']?';
const LEAD = '(?:[Ww]ith|[Ww]/|[Uu]sing|[Uu]se|[Aa]pply|[Tt]ake|from|based on|[Ii]n(?:to)?|to|under)';
/** Nouns that mean a theme, a template or a folder. Some, such as "thema" and "motyw", are for sentences in other languages. */
const PART =
  '(?<part>[Tt]heme|[Tt]hema|[Tt]ema|[Tt]hème|[Mm]otyw|[Tt]emplate|[Ff]older|look|colou?rs|branding)';
const NO_WORD =
  '(?!(?:ok|okay|yes|please|then|but|an?|the|this|that|our|my|time|use|using|with|in|on|for|of|to|as|and|from|about|which|no|without|make)\\b)';
/** Matches the text that must come before "in" and a lower-case name, for example a comma, "slides", "this" or "last week". */
const BEFORE_IN = `(?<=, |\\b(?:${NOUN}|${TALK}|this|that|it) |(?<!\\b(?:about|on|regarding|covering)\\b.{0,80})\\b(?:days?|weeks?|months?|quarter|year) )`;

const patterns = [
  // A name before a noun such as "theme", for example "using the Year in Review template" or "ten slides, the harbour theme". The lookahead
  // finds overlapping matches, for example from each "with" in "with charts with the harbour theme".
  `\\b(?=(?<phrase>(?:and )?(?:${LEAD} |(?<=and )|(?<=^|[,.;?!] ?| [–—-] ))${THE}(?<name>${NO_WORD}${WORD}(?: (?!using\\b)${WORD}){0,5}?)(?<! (?:the|an?|our|my))[”"']? ${PART}\\b))`,
  // "theme: Ocean Blue", "from the template Board update", "save it in the folder Launches"
  `(?:,? ?\\b(?:and )?(?:(?:put|save|file|store) (?:it|them) )?${LEAD} )?${THE}\\b${PART}(?:: ?| )[“"']?(?<name>${PROPER}|(?<=(?:${LEAD} ${THE}\\w{5,8}|[,.;] \\w{5,8}|:) [“"']?)${NO_WORD}${WORD}(?: (?!(?:theme|template|as|in|for|with|and|please|pls)\\b)${WORD}){0,3})[”"']?${REST}`,
  // A name between commas: "ten slides on tea, Acme Brand 2026, as PDF"
  `(?<=[,.?!] )(?<phrase>(?<name>${PROPER}))(?=$|[,.!])`,
  // "using Acme Brand 2026", "in Midnight"
  `\\b(?:with|using|[Uu]se|[Tt]ake|based on|in|template and) (?:the |our )?(?!\\P{Po}{1,60}\\b(?:theme|template)\\b)(?<name>${PROPER})${REST}`,
  // A name in lower case, for example "midnight" in "slides of this in midnight, as PDF". In other positions, a lower-case word may be part
  // of the topic.
  `(?:${BEFORE_IN}in|(?:^|[,.;] )(?:[Ww]ith|[Uu]sing|[Uu]se)(?: the| our)?) (?!(?:${NUMBER})\\b)(?=\\p{Ll})(?<name>${NO_WORD}${WORD}(?: ${WORD}){0,3}?)(?=$|[.,:;!?]| (?:as|for|with|please)\\b)`,
  // "use our brand", "in our brand colours"
  `\\b(?<phrase>${LEAD} (?:our|the|my) (?:\\p{L}+ )?(?<name>brand)(?:ing)?(?: (?:design|look|colou?rs|style|identity))?)(?=$|[.,;!?])`,
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

/** Matches a possible name at the end of a sentence: "harbour" in "ten slides on tea, harbour". Used only if the catalogue has the name. */
const AT_END =
  /(?:, (?!for )(?<name>[\p{L}\p{N}][\p{L}\p{N}’'&-]{2,20}(?: [\p{L}\p{N}’'&-]{2,20}){0,3}?)|\. (?<word>[\p{L}\p{N}’'&-]{3,20}))(?: then| instead| please)?[.!]?$/u;

/** Matches each name in a short answer to an open card, for example "Harbour" in "hm rather Harbour" or "Ocean" in "put Ocean back". */
const ANY_NAME = new RegExp(
  `(?:(?:and|or|in|with|use|using|rather|make it|put|to|take|back to) )*(?<name>${PROPER})(?: back\\b)?`,
  'gu',
);
/** Matches a name before "one": "no, the northwind one". */
const THE_ONE =
  /(?:(?:no|rather|use|with|in)[ ,]+)*\bthe (?<name>[\p{L}\d’'-]{3,20}(?: [\p{L}\d’'-]{2,20})?) one\b[.,]?/iu;
/** Maximum length of a sentence about an open card in which each capitalized word may be a name, in characters. */
const SHORT = 60;
/** Matches a prompt of one to three words that may be only a name, for example "Harbour then" as the answer to an open card. */
const ONLY_NAME =
  /^(?:(?:the )?(?:theme|template|design):? )?(?<name>[\p{L}\p{N}’'&-]{2,20}(?: [\p{L}\p{N}’'&-]{2,20}){0,2}?)(?: then| instead)?[.!]?$/u;

/**
 * Returns the words at the end of a prompt that may be the name of a theme or a template.
 * @param isBare true if the prompt answers an open card. A short prompt may then be only a name, or contain capitalized names anywhere
 */
export function nameAtEnd(prompt: string, isBare = false): Named[] {
  if (prompt.includes('\n')) return [];
  const { 0: phrase = '', groups } = (AT_END.exec(prompt) ?? (isBare ? ONLY_NAME.exec(prompt) : null)) || {};
  const said = groups?.name ?? groups?.word;
  const atEnd = said ? [{ part: 'either' as const, name: said, phrase, rest: '' }] : [];
  if (!isBare || prompt.length > SHORT) return atEnd;
  const one = THE_ONE.exec(prompt);
  const any = [...(one ? [one] : []), ...prompt.matchAll(ANY_NAME)].map(({ 0: phrase, groups }) => ({
    ...{ part: 'either' as const, name: groups?.name ?? '', phrase, rest: '' },
  }));
  return [...atEnd, ...any].slice(0, NAMES_LIMIT);
}

/** Returns the catalogue item that the sentence names, and the phrase that names it. If several items match, the longest name wins. */
export function itemNamed<Item extends { name: string }>(
  { name, phrase, rest }: Named,
  items: Item[],
): { item: Item; phrase: string } | undefined {
  const said = `${name}${rest}`.toLowerCase();
  const isSaid = (item: Item) => {
    const known = item.name.toLowerCase();
    const isEnd =
      rest === '' && known.endsWith(` ${said}`) && /\b(?:theme|template|brand(?:ing)?)\b/i.test(phrase);
    // The sentence may have only the beginning of the item's name. For example, "the Acme brand theme" matches the item "Acme Brand 2026".
    const isPart = /\btheme|template|look|branding|one\b/i.test(phrase) || said.includes(' ');
    const isBeginning = rest === '' && known.startsWith(`${said} `) && isPart;
    return isEnd || isBeginning || (known.length >= name.length && `${said} `.startsWith(`${known} `));
  };
  const [item] = items.filter(isSaid).toSorted((one, other) => other.name.length - one.name.length);
  return item && { item, phrase: phrase + rest.slice(0, Math.max(0, item.name.length - name.length)) };
}

/**
 * Returns what to search for in the catalogue: the name, or only its first word if the name may continue in `rest`. The first word also
 * finds longer names.
 */
export function searchFor({ name, rest }: Named): string {
  return rest === '' ? name : (name.split(' ', 1)[0] ?? name);
}
