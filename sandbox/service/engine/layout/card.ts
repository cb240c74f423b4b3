import type { Card, CardLayout, Deck } from '../deck.ts';
import { themeOf } from '../themes/themes.ts';
import { canvasOf } from './canvas.ts';
import { chart, stack } from './cards/body.ts';
import { opening, section } from './cards/cover.ts';
import type { Drawn, Ground } from './cards/frame.ts';
import { chartParts } from './chart.ts';
import type { Item, Scene } from './scene.ts';
import { onPlain, type Setting } from './setting.ts';
import { tableParts } from './table.ts';

const layouts: Record<CardLayout, (ground: Ground) => Drawn> = {
  title: opening,
  section,
  bullets: stack,
  table: stack,
  code: stack,
  chart,
};

/** Lays out a card. `fits` is false if some text is smaller than the type scale of the deck. */
export function layCard(deck: Deck, index: number): Scene & { fits: boolean } {
  const card = deck.cards[index] as Card;
  const canvas = canvasOf(deck);
  const setting = onPlain(themeOf(deck.themeId).look, canvas.sizes);
  const drawn = layouts[card.layout]({ deck, card, index, canvas, setting });
  return { width: canvas.width, height: canvas.height, ...drawn };
}

/** Replaces charts and tables by shapes and text, for painters that cannot draw them. */
export function parts(items: Item[], setting: Setting): Exclude<Item, { kind: 'table' | 'chart' }>[] {
  return items.flatMap((item) => {
    if (item.kind === 'chart') return parts(chartParts(item.chart, item.box, setting), setting);
    if (item.kind === 'table') return parts(tableParts(item, setting), setting);
    return [item];
  });
}
