import bidiFactory from 'bidi-js';
import { type Span, sameStyle } from '../deck.ts';
import type { Face } from './fonts.ts';
import {
  alignOf,
  faceOf,
  fromRight,
  isRightToLeft,
  type Paragraph,
  printable,
  sizeOf,
  widthOf,
} from './runs.ts';

/** A text with its position in points: x from the left edge of the box, the baseline from its top. */
export interface Fragment {
  text: string;
  face: Face;
  size: number;
  color: string;
  x: number;
  baseline: number;
  width: number;
  href?: string;
  strike?: boolean;
}

export interface Laid {
  fragments: Fragment[];
  height: number;
  /** Width of the widest line. It exceeds the box only if a single character does. */
  width: number;
  /** Whether a word is broken because it is wider than the box. */
  broken: boolean;
}

interface Piece {
  text: string;
  span: Span;
  width: number;
  space: boolean;
  /** Whether it is a part of a broken word. */
  isPart?: boolean;
}

/** Characters of scripts without spaces. Lines break after any of them, but not before closing punctuation. */
const ideograph = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
const eachIdeograph = new RegExp(`(${ideograph.source})`, 'u');
const closes =
  /^[\u3001\u3002\u3009\u300B\u300D\u300F\u3011\u30FC\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F]/;
/** Spaces where a line may break, so without no-break spaces. */
const gap = /([^\S\u00A0\u202F]+)/;
const isGap = (part: string) => /^[^\S\u00A0\u202F]+$/.test(part);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function measure(paragraph: Paragraph, span: Span, text: string): number {
  return widthOf(faceOf(paragraph, span), text) * sizeOf(paragraph, span);
}

/** Breaks a word that is wider than the box between characters. */
function broken(paragraph: Paragraph, span: Span, word: string, room: number): Piece[] {
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${parts.at(-1) ?? ''}${segment}`;
    if (parts.length > 0 && measure(paragraph, span, longer) <= room) parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts.map((text) => ({
    text,
    span,
    width: measure(paragraph, span, text),
    space: false,
    isPart: true,
  }));
}

function piecesOf(paragraph: Paragraph, room: number): Piece[] {
  return paragraph.spans.flatMap((span) =>
    printable(span.text)
      .split(gap)
      .flatMap((part) => (ideograph.test(part) ? part.split(eachIdeograph) : [part]))
      .filter((part) => part !== '')
      .flatMap((part): Piece[] => {
        const space = isGap(part);
        const text = space ? ' ' : part;
        const width = measure(paragraph, span, text);
        return !space && width > room ? broken(paragraph, span, text, room) : [{ text, span, width, space }];
      }),
  );
}

/** Groups pieces into words. A word with several styles ("**bold**,") has several pieces. */
function words(pieces: Piece[]): Piece[][] {
  const found: Piece[][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last && !piece.space && !last[0]?.space && (!breaksAfter(last) || closes.test(piece.text)))
      last.push(piece);
    else found.push([piece]);
  }
  return found;
}

function breaksAfter(word: Piece[]): boolean {
  return ideograph.test(word.at(-1)?.text ?? '');
}

const widthOfAll = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + piece.width, 0);

function wrap(paragraph: Paragraph, room: number): { lines: Piece[][]; isBroken: boolean } {
  let isBroken = false;
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let width = 0;
  const close = () => {
    while (line.at(-1)?.space) line.pop();
    lines.push(line);
    line = [];
    width = 0;
  };
  for (const whole of words(piecesOf(paragraph, room))) {
    const isWide = widthOfAll(whole) > room + 0.01;
    isBroken ||= isWide || whole.some(({ isPart }) => isPart);
    const parts = isWide ? whole.map((piece) => [piece]) : [whole];
    for (const word of parts) {
      const more = widthOfAll(word);
      // Sums of widths are not exact, so a hundredth of a point is tolerated.
      if (line.length > 0 && !word[0]?.space && width + more > room + 0.01) close();
      if (line.length === 0 && word[0]?.space) continue;
      line.push(...word);
      width += more;
    }
  }
  close();
  return { lines, isBroken };
}

function startOf(paragraph: Paragraph, room: number, width: number): number {
  const align = alignOf(paragraph);
  if (align === 'center') return (room - width) / 2;
  return align === 'right' ? room - width : 0;
}

// The package's types describe its ES module, but Node loads the CommonJS one, which exports the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Splits a line into stretches of one style and direction, from left to right. */
function stretches(paragraph: Paragraph, line: Piece[]): Piece[] {
  const text = line.map((piece) => piece.text).join('');
  const direction = isRightToLeft(paragraph) ? 'rtl' : 'ltr';
  if (direction === 'rtl' || fromRight.test(text)) return reordered(paragraph, line, text, direction);
  const found: Piece[] = [];
  for (const piece of line) {
    const last = found.at(-1);
    if (last && sameStyle(last.span, piece.span)) {
      last.text += piece.text;
      last.width += piece.width;
    } else found.push({ ...piece });
  }
  return found;
}

/** Orders a line by Unicode's bidirectional algorithm. The text of each stretch stays in reading order, as fonts need it. */
function reordered(paragraph: Paragraph, line: Piece[], text: string, direction: 'ltr' | 'rtl'): Piece[] {
  const spans = line.flatMap((piece) => Array.from({ length: piece.text.length }, () => piece.span));
  const embedding = bidi.getEmbeddingLevels(text, direction);
  const found: { text: string; span: Span; level: number }[] = [];
  for (const at of bidi.getReorderedIndices(text, embedding)) {
    const [character = '', span, level = 0] = [text[at], spans[at] as Span, embedding.levels[at]];
    const isTurned = level % 2 === 1;
    const drawn = (isTurned && bidi.getMirroredCharacter(character)) || character;
    const last = found.at(-1);
    if (last && last.level === level && sameStyle(last.span, span))
      last.text = isTurned ? drawn + last.text : last.text + drawn;
    else found.push({ text: drawn, span, level });
  }
  return found.map((stretch) => {
    const width = measure(paragraph, stretch.span, stretch.text);
    return { text: stretch.text, span: stretch.span, space: false, width };
  });
}

function place(paragraph: Paragraph, line: Piece[], left: number, baseline: number): Fragment[] {
  let x = left;
  return stretches(paragraph, line).map(({ text, span, width }) => {
    x += width;
    return {
      text,
      face: faceOf(paragraph, span),
      size: sizeOf(paragraph, span),
      color: span.href ? paragraph.linkColor : paragraph.color,
      x: x - width,
      baseline,
      width,
      href: span.href,
      strike: span.strike,
    };
  });
}

function markerOf(paragraph: Paragraph, baseline: number): Fragment[] {
  const { marker, indent = 0 } = paragraph;
  if (!marker) return [];
  const face: Face = { family: paragraph.family, bold: true, italic: false };
  const width = widthOf(face, marker.text) * paragraph.size;
  const x = Math.max(0, indent - Math.max(width + paragraph.size * 0.4, paragraph.size * 1.15));
  return [{ text: marker.text, face, size: paragraph.size, color: marker.color, x, baseline, width }];
}

/** Breaks paragraphs into lines of at most `width` points. */
export function layLines(paragraphs: Paragraph[], width: number): Laid {
  const fragments: Fragment[] = [];
  let top = 0;
  let broken = false;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) top += paragraph.before ?? 0;
    const indent = Math.min(paragraph.indent ?? 0, width * 0.5);
    const room = Math.max(width - indent, 1);
    const step = paragraph.size * paragraph.leading;
    const { lines, isBroken } = wrap(paragraph, room);
    broken ||= isBroken;
    for (const [row, line] of lines.entries()) {
      // Letters rise about 0.72 of the size above the baseline. This puts them in the middle of the line.
      const baseline = top + step / 2 + paragraph.size * 0.35;
      const isTurned = isRightToLeft(paragraph);
      const markers = row === 0 ? markerOf({ ...paragraph, indent }, baseline) : [];
      fragments.push(
        ...markers.map((mark) => (isTurned ? { ...mark, x: width - mark.x - mark.width } : mark)),
      );
      const start = (isTurned ? 0 : indent) + startOf(paragraph, room, widthOfAll(line));
      fragments.push(...place(paragraph, line, start, baseline));
      top += step;
    }
  }
  const widest = Math.max(0, ...fragments.map((fragment) => fragment.x + fragment.width));
  return { fragments, height: top, width: widest, broken };
}
