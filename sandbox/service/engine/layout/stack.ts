import type { Block, BlockOf } from '../deck.ts';
import { layLines } from '../type/lines.ts';
import type { Paragraph } from '../type/runs.ts';
import type { Setting } from './canvas.ts';
import { rect, sizeFor, textItem } from './items.ts';
import type { Box, Item } from './scene.ts';
import { layTable } from './table.ts';
import { bodyParagraph, isText, paragraphsOf, type TextBlock } from './textBlocks.ts';

/** Blocks that are placed below each other. */
export interface Stacked {
  items: Item[];
  height: number;
  /** Whether a word is broken or a table has smaller type. */
  isTight: boolean;
}

type Room = Omit<Box, 'height'>;

/** Gap between blocks, as a multiple of the size of text. */
const GAP = 0.9;
/** Largest height of a picture, as a multiple of the size of text. */
const PICTURE = 15;

/** Lays out blocks in one size, at any height. */
export function stacked(blocks: Block[], room: Room, setting: Setting, size: number): Stacked {
  const items: Item[] = [];
  let y = room.y;
  let isTight = false;
  for (const group of grouped(blocks)) {
    if (y > room.y) y += size * GAP;
    const placed = place(group, { ...room, y }, setting, size);
    items.push(...placed.items);
    isTight ||= placed.isTight;
    y += placed.height;
  }
  return { items, height: y - room.y, isTight };
}

/** Lays out blocks in the first size in which they fit a box. `fits` is false if they had to be smaller. */
export function fitStack(
  blocks: Block[],
  box: Box,
  setting: Setting,
  sizes: number[],
): Stacked & { fits: boolean } {
  const at = (size: number) => stacked(blocks, box, setting, size);
  const isTooHigh = (size: number) => at(size).height > box.height;
  const isGood = (size: number) => {
    const { height, isTight } = at(size);
    return height <= box.height && !isTight;
  };
  const size = sizeFor(sizes, isGood, isTooHigh);
  return { ...at(size), fits: sizes.includes(size) };
}

/** Moves items down by `by` points. */
export function lowered(items: Item[], by: number): Item[] {
  return items.map((item): Item => {
    if (item.kind !== 'shape') return { ...item, box: { ...item.box, y: item.box.y + by } };
    return item.shape.kind === 'rect' ? { ...item, shape: { ...item.shape, y: item.shape.y + by } } : item;
  });
}

function grouped(blocks: Block[]): (TextBlock[] | Exclude<Block, TextBlock>)[] {
  const groups: (TextBlock[] | Exclude<Block, TextBlock>)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (!isText(block)) groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function place(
  group: TextBlock[] | Exclude<Block, TextBlock>,
  room: Room,
  setting: Setting,
  size: number,
): Stacked {
  if (Array.isArray(group)) return placeText(paragraphsOf(group, setting, size), room);
  if (group.kind === 'quote') return placeQuote(group, room, setting, size);
  if (group.kind === 'code') return placeCode(group, room, setting, size);
  if (group.kind === 'table') {
    const { table, isTight } = layTable(group, setting, size, room);
    return { items: [table], height: table.box.height, isTight };
  }
  if (group.kind === 'picture') {
    const { picture } = group;
    // Smaller type makes the picture smaller too, so that it fits with the text around it.
    const scale = Math.min(room.width / picture.width, (size * PICTURE) / picture.height, 1);
    const box = { ...room, width: picture.width * scale, height: picture.height * scale };
    return { items: [{ kind: 'picture', box, picture }], height: box.height, isTight: false };
  }
  const bars = group.chart.labels.length * group.chart.series.length;
  const height = Math.min(Math.max(bars * setting.sizes.small * 1.9, 90), room.width * 0.6) + 30;
  return { items: [{ kind: 'chart', box: { ...room, height }, chart: group.chart }], height, isTight: false };
}

function placeText(paragraphs: Paragraph[], room: Room): Stacked {
  const { height, broken } = layLines(paragraphs, room.width);
  return { items: [textItem(paragraphs, { ...room, height })], height, isTight: broken };
}

function placeQuote(block: BlockOf<'quote'>, room: Room, setting: Setting, size: number): Stacked {
  const inner = { x: room.x + 18, y: room.y, width: Math.max(room.width - 18, 1) };
  const text = placeText([{ ...bodyParagraph(setting, block.spans, size), italic: true }], inner);
  return {
    ...text,
    items: [rect({ ...room, width: 4, height: text.height }, setting.accent), ...text.items],
  };
}

function placeCode(block: BlockOf<'code'>, room: Room, setting: Setting, size: number): Stacked {
  // Lines of code are long, so code is one step smaller than text.
  const { small, body, large } = setting.sizes;
  const own = size >= large ? body : Math.min(size, small);
  const paragraphs = block.text.split('\n').map((line): Paragraph => {
    // No-break spaces keep indentation and columns. Other spaces would be dropped or merged.
    const text = line.replace(/\t/g, '  ').replace(/^ +| {2,}/g, (gap) => '\u00A0'.repeat(gap.length));
    return { ...bodyParagraph(setting, [{ text }], own), family: 'jetbrains-mono', before: 0 };
  });
  const pad = { x: 18, y: 14 };
  const inner = { x: room.x + pad.x, y: room.y + pad.y, width: Math.max(room.width - 2 * pad.x, 1) };
  const text = placeText(paragraphs, inner);
  const box = { ...room, height: text.height + 2 * pad.y };
  return {
    items: [rect(box, setting.surface, 6), ...text.items],
    height: box.height,
    isTight: own > small && text.isTight,
  };
}
