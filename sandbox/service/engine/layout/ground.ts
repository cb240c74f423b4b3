import type { Block, BlockOf, Card, Deck } from '../deck.ts';
import type { Look } from '../themes/look.ts';
import type { Canvas } from './canvas.ts';
import { balanced, fitted, rect } from './items.ts';
import type { Box, Item } from './scene.ts';
import type { Setting } from './setting.ts';
import { bodyParagraph, headingParagraph, kickerParagraph } from './textBlocks.ts';

/** Input of a layout: the card, its place in the deck, the sheet and the colours. */
export interface Ground {
  deck: Deck;
  card: Card;
  index: number;
  canvas: Canvas;
  look: Look;
  setting: Setting;
}

/** Result of a layout. `scale` is the smallest size of text it had to use; 1 is the set size. */
export interface Drawn {
  background: string;
  items: Item[];
  scale: number;
}

/** Kicker, title and the theme's mark at the head of an ordinary card, and the room that is left below. */
export function header(
  ground: Ground,
  width = ground.canvas.width - 2 * ground.canvas.margin,
  x = ground.canvas.margin,
) {
  const { card, canvas, setting, look } = ground;
  const items: Item[] = [];
  const indent = look.mark === 'bar' ? canvas.body * 1.1 : 0;
  let y = canvas.margin * 0.78;
  if (look.mark === 'rule') {
    items.push(rect({ x, y: y - 10, width: canvas.body * 2.6, height: 4 }, look.palette[0]));
    y += 8;
  }
  if (card.kicker) {
    const kicker = fitted(
      (scale) => [kickerParagraph(setting, card.kicker ?? '', canvas.body * 0.72 * scale)],
      { x: x + indent, y, width: width - indent, height: canvas.body },
    ).item;
    items.push(kicker);
    y += canvas.body * 1.05;
  }
  if (card.title) {
    const most = { x: x + indent, y, width: width - indent, height: canvas.body * 1.78 * 1.18 * 2 };
    const title = fitted(
      (scale) => [headingParagraph(setting, card.title, canvas.body * 1.78 * scale)],
      most,
      {
        role: 'title',
      },
    );
    const item = balanced(title.item);
    item.box = { ...item.box, height: item.laid.height };
    const bar = rect({ x, y: y + 4, width: 5, height: item.laid.height - 6 }, look.palette[0]);
    items.push(...(look.mark === 'bar' ? [bar] : []), item);
    y += item.laid.height;
    if (look.mark === 'underline') {
      items.push(
        rect({ x, y: y + 8, width, height: 1.2 }, setting.line),
        rect({ x, y: y + 7, width: 70, height: 3 }, setting.accent),
      );
      y += 12;
    }
  }
  const top = y + canvas.body * 1.3;
  const body: Box = { x, y: top, width, height: canvas.height - canvas.margin * 0.95 - top };
  return { items, body };
}

/** Title of the deck and number of the card, small, at the foot. */
function footer({ deck, index, canvas, setting }: Ground): Item[] {
  const size = canvas.body * 0.52;
  const y = canvas.height - canvas.margin * 0.55;
  const width = canvas.width - 2 * canvas.margin;
  const small = (text: string, align: 'left' | 'right') => ({
    ...bodyParagraph(setting, [{ text }], size),
    color: setting.muted,
    align,
  });
  const box = { x: canvas.margin, y, width, height: size * 1.6 };
  return [
    fitted((scale) => [small(deck.title, 'left')].map((p) => ({ ...p, size: p.size * scale })), {
      ...box,
      width: width * 0.8,
    }).item,
    fitted((scale) => [{ ...small(String(index + 1), 'right'), size: size * scale }], {
      ...box,
      x: canvas.margin + width * 0.85,
      width: width * 0.15,
    }).item,
  ];
}

/** An ordinary card: its items on the theme's ground, with the foot. */
export function finish(ground: Ground, items: Item[], scale: number): Drawn {
  return { background: ground.look.background, items: [...items, ...footer(ground)], scale };
}

/** The first block of a kind, and the others. */
export function take<K extends Block['kind']>(blocks: Block[], kind: K): [BlockOf<K> | undefined, Block[]] {
  const found = blocks.find((block) => block.kind === kind) as BlockOf<K> | undefined;
  return [found, blocks.filter((block) => block !== found)];
}
