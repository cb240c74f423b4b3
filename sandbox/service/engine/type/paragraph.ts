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
  /** Space above it, unless it is the first in its box. */
  before?: number;
  /** Left edge of its text. The marker is to the left of it. */
  indent?: number;
  /** Depth in a list; 0 is the outermost. */
  level?: number;
  marker?: { text: string; color: string };
}

/** Returns whether a text reads from right to left: its first letter or most letters are Arabic, Hebrew or similar. */
export function isFromRight(text: string): boolean {
  if (!fromRight.test(text)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const [first = ''] = letters;
  return fromRight.test(first) || letters.filter((one) => fromRight.test(one)).length * 2 >= letters.length;
}

export const isRightToLeft = (paragraph: Paragraph): boolean => isFromRight(plain(paragraph.spans));

/** Returns the alignment of a paragraph. By default it is at the side where the text starts. */
export const alignOf = (paragraph: Paragraph): NonNullable<Paragraph['align']> =>
  paragraph.align ?? (isRightToLeft(paragraph) ? 'right' : 'left');

/** Returns the font face of a span. */
export function faceOf(paragraph: Paragraph, span: Span): Face {
  return {
    family: span.code ? 'jetbrains-mono' : paragraph.family,
    bold: Boolean(paragraph.bold) || Boolean(span.bold),
    italic: (Boolean(paragraph.italic) || Boolean(span.italic)) && !span.code,
  };
}

/** Returns the size of a span. Code is a little smaller, because monospaced letters look larger than others. */
export function sizeOf(paragraph: Paragraph, span: Span): number {
  return span.code && paragraph.family !== 'jetbrains-mono' ? paragraph.size * 0.9 : paragraph.size;
}
