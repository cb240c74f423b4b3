import { placeIn } from '../../asks/mention/card-orders.ts';
import { languageNamed } from '../../asks/mention/choices.ts';
import { formatOf } from '../../asks/mention/find-ask.ts';
import type { Generation } from '../../generations/generation.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { isTitled } from './document-questions.ts';
import {
  COMPOUND,
  EXCEPT,
  IS_PAPER,
  IT,
  kindOf,
  NAMES,
  NETWORK,
  PART_OF,
  PLURAL,
  THAT_WAS_MADE,
  TWO_WORDS,
  titleWords,
  WITHIN,
  wordsOf,
} from './name-words.ts';

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

/** How many names of a sentence are searched, and how long it may be, in characters. A longer text is content. */
const SEARCHED = { names: 8, characters: 300 };

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
  const fitting = found.filter(({ document }) => document);
  return fitting.findLast(({ isWithin }) => isWithin) ?? fitting[0] ?? titleIn(text, documents) ?? found[0];
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
    const isDeck = words.includes('slides');
    const isClear =
      kind !== undefined || isDeck || isWhole || isJoined || wasMade || has.join(' ').includes(' ');
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

/** Kinds that people call any document. */
const GENERAL =
  /^(?:decks?|presentations?|slides|documents?|docs?|pages?|one|version|pdfs?|pptx?|powerpoint|summary)$/;

/** Words of a title that do not name it, although two of them are neighbours: "for the", "more text". */
const LOOSE =
  /^(?:the|and|for|with|from|into|more|make|use|add|first|second|third|last|next|new|our|your|its|not|all|für|und|mit|der|die|das|les|des|pour)$/i;

/**
 * Returns the document if the sentence contains two words that stand next to each other in its title. For example, "board pack as PDF" names
 * "Board pack May".
 */
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
 * Returns the document whose title contains most of the words. If several titles contain as many, returns the newest document. Returns
 * undefined if no title contains any of them. A word such as "offer" is too common, so it counts only together with another word, or if it is
 * the only word.
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
