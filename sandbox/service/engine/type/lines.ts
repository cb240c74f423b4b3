import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Span } from '../deck.ts';
import type { Face } from './fonts.ts';
import { alignOf, faceOf, isRightToLeft, type Paragraph, sizeOf } from './paragraph.ts';
import { fromRight, printable, widthOf } from './runs.ts';

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

/** Scripts without spaces may break after any character, but not before one that closes. */
export const ideograph = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
const eachIdeograph = new RegExp(`(${ideograph.source})`, 'u');
const closes =
  /^[\u3001\u3002\u3009\u300B\u300D\u300F\u3011\u30FC\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F]/;
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
  let row: string[] = [];
  let width = 0;
  const widthIn = (text: string) => measure(paragraph, span, text);
  /** Letters may take more room side by side than each by itself: the last ones then begin the next piece. */
  function close(): void {
    const rest: string[] = [];
    while (row.length > 1 && widthIn(row.join('')) > room) rest.unshift(row.pop() ?? '');
    const text = row.join('');
    pieces.push({ text, span, width: widthIn(text), space: false });
    row = rest;
    width = widthIn(rest.join(''));
  }
  for (const { segment } of graphemes.segment(word)) {
    const more = widthIn(segment);
    if (row.length > 0 && width + more > room) close();
    row.push(segment);
    width += more;
  }
  while (row.length > 0) close();
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
    .flatMap((part) => (ideograph.test(part) ? part.split(eachIdeograph) : [part]))
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

/** A stretch of a line in one style and direction; odd levels run from the right. */
interface Stretch extends Piece {
  level: number;
}

/** The part of bidi-js that is used. */
interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { levels: Uint8Array };
  getMirroredCharacter(character: string): string | null;
}

let bidi: Bidi | undefined;
/** Loaded for the first letters that run from the right. */
function loadBidi(): Bidi {
  bidi ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('bidi-js')))() as Bidi;
  return bidi;
}

/** The stretches of a line from left to right, by Unicode's bidirectional algorithm. */
function stretches(paragraph: Paragraph, line: Piece[]): Stretch[] {
  const text = line.map((piece) => piece.text).join('');
  const from = isRightToLeft(paragraph) ? 'rtl' : 'ltr';
  const turning = from === 'rtl' || fromRight.test(text) ? loadBidi() : undefined;
  const levels = turning?.getEmbeddingLevels(text, from).levels ?? [];
  const found: Stretch[] = [];
  let at = 0;
  for (const piece of line)
    for (const part of turning ? piece.text : [piece.text]) {
      const level = levels[at] ?? 0;
      const drawn = (level % 2 && turning?.getMirroredCharacter(part)) || part;
      const last = found.at(-1);
      if (last && last.level === level && sameStyle(last.span, piece.span)) {
        last.text += drawn;
        last.width += piece.width;
      } else found.push({ ...piece, text: drawn, level });
      at += part.length;
    }
  if (!turning) return found;
  for (const stretch of found) stretch.width = measure(paragraph, stretch.span, stretch.text);
  for (let level = Math.max(0, ...levels); level > 0; level--) turn(found, level);
  return found;
}

/** Turns each row of stretches of a level or above around. */
function turn(all: Stretch[], level: number): void {
  for (let from = 0; from < all.length; from++) {
    const end = all.findIndex((stretch, i) => i >= from && stretch.level < level);
    const row = all.slice(from, end < 0 ? all.length : end);
    all.splice(from, row.length, ...row.reverse());
    from += row.length;
  }
}

const sameStyle = (one: Span, other: Span) =>
  one === other ||
  (['bold', 'italic', 'code', 'strike', 'href'] as const).every((style) => one[style] === other[style]);

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
  let count = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index > 0) top += paragraph.before ?? 0;
    const indent = Math.min(paragraph.indent ?? 0, width * 0.5);
    const room = Math.max(width - indent, 1);
    const step = paragraph.size * paragraph.leading;
    for (const [row, line] of wrap(paragraph, room).entries()) {
      // The letters' own height is about 0.72 of the size above the baseline; the rest of the step is shared out.
      const baseline = top + step / 2 + paragraph.size * 0.35;
      const isTurned = isRightToLeft(paragraph);
      const markers = row === 0 ? markerOf({ ...paragraph, indent }, baseline) : [];
      fragments.push(
        ...markers.map((mark) => (isTurned ? { ...mark, x: width - mark.x - mark.width } : mark)),
      );
      const start = (isTurned ? 0 : indent) + startOf(paragraph, room, widthOfAll(line));
      fragments.push(...place(paragraph, line, start, baseline));
      top += step;
      count += 1;
    }
  }
  const widest = Math.max(0, ...fragments.map((fragment) => fragment.x + fragment.width));
  return { fragments, height: top, width: widest, lines: count };
}
