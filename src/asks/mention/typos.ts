import { outsideQuotes } from './flat-text.ts';

/** Corrects typos in the words that the rules match, expands short forms, and removes fillers. */

/** Words that the rules match. A misspelt word is corrected only to one of these words. */
const KEY_WORDS =
  'decks slide slides presentation presentations powerpoint document documents one-pager website webpage landing linkedin instagram summary summarize summarise template theme german french spanish italian portuguese japanese thorough thoroughly channel thread customers investors audience about picture'.split(
    ' ',
  );

/** Words of their own that look like a misspelt key word. */
const NO_TYPOS = ['through', 'inventors', 'costumers'];

const SHORT_FORMS: [RegExp, string][] = [
  [/^\W*(?:hlep|hepl|halp|hel)(?=\W*$| me\b)/giu, 'help'],
  [/(?<![\p{L}\p{N}])w\/o (?=\S)/giu, 'without '],
  [/(?<![\p{L}\p{N}])w\/ ?(?=\p{L})/giu, 'with '],
  [/(?<![\p{L}\p{N}])abt(?= [\p{L}\d])/giu, 'about'],
  [/(?<=\b(?:can|could|would|will|do|did|are|have) )u\b/giu, 'you'],
  [/(?<![\p{L}\p{N}])hi{2,}(?![\p{L}\p{N}])/giu, 'hi'],
  [/(?<![\p{L}\p{N}])sth(?= \p{L})/giu, 'something'],
  [/(?<![\p{L}\p{N}])(?:half a|a half) dozen\b/giu, 'six'],
  [/(?<![\p{L}\p{N}])(?:a|one) dozen\b/giu, 'twelve'],
  [/(?<![\p{L}\p{N}])(?:slids|slidse|silides|slieds)(?=$|[ ,.!?:])/giu, 'slides'],
  [/(?<![\p{L}\p{N}])(?:pic|picure|pictre|pitcure|pictue)(?=$|[ ,.!?:])/giu, 'picture'],
  [/(?<![\p{L}\p{N}])(?:preso|prezo|prezi)(?=$|[ ,.!?])/giu, 'presentation'],
];

/** Words that say nothing about the document: "a little presentation", ", like 6 slides". */
const FILLERS: [RegExp, string][] = [
  [/\ba (?:little|small|nice|cute) (?=(?:presentation|deck|document|doc|post|one-pager|web ?page)\b)/i, 'a '],
  [/,? like (?=\d+ (?:slides?|pages?)\b)/i, ', '],
];

/**
 * Minimum length of a key word in which a wrong, missing or extra letter is corrected. In a shorter key word, only two swapped neighbouring
 * letters are corrected.
 */
const LONG = 8;
/** Minimum length of a key word to which a misspelt word is corrected. */
const SHORTEST = 5;

/** Returns a sentence with corrected key words: "sldies w/ our numbers" becomes "slides with our numbers". */
export function corrected(words: string): string {
  const [request = ''] = words.length > SHORT ? (/^[^:.!?]*/.exec(words) ?? []) : [words];
  return outsideQuotes(request, correctedPart) + words.slice(request.length);
}

/** Maximum length of a text that is corrected as a whole, in characters. Of a longer one, the first clause, because the rest is content. */
const SHORT = 120;

/**
 * Returns a prompt with the words as they were typed. Corrections only help the rules: in "slides on through roads", "through" is no misspelt
 * "thorough".
 * @param typed the sentence before `corrected`
 */
export function asWritten(prompt: string, typed: string): string {
  const changed = typed.match(WORD)?.map((word) => [word, correctedWord(word)] as const) ?? [];
  return changed
    .filter(([word, meant]) => word !== meant && !typed.includes(meant))
    .reduce(
      (text, [word, meant]) => text.replace(new RegExp(`(?<![\\p{L}-])${meant}(?![\\p{L}-])`, 'u'), word),
      prompt,
    );
}

const WORD = /(?<![\p{L}\p{N}<@#:/.-])\p{L}[\p{L}-]{4,14}(?![\p{L}\p{N}>:/@-]|\.\p{L})/gu;

function correctedPart(words: string): string {
  const written = [...SHORT_FORMS, ...FILLERS].reduce(
    (text, [form, full]) => text.replace(form, full),
    words,
  );
  return written.replace(WORD, correctedWord);
}

function correctedWord(word: string): string {
  const lower = word.toLowerCase();
  // A word with an accented letter belongs to another language and is not a typo.
  if (KEY_WORDS.includes(lower) || NO_TYPOS.includes(lower) || !/^[a-z-]+$/.test(lower)) return word;
  const meant = KEY_WORDS.find((key) => key.length >= SHORTEST && isTypo(lower, key));
  if (!meant) return word;
  return word[0] === lower[0] ? meant : meant[0]?.toUpperCase() + meant.slice(1);
}

/**
 * Returns whether a word is a misspelt key word: two neighbouring letters are swapped. In a long key word, one letter may also be wrong,
 * missing or extra.
 * @param longFrom minimum length of a long key word, in letters
 */
export function isTypo(word: string, key: string, longFrom = LONG): boolean {
  const difference = word.length - key.length;
  if (Math.abs(difference) > 1) return false;
  let start = 0;
  while (start < key.length && word[start] === key[start]) start += 1;
  const [left, right] = [word.slice(start), key.slice(start)];
  if (difference === 0 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)) {
    return word !== key;
  }
  // A word that differs from the key word only at its end, such as a plural or "documented", is another word and not a typo.
  if (key.length < longFrom || right.length < 2) return false;
  if (difference === 0) return left.slice(1) === right.slice(1);
  return difference > 0 ? left.slice(1) === right : left === right.slice(1);
}
