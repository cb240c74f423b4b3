import type { Block, BlockOf } from '../deck.ts';
import { layLines } from '../type/lines.ts';
import type { Paragraph } from '../type/paragraph.ts';
import { artwork } from './art.ts';
import { rect, textItem } from './items.ts';
import type { Box, Item } from './scene.ts';
import { onPanel, type Setting } from './setting.ts';
import { layTable } from './table.ts';
import { bodyParagraph, isText, paragraphsOf, type TextBlock } from './textBlocks.ts';
import { columnsFor, STEP_WIDTH, statTiles, stepTiles } from './tiles.ts';

/** Blocks one below the other. Every kind of block can stand in a stack, so every layout has a place for it. */
export interface Stacked {
  items: Item[];
  height: number;
  /** 1 is the set size of text; smaller where it had to shrink. */
  scale: number;
}

type Placed = { items: Item[]; height: number };
type Room = Omit<Box, 'height'>;

const GAP = 0.95;

/** Lays blocks at a scale, however high they become. */
export function stacked(blocks: Block[], room: Room, setting: Setting, scale: number): Stacked {
  const items: Item[] = [];
  let y = room.y;
  for (const group of grouped(blocks)) {
    if (y > room.y) y += setting.body * GAP * scale;
    const placed = place(group, { ...room, y }, setting, scale);
    items.push(...placed.items);
    y += placed.height;
  }
  return { items, height: y - room.y, scale };
}

/**
 * Lays blocks so that they fit a box. `most` above 1 lets few words grow; `anchor` says where what is left of the
 * height goes.
 */
export function fitStack(
  blocks: Block[],
  box: Box,
  setting: Setting,
  options: { most?: number; anchor?: 'top' | 'middle' } = {},
): Stacked {
  for (let scale = options.most ?? 1; ; scale *= 0.95) {
    const found = stacked(blocks, box, setting, scale);
    if (found.height > box.height && scale > 0.01) continue;
    if (options.anchor !== 'middle') return found;
    return stacked(blocks, { ...box, y: box.y + (box.height - found.height) / 2 }, setting, scale);
  }
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
  scale: number,
): Placed {
  if (Array.isArray(group)) return placeText(paragraphsOf(group, setting, scale), room);
  if (group.kind === 'quote') return placeQuote(group, room, setting, scale);
  if (group.kind === 'code') return placeCode(group, room, setting, scale);
  if (group.kind === 'table') {
    const table = layTable(group, setting, scale, room);
    return { items: [table], height: table.box.height };
  }
  const size = setting.body * scale;
  if (group.kind === 'stats') {
    const height =
      size * 6.2 * Math.ceil(group.stats.length / columnsFor(group.stats.length, { ...room, height: 200 }));
    return { items: statTiles(group, { ...room, height }, { ...setting, body: size }), height };
  }
  if (group.kind === 'steps') {
    const height = room.width / group.steps.length >= STEP_WIDTH ? size * 9 : size * 4 * group.steps.length;
    return { items: stepTiles(group, { ...room, height }, { ...setting, body: size }), height };
  }
  const height = Math.min(room.width * 0.5, setting.body * 15) * Math.min(scale, 1);
  const box = { ...room, height };
  if (group.kind === 'chart') return { items: [{ kind: 'chart', box, chart: group.chart }], height };
  return { items: [pictureOf(group, box, setting)], height };
}

export function pictureOf(
  block: BlockOf<'picture'>,
  box: Box,
  setting: Setting,
  radius = setting.look.radius,
): Item {
  const shapes = artwork(setting.look, block.seed, box, 'surface');
  return { kind: 'art', box, radius, shapes, alt: block.caption ?? 'Illustration' };
}

function placeText(paragraphs: Paragraph[], room: Room): Placed {
  const { height } = layLines(paragraphs, room.width);
  return { items: [textItem(paragraphs, { ...room, height })], height };
}

function placeQuote(block: BlockOf<'quote'>, room: Room, setting: Setting, scale: number): Placed {
  const size = setting.body * scale;
  const paragraphs: Paragraph[] = [
    { ...bodyParagraph(setting, block.spans, size * 1.08), italic: true },
    ...(block.by
      ? [
          {
            ...bodyParagraph(setting, [{ text: `— ${block.by}` }], size * 0.85),
            color: setting.muted,
            before: size * 0.3,
          },
        ]
      : []),
  ];
  const text = placeText(paragraphs, { x: room.x + 18, y: room.y, width: Math.max(room.width - 18, 1) });
  return {
    items: [rect({ ...room, width: 4, height: text.height }, setting.accent), ...text.items],
    height: text.height,
  };
}

function placeCode(block: BlockOf<'code'>, room: Room, setting: Setting, scale: number): Placed {
  const size = setting.body * 0.78 * scale;
  const panel = onPanel(setting);
  const paragraphs = block.text.split('\n').map(
    (text): Paragraph => ({
      // No-break spaces keep the indentation, which would else be dropped at the start of a line.
      ...bodyParagraph(
        panel,
        [{ text: text.replace(/\t/g, '  ').replace(/^ +/, (gap) => '\u00A0'.repeat(gap.length)) }],
        size,
      ),
      family: 'jetbrains-mono',
      before: 0,
    }),
  );
  const pad = { x: 18, y: 14 };
  const text = placeText(paragraphs, {
    x: room.x + pad.x,
    y: room.y + pad.y,
    width: Math.max(room.width - 2 * pad.x, 1),
  });
  const box = { ...room, height: text.height + 2 * pad.y };
  return {
    items: [
      rect(box, setting.surface, Math.min(setting.look.radius, 10)),
      rect({ ...box, width: 4 }, setting.accent),
      ...text.items,
    ],
    height: box.height,
  };
}
