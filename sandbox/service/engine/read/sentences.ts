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
