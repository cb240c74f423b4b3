import { layLines } from '../type/lines.ts';
import type { Paragraph } from '../type/runs.ts';
import type { Setting } from './canvas.ts';
import type { Box, Fill, Item, TextItem } from './scene.ts';
import { bodyParagraph } from './textBlocks.ts';

/** Part of the width that titles may use, because another machine may replace the font by a wider one. */
export const SLACK = 0.86;

export function rect(box: Box, fill: Fill, radius = 0): Item {
  return { kind: 'shape', shape: { kind: 'rect', ...box, fill, radius } };
}

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

/** Factor between sizes below the smallest given one. */
const SHRINK = 0.95;

/** Returns the first of the sizes that is good. If none is, returns the last one, or a smaller one if that is too high. */
export function sizeFor(
  sizes: number[],
  isGood: (size: number) => boolean,
  isTooHigh: (size: number) => boolean,
): number {
  const good = sizes.find(isGood);
  let size = good ?? sizes.at(-1) ?? 10;
  while (good === undefined && size > 1 && isTooHigh(size)) size *= SHRINK;
  return size;
}

/** Lays out text in the first size in which it fits its box. `fits` is false if the text had to be smaller. */
export function fitted(
  build: (size: number) => Paragraph[],
  box: Box,
  sizes: number[],
  options: { anchor?: TextItem['anchor']; role?: TextItem['role'] } = {},
): { item: TextItem; fits: boolean } {
  const width = options.role === 'title' ? box.width * SLACK : box.width;
  const fitsAt = (paragraphs: Paragraph[]) => {
    const laid = layLines(paragraphs, width);
    return !laid.broken && laid.height <= box.height && laid.width <= width + 0.01;
  };
  const isTooHigh = (size: number) => layLines(build(size), box.width).height > box.height;
  const size = sizeFor(sizes, (tried) => fitsAt(build(tried)), isTooHigh);
  return { item: textItem(build(size), box, options), fits: sizes.includes(size) };
}

/** Lays out a small, less prominent text that fits its box. */
export function smallText(
  setting: Setting,
  text: string,
  box: Box,
  more: Partial<Paragraph> = {},
  anchor: TextItem['anchor'] = 'top',
): TextItem {
  const { small } = setting.sizes;
  const build = (size: number) => [
    { ...bodyParagraph(setting, [{ text }], size), color: setting.muted, leading: 1.2, before: 0, ...more },
  ];
  return fitted(build, box, [small], { anchor }).item;
}

/** Divides a box into equal columns with gaps. */
export function divided(box: Box, columns: number, gap: number): Box[] {
  const width = (box.width - gap * (columns - 1)) / columns;
  return Array.from({ length: columns }, (_, i) => ({ ...box, x: box.x + i * (width + gap), width }));
}
