import { plain, type Span } from '../deck.ts';
import type { Face, Family } from './fonts.ts';
import { fromRight } from './runs.ts';

/** A paragraph with its style, sizes in points. */
export interface Paragraph {
  spans: Span[];
  family: Family;
  size: number;
  /** Distance of baselines, as a multiple of the size. */
  leading: number;
  color: string;
  /** Colour of links. */
  linkColor: string;
  bold?: boolean;
  italic?: boolean;
  align?: 'left' | 'center' | 'right';
  /** Room above it, not applied to the first of a box. */
  before?: number;
  /** Left edge of its text; a marker hangs to the left of it. */
  indent?: number;
  /** Depth in a list; 0 is the outermost. */
  level?: number;
  marker?: { text: string; color: string };
}

/** Arabic, Hebrew and their kin: where the first letter, or most letters, are theirs. */
export function isFromRight(text: string): boolean {
  if (!fromRight.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const [first = ''] = letters;
  return fromRight.test(first) || letters.filter((one) => fromRight.test(one)).length * 2 >= letters.length;
}

/** Asked for each line of a paragraph; what runs from the right does so in all of them. */
const directions = new WeakMap<Paragraph, boolean>();

export function isRightToLeft(paragraph: Paragraph): boolean {
  const known = directions.get(paragraph);
  if (known !== undefined) return known;
  const isSo = isFromRight(plain(paragraph.spans));
  directions.set(paragraph, isSo);
  return isSo;
}

/** Text that runs from the right begins there. */
export const alignOf = (paragraph: Paragraph): NonNullable<Paragraph['align']> =>
  paragraph.align ?? (isRightToLeft(paragraph) ? 'right' : 'left');

/** The face that a span of a paragraph is set in. */
export function faceOf(paragraph: Paragraph, span: Span): Face {
  return {
    family: span.code ? 'jetbrains-mono' : paragraph.family,
    bold: Boolean(paragraph.bold) || Boolean(span.bold),
    italic: (Boolean(paragraph.italic) || Boolean(span.italic)) && !span.code,
  };
}

/** Code is set a little smaller: monospaced letters look larger than the text around them. */
export function sizeOf(paragraph: Paragraph, span: Span): number {
  return span.code && paragraph.family !== 'jetbrains-mono' ? paragraph.size * 0.9 : paragraph.size;
}
