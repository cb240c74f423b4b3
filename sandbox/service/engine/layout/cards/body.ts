import type { Block, BlockOf } from '../../deck.ts';
import { artwork } from '../art.ts';
import { onCover, type Setting } from '../canvas.ts';
import { fitted } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { fitStack, lowered } from '../stack.ts';
import { headingParagraph, kickerParagraph } from '../textBlocks.ts';
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

/** Lays out the title card: a large title, with artwork beside or above it. */
export function opening(ground: Ground): Drawn {
  const { width, height, margin, wide } = ground.canvas;
  const part = 0.36;
  const art = wide
    ? { x: width * (1 - part), y: 0, width: width * part, height }
    : { x: 0, y: 0, width, height: height * part };
  const words = wide
    ? { x: margin, y: margin, width: width * (1 - part) - margin * 1.7, height: height - 2 * margin }
    : {
        x: margin,
        y: art.height + margin * 0.7,
        width: width - 2 * margin,
        height: height - art.height - margin * 1.4,
      };
  const { deck, setting } = ground;
  const text = wordsIn(ground, setting, words, 'middle');
  return {
    background: setting.look.background,
    items: [{ kind: 'art', box: art, shapes: artwork(setting.look, deck.title, art) }, ...text.items],
    fits: text.fits,
  };
}

/** Lays out a heading without text of its own, on the theme's cover colour. */
export function section(ground: Ground): Drawn {
  const { width, height, margin, sizes } = ground.canvas;
  const { look } = ground.setting;
  const words = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  const text = wordsIn(ground, onCover(look, sizes), words, 'bottom');
  const full = { x: 0, y: 0, width, height };
  const fill = { from: look.cover.from, to: look.cover.to };
  const cover: Item = { kind: 'art', box: full, shapes: [{ kind: 'rect', ...full, fill }] };
  return { background: look.cover.from, items: [cover, ...text.items], fits: text.fits };
}

/** Lays out kicker, title and text as one group. */
function wordsIn({ card, canvas }: Ground, setting: Setting, box: Box, anchor: 'middle' | 'bottom') {
  const { sizes } = canvas;
  const kicker = card.kicker
    ? fitted(() => [kickerParagraph(setting, card.kicker ?? '')], { ...box, height: sizes.small * 1.3 }, [
        sizes.small,
      ]).item
    : undefined;
  const kickerRoom = kicker ? kicker.laid.height + 10 : 0;
  const most = (box.height - kickerRoom) * (card.blocks.length > 0 ? 0.62 : 1);
  const steps = [sizes.cover, sizes.title, sizes.large, sizes.body];
  const build = (size: number) => [headingParagraph(setting, card.title, size)];
  const found = fitted(build, { ...box, height: most }, steps, { role: 'title' });
  const title = found.item;
  const titleHeight = title.laid.height;
  const gap = card.blocks.length > 0 ? sizes.body : 0;
  const below = { ...box, y: 0, height: Math.max(box.height - kickerRoom - titleHeight - gap, 1) };
  const inks = { ...setting, ink: setting.muted };
  const body = fitStack(card.blocks, below, inks, [sizes.large, sizes.body]);
  const free = Math.max(box.height - kickerRoom - titleHeight - gap - body.height, 0);
  const top = box.y + (anchor === 'middle' ? free / 2 : free);
  if (kicker) kicker.box = { ...kicker.box, y: top };
  title.box = { ...title.box, y: top + kickerRoom, height: titleHeight };
  const items = lowered(body.items, top + kickerRoom + titleHeight + gap);
  return { items: [...(kicker ? [kicker] : []), title, ...items], fits: found.fits && body.fits };
}
