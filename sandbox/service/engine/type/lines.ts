import type { Span } from '../deck.ts';
import type { Face } from './fonts.ts';
import { alignOf, faceOf, type Paragraph, sizeOf } from './paragraph.ts';
import { printable, widthOf } from './runs.ts';

/** Text in its place: x from the left edge of the box, baseline from its top, in points. */
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
  /** Width of the widest line; more than the box only where a single character is wider than it. */
  width: number;
  lines: number;
}

interface Piece {
  text: string;
  span: Span;
  width: number;
  space: boolean;
}

/** Scripts without spaces may break after any character. */
const ideograph = /([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}])/u;
/** A no-break space is no place to break. */
const gap = /([^\S\u00A0\u202F]+)/;
const isGap = (part: string) => /^[^\S\u00A0\u202F]+$/.test(part);
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function measure(paragraph: Paragraph, span: Span, text: string): number {
  return widthOf(faceOf(paragraph, span), text) * sizeOf(paragraph, span);
}

/** Breaks a word that is wider than the box, between characters. */
function broken(paragraph: Paragraph, span: Span, word: string, room: number): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let width = 0;
  for (const { segment } of graphemes.segment(word)) {
    const more = measure(paragraph, span, segment);
    if (text && width + more > room) {
      pieces.push({ text, span, width: measure(paragraph, span, text), space: false });
      text = '';
      width = 0;
    }
    text += segment;
    width += more;
  }
  if (text) pieces.push({ text, span, width: measure(paragraph, span, text), space: false });
  return pieces;
}

/** A part of a span between two places to break. Width in em. */
interface Part {
  text: string;
  em: number;
  space: boolean;
}

function partsIn(face: Face, text: string): Part[] {
  return printable(text)
    .split(gap)
    .flatMap((part) => (ideograph.test(part) ? part.split(ideograph) : [part]))
    .filter((part) => part !== '')
    .map((part) => (isGap(part) ? ' ' : part))
    .map((part) => ({ text: part, em: widthOf(face, part), space: part === ' ' }));
}

/** A span is laid in many sizes and widths until its card fits; its parts stay the same. */
const partsKnown = new WeakMap<Span, Map<string, Part[]>>();

function partsOf(span: Span, face: Face): Part[] {
  const known = partsKnown.get(span) ?? new Map<string, Part[]>();
  const key = `${face.family}/${face.bold}/${face.italic}`;
  const parts = known.get(key) ?? partsIn(face, span.text);
  partsKnown.set(span, known.set(key, parts));
  return parts;
}

function piecesOf(paragraph: Paragraph, room: number): Piece[] {
  return paragraph.spans.flatMap((span) => {
    const size = sizeOf(paragraph, span);
    return partsOf(span, faceOf(paragraph, span)).flatMap(({ text, em, space }): Piece[] =>
      !space && em * size > room
        ? broken(paragraph, span, text, room)
        : [{ text, span, width: em * size, space }],
    );
  });
}

/** A word may be made of several pieces ("**bold**," has two): they stay together. */
function words(pieces: Piece[]): Piece[][] {
  const found: Piece[][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last && !piece.space && !last[0]?.space && !breaksAfter(last)) last.push(piece);
    else found.push([piece]);
  }
  return found;
}

function breaksAfter(word: Piece[]): boolean {
  return ideograph.test(word.at(-1)?.text ?? '');
}

const widthOfAll = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + piece.width, 0);

function wrap(paragraph: Paragraph, room: number): Piece[][] {
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
    const parts = widthOfAll(whole) > room ? whole.map((piece) => [piece]) : [whole];
    for (const word of parts) {
      const more = widthOfAll(word);
      // A hundredth of a point of grace: sums of widths are not exact.
      if (line.length > 0 && !word[0]?.space && width + more > room + 0.01) close();
      if (line.length === 0 && word[0]?.space) continue;
      line.push(...word);
      width += more;
    }
  }
  close();
  return lines;
}

function startOf(paragraph: Paragraph, room: number, width: number): number {
  const align = alignOf(paragraph);
  if (align === 'center') return (room - width) / 2;
  return align === 'right' ? room - width : 0;
}

function sameStyle(a: Fragment, piece: Piece, paragraph: Paragraph): boolean {
  const face = faceOf(paragraph, piece.span);
  return (
    a.face.family === face.family &&
    a.face.bold === face.bold &&
    a.face.italic === face.italic &&
    a.href === piece.span.href &&
    a.strike === piece.span.strike
  );
}

function place(paragraph: Paragraph, line: Piece[], left: number, baseline: number): Fragment[] {
  const placed: Fragment[] = [];
  let x = left;
  for (const piece of line) {
    const last = placed.at(-1);
    if (last && sameStyle(last, piece, paragraph)) {
      last.text += piece.text;
      last.width += piece.width;
    } else {
      placed.push({
        text: piece.text,
        face: faceOf(paragraph, piece.span),
        size: sizeOf(paragraph, piece.span),
        color: piece.span.href ? paragraph.linkColor : paragraph.color,
        x,
        baseline,
        width: piece.width,
        href: piece.span.href,
        strike: piece.span.strike,
      });
    }
    x += piece.width;
  }
  return placed;
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
  let count = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) top += paragraph.before ?? 0;
    const indent = Math.min(paragraph.indent ?? 0, width * 0.5);
    const room = Math.max(width - indent, 1);
    const step = paragraph.size * paragraph.leading;
    for (const [row, line] of wrap(paragraph, room).entries()) {
      // The letters' own height is about 0.72 of the size above the baseline; the rest of the step is shared out.
      const baseline = top + step / 2 + paragraph.size * 0.35;
      if (row === 0) fragments.push(...markerOf({ ...paragraph, indent }, baseline));
      fragments.push(
        ...place(paragraph, line, indent + startOf(paragraph, room, widthOfAll(line)), baseline),
      );
      top += step;
      count += 1;
    }
  }
  const widest = Math.max(0, ...fragments.map((fragment) => fragment.x + fragment.width));
  return { fragments, height: top, width: widest, lines: count };
}
