import type { Card, Deck } from '../../deck.ts';
import type { Canvas, Setting } from '../canvas.ts';
import { fitted, rect, smallText } from '../items.ts';
import type { Box, Item } from '../scene.ts';
import { headingParagraph, kickerParagraph } from '../textBlocks.ts';

/** Input of a layout: the card, its place in the deck, the sheet and the colours. */
export interface Ground {
  deck: Deck;
  card: Card;
  index: number;
  canvas: Canvas;
  setting: Setting;
}

/** Result of a layout. `fits` is false if some text is smaller than the type scale. */
export interface Drawn {
  background: string;
  items: Item[];
  fits: boolean;
}

/** Lays out the kicker and title of an ordinary card. Returns the box below them. */
export function header({ card, canvas, setting }: Ground): { items: Item[]; body: Box } {
  const { margin, sizes } = canvas;
  const width = canvas.width - 2 * margin;
  const items: Item[] = [rect({ x: margin, y: margin * 0.6, width: 44, height: 4 }, setting.look.palette[0])];
  let y = margin * 0.6 + 14;
  if (card.kicker) {
    const box = { x: margin, y, width, height: sizes.small * 1.3 };
    items.push(fitted(() => [kickerParagraph(setting, card.kicker ?? '')], box, [sizes.small]).item);
    y += sizes.small * 1.5;
  }
  if (card.title) {
    const box = { x: margin, y, width, height: canvas.height * 0.3 };
    const steps = [sizes.title, sizes.large, sizes.body];
    const build = (size: number) => [headingParagraph(setting, card.title, size)];
    const title = fitted(build, { ...box, height: sizes.title * 2.4 }, steps, { role: 'title' }).item;
    title.box = { ...title.box, height: title.laid.height };
    items.push(title);
    y += title.laid.height;
  }
  const top = y + sizes.body * 1.2;
  return { items, body: { x: margin, y: top, width, height: canvas.height - margin * 0.95 - top } };
}

/** Adds the footer to the items of an ordinary card. */
export function finish(ground: Ground, items: Item[], fits: boolean): Drawn {
  return { background: ground.setting.look.background, items: [...items, ...footer(ground)], fits };
}

/** Lays out the footer of a card or page: the deck's title and a number. */
export function footer({ deck, index, canvas, setting }: Omit<Ground, 'card'>): Item[] {
  const { margin, sizes } = canvas;
  const width = canvas.width - 2 * margin;
  const box = { x: margin, y: canvas.height - margin * 0.6, width: width * 0.8, height: sizes.small * 1.25 };
  const number = { ...box, x: margin + width * 0.85, width: width * 0.15 };
  return [
    smallText(setting, deck.title, box, { align: 'left' }),
    smallText(setting, String(index + 1), number, { align: 'right' }),
  ];
}
