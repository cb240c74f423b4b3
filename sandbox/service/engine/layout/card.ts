import type { CardLayout, Deck } from '../deck.ts';
import { themeOf } from '../themes/themes.ts';
import { type Canvas, canvasOf } from './canvas.ts';
import { chart, picture, quote, stats, steps, table } from './cards/figures.ts';
import { closing, opening, section } from './cards/opening.ts';
import { bullets, columns } from './cards/points.ts';
import { chartParts } from './chart.ts';
import type { Drawn, Ground } from './ground.ts';
import type { Item, Scene } from './scene.ts';
import { onPlain, type Setting } from './setting.ts';
import { tableParts } from './table.ts';

const layouts: Record<CardLayout, (ground: Ground) => Drawn> = {
  title: opening,
  section,
  closing,
  bullets,
  columns,
  picture,
  stats,
  chart,
  table,
  quote,
  steps,
  code: table,
};

/** Lays one card out. `scale` tells how small its text had to be; 1 is the set size. */
export function layCard(
  deck: Deck,
  index: number,
  canvas: Canvas = canvasOf(deck),
): Scene & { scale: number } {
  const card = deck.cards[index];
  if (!card) throw new RangeError(`There is no card ${index} in a deck of ${deck.cards.length}`);
  const { look } = themeOf(deck.themeId);
  const setting = onPlain(look, canvas.body);
  const drawn = layouts[card.layout]({ deck, card, index, canvas, look, setting });
  return { width: canvas.width, height: canvas.height, ...drawn };
}

/** The scene in nothing but shapes, artwork and text: charts and tables taken apart. */
export function parts(items: Item[], setting: Setting): Exclude<Item, { kind: 'table' | 'chart' }>[] {
  return items.flatMap((item) => {
    if (item.kind === 'chart') return parts(chartParts(item.chart, item.box, setting), setting);
    if (item.kind === 'table') return parts(tableParts(item, setting), setting);
    return [item];
  });
}
