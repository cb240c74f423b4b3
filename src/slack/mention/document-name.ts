import { placeIn } from '../../asks/mention/card-orders.ts';
import { languageNamed } from '../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { PART } from '../../asks/mention/find-edit.ts';
import { NUMBER } from '../../asks/mention/numbers.ts';
import { inEnglish } from '../../asks/mention/other-languages.ts';
import type { Generation } from '../../generations/generation.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { isTitled } from './document-questions.ts';

/** Finds the name of a finished document in a sentence: "the Halden offer", "the LinkedIn post", "the German one", "das Board Pack". */

export interface DocumentName {
  /** The document with this name. Undefined if the name fits none of them. */
  document: Generation | undefined;
  /** False for one word of a title, such as "the map", which may also be about the content of another document. */
  isClear: boolean;
  /** The words that may be in a title, in lower case. Empty if the name is only a kind: "the LinkedIn post". */
  words: string[];
  /** The kind: "post" in "the LinkedIn post". */
  kind: string | undefined;
  /** The sentence with "deck" in place of the name, because the classifier knows kinds of documents and no titles. */
  plain: string;
}

/** Kinds of documents that are often a word of the title. */
const PAPERS = 'offer|pitch|proposal|quote|angebot';
const IS_PAPER = new RegExp(`^(?:${PAPERS})s?$`);
/** Kinds of documents in German and French. */
const FOREIGN = 'beitrag|dokument|präsentation|seite|fichier';
/** Kinds of documents. One slide is a part. */
const KIND = `(?!slide\\b)(?:${NOUN}|${PAPERS}|page|guide|one|version|\\p{L}+-page|${FOREIGN})`;
/** Several documents, which are no single one: "my old decks". */
const PLURAL = /^(?:deck|doc|document|post|presentation|report)s$/;
const IS_KIND = new RegExp(`^${KIND}$`, 'iu');
const IS_PART = new RegExp(`^(?:${PART})$`, 'i');

/** A word of a name, such as "R&D" and "2026/27". */
const WORD = "(?:[\\p{L}\\d’'-]|[&+/.](?=[\\p{L}\\d]))+";
const THE =
  'the|my|our|das|die|den|dem|der|mein\\p{L}*|unser\\p{L}*|le|la|les|mon|ma|mes|notre|nos|el|los|las|mis?';
/** Matches the words behind "the" or "my", also in German, French and Spanish. Each of them may begin a name. */
const NAMES = new RegExp(
  `(?<![\\p{L}\\d])(?:${THE}) (?=(?!(?:whole|same|bitte|mit|auf|als|in|mir|uns|ist)\\b)(?<words>(?:${WORD} (?!(?:${THE}) )){0,4}${WORD}))`,
  'giu',
);
/** How many names of a sentence are searched, and how long it may be, in characters. A longer text is content. */
const SEARCHED = { names: 8, characters: 300 };
/** Matches words before a name that is not the one that is meant: "not the board pack", "the same theme as the board pack". */
const EXCEPT =
  /(?:\b(?:not|except|but|(?<!\b(?:another|one|more) )like|than|unlike|without)|\bsame (?!thing )\p{L}+ as) (?:the|my|our)? ?$/iu;
/** Returns a sentence without the names that are not meant. */
export const withoutExcepted = (text: string): string =>
  text.replace(
    /(?:\b(?:not|except|but|than|unlike|without)|\bsame (?!thing )\p{L}+ as) (?:the|my|our) [^,.;]*/giu,
    '',
  );
/** Matches words before the name of the document, if there is another name: "use the prices of the price list in the board pack". */
const WITHIN = /\b(?:from|in|into|to|out of) (?:the|my|our) $/i;
/** Matches a part before its document: "the title of" in "the title of the Halden offer". Only a document has a link. */
const PART_OF = new RegExp(
  `\\b(?:the|its) links? (?:of|to) (?=(?:the|my|our)\\b)|\\b(?:the|my|our) (?:[\\p{L}\\d-]+ ){0,2}(?:${PART}) (?:of|in|on|from) (?=(?:the|my|our) (?:[\\p{L}\\d’'-]+ ){0,3}(?!slides?\\b|pages?\\b)${KIND}\\b)`,
  'giu',
);
/** Words behind a name: "my offer and make it shorter". */
const BREAKS = new RegExp(
  `['’]s | (?:to (?:${NUMBER})|and|or|but|that|which|when|if|is|are|can|so|too|as|from|in|into|with|please|pls|bitte|und|als|auf|mit|et|en|au|dans|avec|y|con)(?= |$)`,
);
/** Matches what is said of a document, behind its kind: "shorter" in "my offer shorter". In "the guide dog deck", "deck" is the kind. */
const BEHIND_KIND = new RegExp(
  `(?<=(?:^| )${KIND}) (?!(?:to|for|of|on|about|at)\\b|\\S*\\d|.*\\b${KIND}\\b).*$`,
  'iu',
);
/** Words that name no document: kinds, and what documents have. */
const NO_TITLE = new RegExp(
  `^(?:${NOUN}|\\p{L}+-page|${FOREIGN}|version|links?|team|result|readers?|credits?|file|title|card|workspace|company|admins?|people|last|latest|newest|letzte\\p{L}*|derni[eè]re?|new|finished|first|second|old|older|original|previous|back|the|and|or|in|on|of|for|with|as|that|which|when|if|is|are|to|it|one|at|by|from|can|you|we|they)$`,
  'iu',
);
/** Matches the hyphen before a kind in German: "LinkedIn-Post". */
const COMPOUND = new RegExp(`(?<=\\p{L})-(?=(?:${PAPERS}|${FOREIGN}|deck|post|page|pdf)(?!\\p{L}))`, 'giu');
/** Matches the space in a kind of two words, such as "web page". */
const TWO_WORDS = /(?<=\b(?:web|landing|home|info|faq)) (?=pages?\b)|(?<=\bp[aá]gina|\bpage) (?=web\b)/gi;
/** Social networks, which stand before the kind and seldom in the title. */
const NETWORK = /^(?:linkedin|instagram|insta|facebook|twitter|x|social|media)$/;
const THAT_WAS_MADE = /\b(?:that|which) (?:(?:i|we|you) (?:just )?made|was made)\b/i;

/** Matches the words before the document that was meant: "no, I meant …", "not that one, …". */
export const MEANT =
  /^(?:(?:no|yes|ok|oh|sorry|wait|rather|not (?:that|this)(?: one)?|i (?:mean|meant)(?: (?:in|for|of))?|it was)[ ,.!]+)+(?=\S)/iu;
/** Matches the name alone, in a sentence with "the deck" in place of it: "the deck one. And in German". */
export const NAME_ALONE =
  /^(?:in |for |of )?(?:the|my|our|das|die|den|le|la) deck(?: one)?(?:[.,;] (?:and )?(?<rest>.{3,200}))?(?:,? i (?:mean|meant))?[.! ]*$/iu;
/** Returns true for words that mean another document, and not which: "the other deck". */
export const isOther = (words: string): boolean => OTHER.test(words);
const OTHER = new RegExp(
  `^(?:the|das|die|den|dem|l[ae’']) ?(?:other|andere\\p{L}*|autre)(?: (?:one|${KIND}))?[.!? ]*$`,
  'iu',
);

/** Returns the words of a name. "To" stays with its word, because a title may have "to Halden". */
function wordsOf(name: string): string[] {
  const words = (name.toLowerCase().split(BREAKS)[0] ?? '')
    .replace(BEHIND_KIND, '')
    .replace(/ (?:of|from|to)$/, '');
  return words.split(/(?<!(?:^| )to) /);
}

/** Returns the words of a name that may be in a title. */
function titleWords(words: string[]): string[] {
  // "The price slide" is a part of some document. Only a title with both words, such as "Price list", is meant.
  if (words.some((word) => IS_PART.test(word)) && !words.some((word) => IS_KIND.test(word)))
    return words.length > 1 ? [words.slice(0, 2).join(' ')] : [];
  // “The revenue channel” is no document.
  if (words.includes('channel')) return [];
  return words.filter(
    (word) => word.length > 2 && !NO_TITLE.test(word) && (IS_KIND.test(word) || !kindOf(word)),
  );
}

/** Returns the words of the first name in a sentence that may be in the title of a document, in lower case. */
export function namedWords(text: string): string[] {
  const names = [...text.replace(PART_OF, '').matchAll(NAMES)];
  return (
    names.map(({ groups }) => titleWords(wordsOf(groups?.words ?? ''))).find((words) => words.length > 0) ??
    []
  );
}

/** Returns the documents that have content and exist. */
export const existing = (generations: Generation[]): Generation[] =>
  generations.filter(({ docId, work, deletedAt }) => docId && work !== 'edit' && !deletedAt);

/**
 * Returns the name of a document in a sentence. A name that fits one of the documents comes before a name that fits none.
 * @param documents the newest first. Of several that fit as well, the first is returned
 * @returns undefined if the sentence has no name: "make it shorter", "the title is too long"
 */
export function documentName(text: string, documents: Generation[]): DocumentName | undefined {
  if (text.length > SEARCHED.characters) return undefined;
  const said = text
    .replace(PART_OF, (part) => '-'.repeat(part.length))
    .replace(COMPOUND, ' ')
    .replace(TWO_WORDS, '-');
  const found = [...said.matchAll(NAMES)]
    .slice(0, SEARCHED.names)
    .flatMap(({ groups, index, 0: { length } }) => {
      const words = wordsOf(groups?.words ?? '');
      const start = index + length;
      const before = text.slice(0, start);
      const name = EXCEPT.test(before) ? undefined : nameOf(words, documents, text);
      if (!name) return [];
      const { document } = name;
      // "Cost" in "what did the board pack cost?" is no part of the name.
      const last = words.findLastIndex((word) => kindOf(word) || (document && isTitled(document, [word])));
      const end = start + words.slice(0, last + 1).join(' ').length;
      return [{ ...name, plain: `${before}deck${text.slice(end)}`, isWithin: WITHIN.test(before) }];
    });
  const existing = found.filter(({ document }) => document);
  return existing.findLast(({ isWithin }) => isWithin) ?? existing[0] ?? titleIn(text, documents) ?? found[0];
}

/** Returns the kind that a word names, in lower case and English; undefined for other words and for a part, such as "page". */
function kindOf(word: string): string | undefined {
  if (IS_KIND.test(word)) return IS_PART.test(word) ? undefined : word.replace('-', ' ');
  const english = /^\p{L}{5,}$|^\p{L}+-\p{L}+$/u.test(word) ? inEnglish(word.replace('-', ' ')) : undefined;
  return english !== undefined && formatOf(english) ? english : undefined;
}

/** Returns what the words behind "the" name. Undefined if they are no name. */
function nameOf(
  words: string[],
  documents: Generation[],
  text: string,
): Omit<DocumentName, 'plain'> | undefined {
  const kind = words.map(kindOf).findLast(Boolean);
  const wanted = titleWords(words);
  const own = wanted.filter((word) => !NETWORK.test(word) && !word.startsWith('to '));
  const titled = titledMost(documents, wanted);
  if (titled) {
    const has = wanted.filter((word) => isTitled(titled, [word]));
    // One word that is the whole title is a word of the sentence, too: "make it shorter for the sales team".
    const isWhole = has.join(' ') === titleOf(titled).toLowerCase() && (has.length > 1 || !IT.test(text));
    const isJoined = has.some((word) => placeIn(titleOf(titled), word) < 0 && !languageNamed(word));
    const wasMade = THAT_WAS_MADE.test(text);
    const isClear = kind !== undefined || isWhole || isJoined || wasMade || has.join(' ').includes(' ');
    return { document: titled, isClear, words: has, kind };
  }
  if (!kind || PLURAL.test(kind)) return undefined;
  if (own.length > 0) return { document: undefined, isClear: true, words: own, kind };
  const format = wanted.some((word) => NETWORK.test(word)) ? 'social' : formatOf(kind);
  const document = existing(documents).find(({ ask }) => ask?.format === format);
  const isSpecial = format === 'webpage' || format === 'social' || (document && !GENERAL.test(kind));
  // “Get the post back” may mean the message in Slack.
  const isName = isSpecial && (document || kind !== 'post' || wanted.length > 0);
  return isName ? { document, isClear: true, words: [], kind } : undefined;
}

/** Matches words that only point at a document. */
const IT = /\b(?:it|this|that|them|these|those)\b/i;
/** Kinds that people call any document. */
const GENERAL =
  /^(?:decks?|presentations?|slides|documents?|docs?|pages?|one|version|pdfs?|pptx?|powerpoint|summary)$/;

/** Words of a title that do not name it, although two of them are neighbours: "for the", "more text". */
const LOOSE =
  /^(?:the|and|for|with|from|into|more|make|use|add|first|second|third|last|next|new|our|your|its|not|all|für|und|mit|der|die|das|les|des|pour)$/i;

/** Returns the document of which a sentence has two neighbouring words of the title: "board pack as PDF". */
function titleIn(text: string, documents: Generation[]): DocumentName | undefined {
  for (const document of existing(documents)) {
    const words = titleOf(document).match(/[\p{L}\d’'-]+/gu) ?? [];
    for (const [at, word] of words.entries()) {
      const next = words[at + 1] ?? '';
      const pair = `${word} ${next}`;
      const isOwn = [word, next].every((one) => one.length > 2 && !LOOSE.test(one));
      const place = isOwn && text.toLowerCase().includes(pair.toLowerCase()) ? placeIn(text, pair) : -1;
      if (place >= 0)
        return {
          document,
          isClear: true,
          words: pair.toLowerCase().split(' '),
          kind: undefined,
          plain: `${text.slice(0, place)}the deck${text.slice(place + pair.length)}`,
        };
    }
  }
  return undefined;
}

/**
 * Returns the document whose title has the largest number of the words, the newest if there are several. Returns undefined if no title has
 * one of them. A word such as "offer" counts only beside another one, unless it is the only word.
 */
export function titledMost(documents: Generation[], words: string[]): Generation | undefined {
  // "To two pages" behind a name is in no title.
  const isInTitle = (word: string) => documents.some((one) => isTitled(one, [word]));
  const own = words.filter((word) => !IS_PAPER.test(word) && (!word.startsWith('to ') || isInTitle(word)));
  const count = (one: Generation) =>
    own.length > 0 && !own.some((word) => isTitled(one, [word]))
      ? 0
      : words.filter((word) => isTitled(one, [word])).length;
  const [best] = existing(documents)
    .filter((one) => count(one) > 0)
    .toSorted((one, other) => count(other) - count(one));
  return best;
}

/** Words of a sentence about a document that are in no title, in English, German, French, Spanish and Norwegian. */
const SMALL_WORDS = `dont cant wont didnt deleted archived erased removed gone dokument präsentation präsentationen
  présentation presentación earlier today yesterday wheres whats thats whos theres a an the this that
  these those it its them my our your his her their i me us we us you he she they one ones thing things stuff
  any some all anything something please pls plz can could would will may do does did has have had don
  didn doesn isn was is are were be been to of on in at for from by with about as into out up and or but
  so if not no now ok okay hey hi again still already here there where what which who how when why find
  search look looking show see open send give get want need locate link links url made make called named
  titled list download export delete remove archive erase bin trash throw away rid forward share mail
  email e-mail post put take deckhand s re ve ll t d team teams people heute gestern last latest newest
  recent old other new first second third pdf pptx ppt powerpoint png word docx file files copy version
  theme template colours font title wo ist sind finde ich liegt such suche zeig zeige mir uns die das der
  den dem ein eine mein meine unser unsere von vom zum zur für mit und bitte löschen lösch schick datei
  gibt es etwas zu über kannst du le la les un une de des mon ma mes nos où est sont trouve cherche montre
  moi sur pour avec el los las mi mis dónde está están busca encuentra muestra sobre para con finn hvor er
  det på om og slett meg`;

const NO_SEARCH = new RegExp(`^(?:${NOUN}|${SMALL_WORDS.split(/\s+/).join('|')})$`, 'iu');

/** Matches the words before a topic: "is there anything about …", "wo ist die Präsentation von heute über …". */
const BEFORE_TOPIC = /^.{4,60}? (?:about|on|for|über|zum?|sur|sobre|om) (?=\S)/iu;

/**
 * Returns the words of a sentence that may be in the title of a document, as they were typed: "Harbour plan" in "find us the document called
 * Harbour plan".
 */
export function searchedWords(text: string): string[] {
  const wordsIn = (part: string) =>
    (part.match(/[\p{L}\p{N}-]+(?=['’]?)/gu) ?? []).filter((word) => !NO_SEARCH.test(word));
  const behind = wordsIn(text.replace(BEFORE_TOPIC, ''));
  return behind.length > 0 ? behind : wordsIn(text);
}
