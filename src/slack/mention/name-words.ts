import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { PART } from '../../asks/mention/find-edit.ts';
import { NUMBER } from '../../asks/mention/numbers.ts';
import { inEnglish } from '../../asks/mention/other-languages.ts';

/** The words with which people name a document: kinds, what stands around a name, and what is in no title. */

/** Kinds of documents that are often a word of the title. */
const PAPERS = 'offer|pitch|proposal|quote|angebot';
export const IS_PAPER = new RegExp(`^(?:${PAPERS})s?$`);
/** Kinds of documents in German and French. */
const FOREIGN = 'beitrag|dokument|präsentation|seite|fichier';
/** Kinds of documents. One slide is a part. */
const KIND = `(?!slide\\b)(?:${NOUN}|${PAPERS}|page|guide|one|version|\\p{L}+-page|${FOREIGN})`;
/** Several documents, which are no single one: "my old decks". */
export const PLURAL = /^(?:deck|doc|document|post|presentation|report)s$/;
const IS_KIND = new RegExp(`^${KIND}$`, 'iu');
const IS_PART = new RegExp(`^(?:${PART})$`, 'i');

/** A word of a name, such as "R&D" and "2026/27". */
const WORD = "(?:[\\p{L}\\d’'-]|[&+/.](?=[\\p{L}\\d]))+";
const THE =
  'the|my|our|das|die|den|dem|der|mein\\p{L}*|unser\\p{L}*|le|la|les|mon|ma|mes|notre|nos|el|los|las|mis?';
/** Matches the words behind "the" or "my", also in German, French and Spanish. Each of them may begin a name. */
export const NAMES = new RegExp(
  `(?<![\\p{L}\\d])(?:${THE}) (?=(?!(?:whole|same|bitte|mit|auf|als|in|mir|uns|ist)\\b)(?<words>(?:${WORD} (?!(?:${THE}) )){0,4}${WORD}))`,
  'giu',
);
/** Words before a name that is not meant. */
const EXCLUDES = '\\b(?:not|except|but|than|unlike|without)|\\bsame (?!thing )\\p{L}+ as';
/**
 * Matches the text before a name if another document is meant: "not the" in "not the board pack", "same theme as the" in "the same theme as
 * the board pack".
 */
export const EXCEPT = new RegExp(
  `(?:${EXCLUDES}|(?<!\\b(?:another|one|more) )\\blike) (?:the|my|our)? ?$`,
  'iu',
);
const EXCEPTED = new RegExp(`(?:${EXCLUDES}) (?:the|my|our) [^,.;]*`, 'giu');
/** Returns a sentence without the names that are not meant. */
export const withoutExcepted = (text: string): string => text.replace(EXCEPTED, '');
/** Matches words before the name of the document, if there is another name: "use the prices of the price list in the board pack". */
export const WITHIN = /\b(?:from|in|into|to|out of) (?:the|my|our) $/i;
/** Matches words that only point at a document, without naming it. */
export const IT = /\b(?:it|this|that|them|these|those)\b/i;
/** Matches a part before its document: "the title of" in "the title of the Halden offer". Only a document has a link. */
export const PART_OF = new RegExp(
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
export const COMPOUND = new RegExp(
  `(?<=\\p{L})-(?=(?:${PAPERS}|${FOREIGN}|deck|post|page|pdf)(?!\\p{L}))`,
  'giu',
);
/** Matches the space in a kind of two words, such as "web page". */
export const TWO_WORDS =
  /(?<=\b(?:web|landing|home|info|faq)) (?=pages?\b)|(?<=\bp[aá]gina|\bpage) (?=web\b)/gi;
/** Social networks, which stand before the kind and seldom in the title. */
export const NETWORK = /^(?:linkedin|instagram|insta|facebook|twitter|x|social|media)$/;
export const THAT_WAS_MADE = /\b(?:that|which) (?:(?:i|we|you) (?:just )?made|was made)\b/i;

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
export function wordsOf(name: string): string[] {
  const words = (name.toLowerCase().split(BREAKS)[0] ?? '')
    .replace(BEHIND_KIND, '')
    .replace(/ (?:of|from|to)$/, '');
  return words.split(/(?<!(?:^| )to) /);
}

/** Returns the words of a name that may be in a title. */
export function titleWords(words: string[]): string[] {
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

/** Returns the kind that a word names, in lower case and English; undefined for other words and for a part, such as "page". */
export function kindOf(word: string): string | undefined {
  if (IS_KIND.test(word)) return IS_PART.test(word) ? undefined : word.replace('-', ' ');
  const english = /^\p{L}{5,}$|^\p{L}+-\p{L}+$/u.test(word) ? inEnglish(word.replace('-', ' ')) : undefined;
  return english !== undefined && formatOf(english) ? english : undefined;
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
