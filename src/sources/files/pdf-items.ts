import { type Piece, raised } from './blocks.ts';

/** A piece of text on a page of a PDF. Coordinates are in points from the lower left corner of the page. */
export interface PageItem {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  font: string;
  endsLine: boolean;
  link: string | undefined;
}

/** Minimum horizontal gap between two words, as a multiple of the font size. */
const WORD_GAP = 0.15;

/** Returns the texts with spaces between words and lines. Joins words that a hyphen divides at the end of a line. */
export function piecesOf(items: PageItem[]): Piece[] {
  const pieces: Piece[] = [];
  let before: PageItem | undefined;
  for (const item of items) {
    const last = pieces.at(-1);
    if (before && last && (before.endsLine || !isOnLine(before, item))) {
      if (/\p{L}[-\u00ad]$/u.test(last.text) && /^\p{Ll}/u.test(item.text))
        last.text = last.text.slice(0, -1);
      else if (item.text !== '' && !/\s$/.test(last.text)) last.text += ' ';
    } else if (before && last && isApart(before, item) && !/\s$/.test(last.text) && !/^\s/.test(item.text)) {
      last.text += ' ';
    }
    const text = before && isRaised(before, item) ? raised(item.text) : item.text;
    if (text !== '') pieces.push({ text, link: item.link });
    before = item.text === '' && before ? { ...before, endsLine: before.endsLine || item.endsLine } : item;
  }
  return pieces;
}

/** Returns true if an item is in superscript, such as an exponent. Its digits must not be appended to the number before it. */
function isRaised(before: PageItem, item: PageItem): boolean {
  return item.size < before.size * 0.85 && item.y > before.y + 1 && isOnLine(before, item);
}

export function isOnLine(before: PageItem, item: PageItem): boolean {
  return Math.abs(before.y - item.y) < Math.max(before.size, item.size) * 0.6;
}

function isApart(before: PageItem, item: PageItem): boolean {
  const gap = item.x - (before.x + before.width);
  return gap > before.size * WORD_GAP || gap < -before.size;
}

/** Returns the font size and font name of the texts as one string. Returns an empty string if the texts have several fonts or sizes. */
export function lookOf(items: PageItem[]): string {
  const looks = new Set(
    items.filter(({ text }) => text.trim()).map(({ size, font }) => `${Math.round(size)} ${font}`),
  );
  return looks.size === 1 ? ([...looks][0] ?? '') : '';
}
