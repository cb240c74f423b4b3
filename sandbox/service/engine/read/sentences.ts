import { plain, type Span } from '../deck.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Endings after which a sentence goes on. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|z\.B|d\.h|Dr|Mr|Ms|Mrs|vs|approx|no|Nr|St|excl|incl|ca|Mio|Mrd)|\d)\.$/i;

/** Splits a text into sentences. Joined, they are the text again. */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && (ABBREVIATION.test(last.trimEnd()) || /^\p{Ll}/u.test(segment)))
      found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** Returns the spans between two positions of a text, in characters. */
export function sliced(spans: Span[], from: number, to: number): Span[] {
  let at = 0;
  return spans.flatMap((span) => {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, span.text.length)];
    at += span.text.length;
    return start < end ? [{ ...span, text: span.text.slice(start, end) }] : [];
  });
}

/** Splits a styled text into sentences. */
export function spanSentences(spans: Span[]): Span[][] {
  let at = 0;
  return sentencesOf(plain(spans)).map((sentence) => {
    at += sentence.length;
    return sliced(spans, at - sentence.length, at);
  });
}

/** Shortens a text to at most `most` characters, with an ellipsis after the last whole word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most - 2);
  return `${text.slice(0, space > most / 2 ? space : most - 2).toWellFormed()} …`;
}

/** Words that are frequent in one of these languages and rare in the others. */
const WORDS: Record<string, string> = {
  en: 'the and of to is are was for with we this that from',
  de: 'der die das und ist nicht mit den von wir für auf ein eine im zu sind',
  fr: 'le les des et est une pour dans nous avec sur du au qui pas',
  es: 'el los las y es una para con por del que se en nuestro',
  it: 'il gli di e è una per con che sono della nel non',
  nl: 'het een en van is niet met voor wij zijn op dat',
  pt: 'o os uma e é para com não que do da em nosso',
};

/** Scripts, their language, and the least share of a text's letters. It is low for kana, because Japanese is mostly kanji. */
const SCRIPTS: [RegExp, string, number?][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja', 0.05],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
];

/** Characters at the start of a text that are checked. */
const SAMPLE = 4_000;

/** Returns the language code of a text by its script and its most frequent words; `en` if it is unclear. */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const letters = (sample.match(/\p{L}/gu) ?? []).length;
  const share = (script: RegExp) => (sample.match(new RegExp(script.source, 'gu')) ?? []).length / letters;
  const script = SCRIPTS.find(([pattern, , least = 0.2]) => share(pattern) > least);
  if (script) return script[1];
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(WORDS).map(([code, list]): [string, number] => {
    const own = new Set(list.split(' '));
    return [code, words.filter((word) => own.has(word)).length];
  });
  const [best] = counts.sort(([, a], [, b]) => b - a);
  return best && best[1] > 0 ? best[0] : 'en';
}

/** Adds the usual region to a language code, for the `lang` of text in files: `de-DE` for `de`. */
export function withRegion(language: string): string {
  return /[-_]/.test(language)
    ? language
    : `${language}-${new Intl.Locale(language).maximize().region ?? 'US'}`;
}

/** Languages with a decimal point and commas between thousands. */
const POINT = /^(?:en|zh|ja|ko|he|th|ar|hi)\b/;

export function decimalSignOf(language: string): '.' | ',' {
  return POINT.test(language) ? '.' : ',';
}
