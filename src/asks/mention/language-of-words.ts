import { languages } from '../languages.ts';

/**
 * Minimum number of words of a sentence whose language is detected. The language of a shorter sentence is uncertain: "menu del día" may be
 * English.
 */
const FEWEST_WORDS = 6;
/** Minimum accuracy that tinyld must report. tinyld reports 1 for words that only one language has, and less than 0.3 if it guesses. */
const SURE = 0.7;
/** Maximum number of characters that are read. tinyld takes seconds for a long text. */
const READ = 2_000;

/**
 * Words that occur only in English. A sentence with two of these words counts as English, even if names in it look like another language.
 */
const ENGLISH = /\b(?:the|our|with|and|from|about|this|that|for|what|how)\b/gi;

/** Codes of languages.ts for languages that have another code in tinyld. */
const codes: Record<string, string> = { no: 'nb', zh: 'zh-Hans' };

/**
 * Returns the language of a sentence or of the beginning of a text, as a BCP 47 code. Returns undefined for English, for sentences of fewer than six words, and if the
 * language is not certain. In a script without spaces between words, such as Japanese, a sentence may have any length.
 */
export async function languageOfWords(words: string): Promise<string | undefined> {
  const text = words.slice(0, READ);
  const hasSpaces = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
  if (hasSpaces && (text.match(/\p{L}+/gu)?.length ?? 0) < FEWEST_WORDS) return undefined;
  if ((text.match(ENGLISH)?.length ?? 0) > 1) return undefined;
  // tinyld's tables take 50 MB of memory, so tinyld is loaded only when the first sentence has to be checked.
  const { detectAll } = await import('tinyld');
  const [best] = detectAll(text);
  if (!best || best.accuracy < SURE || best.lang === 'en') return undefined;
  const code = codes[best.lang] ?? best.lang;
  return languages.find(([known]) => known === code)?.[0];
}
