import { languages } from '../languages.ts';

/** Minimum number of words of a sentence whose language is detected. A shorter one is too uncertain: "menu del día" may be English. */
const FEWEST_WORDS = 6;
/** Minimum accuracy that tinyld must report. It reports 1 for words of only one language, and less than 0.3 if it guesses. */
const SURE = 0.7;
/** Minimum accuracy for a rarely written language, because tinyld takes some German for Estonian with an accuracy of 0.74. */
const SURE_OF_RARE = 0.9;
/** Length of a text, in characters, below which a rarely written language must show in a letter such as "ő". */
const SHORT = 100;
const ONLY_ASCII = /^[\p{ASCII}’“”–—…]*$/u;
const COMMON = /^(?:de|fr|es|pt|it|nl|pl|ja|zh)$/;
/** Maximum number of characters that are read. tinyld takes seconds for a long text. */
const READ = 2_000;

/**
 * Words that occur only in English. A sentence with two of these words counts as English, even if names in it look like another language.
 */
const ENGLISH =
  /\b(?:the|our|with|and|from|about|this|that|for|what|how|are|us|joining|your|you|can|make|please)\b/gi;

/** Codes of languages.ts for languages that have another code in tinyld. */
const codes: Record<string, string> = { no: 'nb', zh: 'zh-Hans' };

/**
 * Returns the BCP 47 code of the language of a sentence, or of the beginning of a text. Returns undefined for English and if the language
 * is not certain. Sentences of fewer than six words are not certain, except in scripts without spaces between words, such as Japanese.
 */
export async function languageOfWords(words: string): Promise<string | undefined> {
  const text = words.slice(0, READ);
  const hasSpaces = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
  if (hasSpaces && (text.match(/\p{L}+/gu)?.length ?? 0) < FEWEST_WORDS) return undefined;
  if ((text.match(ENGLISH)?.length ?? 0) > 1) return undefined;
  // tinyld's tables take 50 MB of memory, so tinyld is loaded only when the first sentence has to be checked.
  const { detectAll } = await import('tinyld');
  const [best] = detectAll(text);
  if (!best || best.lang === 'en') return undefined;
  const isCommon = COMMON.test(best.lang);
  if (best.accuracy < (isCommon ? SURE : SURE_OF_RARE)) return undefined;
  // A few English words with "csv" or "q3" look Hungarian.
  if (!isCommon && text.length < SHORT && ONLY_ASCII.test(text)) return undefined;
  const code = codes[best.lang] ?? best.lang;
  return languages.find(([known]) => known === code)?.[0];
}

/** The first words of an order, and their language as a BCP 47 code. */
const ORDERS: [RegExp, string][] = [
  [/^(?:bitte )?(?:mache?|erstelle?|schreibe?|kannst du|k[oö]nntest du|ich brauche|wir brauchen)\b/i, 'de'],
  [/^(?:fais|faites|cr[eé]e|peux-tu|pourrais-tu|pouvez-vous|j[’']ai besoin|il me faut)(?!\p{L})/iu, 'fr'],
  [/^(?:haz(?:me|nos)?|cr[eé]ame|prep[aá]rame|necesito|quiero|puedes|podr[ií]as)(?!\p{L})/iu, 'es'],
];

/** Returns the language of an order such as "hazme 4 diapositivas"; undefined if there is none. The topic may be too short to know. */
export function languageOfOrder(words: string): string | undefined {
  return ORDERS.find(([order]) => order.test(words.trim()))?.[1];
}
