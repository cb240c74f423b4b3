import { ideograph, layLines } from '../type/lines.ts';
import { faceOf, type Paragraph, sizeOf } from '../type/paragraph.ts';
import { printable, widthOf } from '../type/runs.ts';
import type { Box, Fill, Item, Shape, TextItem } from './scene.ts';

/** Sizes tried while text is made to fit, each 5 % smaller than the one before. */
const SHRINK = 0.95;
/** Down to this part of its size a title is made smaller so that no word of it is broken. */
const LEAST_WHOLE = 0.5;
/** Part of a width that words may take where the font is replaced: DejaVu, the widest to be met, is that much wider. */
export const SLACK = 0.86;
/** … and a single word, which must not be broken there. */
const WORD_SLACK = 0.8;

export function rect(box: Box, fill: Fill, radius = 0, opacity?: number): Item {
  return { kind: 'shape', shape: { kind: 'rect', ...box, fill, radius, opacity } };
}

export const shape = (figure: Shape): Item => ({ kind: 'shape', shape: figure });

export function textItem(
  paragraphs: Paragraph[],
  box: Box,
  options: { anchor?: TextItem['anchor']; role?: TextItem['role'] } = {},
): TextItem {
  return {
    kind: 'text',
    role: options.role ?? 'body',
    box,
    anchor: options.anchor ?? 'top',
    paragraphs,
    laid: layLines(paragraphs, box.width),
  };
}

/**
 * Text made to fit its box: the paragraphs are built smaller and smaller until they do. Always ends, since any text
 * fits at some size; cards that would need too small a size are split before they get here.
 */
export function fitted(
  build: (scale: number) => Paragraph[],
  box: Box,
  options: { anchor?: TextItem['anchor']; role?: TextItem['role'] } = {},
): { item: TextItem; scale: number } {
  // A title is read first and set largest: it has room for the wider letters of another machine's font.
  const width = options.role === 'title' ? box.width * SLACK : box.width;
  for (let scale = 1; ; scale *= SHRINK) {
    const paragraphs = build(scale);
    const laid = layLines(paragraphs, width);
    const isTorn = scale > LEAST_WHOLE && longestWord(paragraphs) > Math.min(width, box.width * WORD_SLACK);
    const fits = !isTorn && laid.height <= box.height && laid.width <= width + 0.01;
    if (fits || scale < 0.01) return { item: textItem(paragraphs, box, options), scale };
  }
}

const BREAK = new RegExp(` |(?<=${ideograph.source})`, 'u');

/** Points that the longest word of some paragraphs takes. */
function longestWord(paragraphs: Paragraph[]): number {
  const widths = paragraphs.flatMap((paragraph) =>
    paragraph.spans.flatMap((span) =>
      printable(span.text)
        .split(BREAK)
        .map((word) => widthOf(faceOf(paragraph, span), word) * sizeOf(paragraph, span)),
    ),
  );
  return Math.max(0, ...widths);
}

export function inset(box: Box, x: number, y = x): Box {
  return {
    x: box.x + x,
    y: box.y + y,
    width: Math.max(box.width - 2 * x, 1),
    height: Math.max(box.height - 2 * y, 1),
  };
}

/** A row (or column) of equal boxes with gaps in between. */
export function divided(box: Box, columns: number, rows: number, gap: number): Box[] {
  const width = (box.width - gap * (columns - 1)) / columns;
  const height = (box.height - gap * (rows - 1)) / rows;
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: box.x + (i % columns) * (width + gap),
    y: box.y + Math.floor(i / columns) * (height + gap),
    width,
    height,
  }));
}

/**
 * Narrows a title of several lines as far as it keeps its number of lines, so that no line is left with one word.
 */
export function balanced(item: TextItem): TextItem {
  const { box, laid, paragraphs } = item;
  if (laid.lines < 2 || laid.lines > 4) return item;
  for (let width = box.width * 0.5; width < box.width; width += box.width * 0.03) {
    const tried = layLines(paragraphs, width);
    if (tried.lines > laid.lines || tried.width > width + 0.01) continue;
    const room = Math.min(width / SLACK, box.width);
    const again = layLines(paragraphs, room);
    return again.lines === laid.lines ? { ...item, box: { ...box, width: room }, laid: again } : item;
  }
  return item;
}
