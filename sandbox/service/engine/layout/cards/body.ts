import type { Block, BlockOf } from '../../deck.ts';
import type { Box, Item } from '../scene.ts';
import type { Setting } from '../setting.ts';
import { fitStack, lowered } from '../stack.ts';
import { type Drawn, finish, type Ground, header } from './frame.ts';

/** Longest line of text, in points. Longer ones are hard to read. */
const LINE_LENGTH = 780;

const needsWidth = (blocks: Block[]) => blocks.some(({ kind }) => kind === 'table' || kind === 'code');

/** Returns the sizes of body text to try: first the large one. */
const sizesOf = ({ sizes }: Setting) => [sizes.large, sizes.body];

/** Lays out text, lists, tables and code from the top. A single paragraph is near the middle. */
export function stack(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const { blocks } = ground.card;
  const width = needsWidth(blocks) ? body.width : Math.min(body.width, LINE_LENGTH);
  const text = fitStack(blocks, { ...body, width }, ground.setting, sizesOf(ground.setting));
  const free = Math.max(body.height - text.height, 0);
  const [only, ...others] = blocks;
  const isStatement = only?.kind === 'paragraph' && others.length === 0;
  const placed = lowered(text.items, isStatement ? free * 0.35 : 0);
  return finish(ground, [...items, ...placed], text.fits);
}

/** Lays out a chart with its table and text beside it. */
export function chart(ground: Ground): Drawn {
  const { items, body } = header(ground);
  const { blocks } = ground.card;
  const block = blocks.find((one): one is BlockOf<'chart'> => one.kind === 'chart');
  if (!block) return stack(ground);
  const others = blocks.filter((one) => one !== block);
  const [main, side] = others.length > 0 ? parted(body, ground.canvas.wide) : [body, undefined];
  const text = side && fitStack(others, side, ground.setting, [ground.setting.sizes.body]);
  const drawn: Item = { kind: 'chart', box: main, chart: block.chart };
  return finish(ground, [...items, drawn, ...(text?.items ?? [])], text?.fits ?? true);
}

function parted(box: Box, wide: boolean): [Box, Box] {
  const gap = 30;
  if (wide) {
    const width = box.width * 0.54;
    return [
      { ...box, width },
      { ...box, x: box.x + width + gap, width: box.width - width - gap },
    ];
  }
  const height = box.height * 0.5;
  return [
    { ...box, height },
    { ...box, y: box.y + height + gap, height: box.height - height - gap },
  ];
}
