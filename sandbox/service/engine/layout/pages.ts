import type { Card, CardLayout, Deck } from '../deck.ts';
import { themeOf } from '../themes/themes.ts';
import { isFromRight, isRightToLeft, type Paragraph } from '../type/runs.ts';
import { canvasOf, onPlain, type Setting } from './canvas.ts';
import { chart, opening, section, stack } from './cards/body.ts';
import type { Drawn, Ground } from './cards/frame.ts';
import { chartParts } from './chart.ts';
import { layDocument, layDocumentCard } from './document.ts';
import { textItem } from './items.ts';
import type { Box, Item, Scene, Shape } from './scene.ts';
import { tableParts } from './table.ts';

/** Returns the pages of a file. A document flows; in all other formats a card is a page. */
export function pagesOf(deck: Deck): Scene[] {
  const scenes =
    deck.format === 'document' ? layDocument(deck) : deck.cards.map((_, index) => layCard(deck, index));
  return readsFromRight(deck) ? scenes.map(mirrored) : scenes;
}

/** Returns whether a deck reads from right to left, judged by its titles. */
export const readsFromRight = ({ title, cards }: Deck): boolean =>
  isFromRight([title, ...cards.map((card) => card.title)].join(' '));

/** Returns one card by itself, for pictures. */
export function cardScene(deck: Deck, index: number): Scene {
  const scene = deck.format === 'document' ? layDocumentCard(deck, index) : layCard(deck, index);
  return readsFromRight(deck) ? mirrored(scene) : scene;
}

/** Returns a scene for right-to-left reading: left and right are swapped, except in charts. */
function mirrored(scene: Scene): Scene {
  return { ...scene, items: scene.items.map((item) => mirroredItem(item, scene.width)) };
}

/** Moves a box to the opposite side of a scene of that width. */
const across = <B extends Box>(box: B, width: number): B => ({ ...box, x: width - box.x - box.width });

function mirroredItem(item: Item, width: number): Item {
  if (item.kind === 'shape') return { ...item, shape: mirroredShape(item.shape, width) };
  const box = across(item.box, width);
  if (item.kind === 'art')
    return { ...item, box, shapes: item.shapes.map((shape) => mirroredShape(shape, width)) };
  if (item.kind === 'text') return textItem(item.paragraphs.map(aligned), box, item);
  if (item.kind === 'chart' || item.kind === 'picture') return { ...item, box };
  const rows = item.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.map(aligned)).reverse(),
  }));
  return { ...item, box, columns: [...item.columns].reverse(), rows };
}

function mirroredShape(shape: Shape, width: number): Shape {
  if (shape.kind === 'rect') return across(shape, width);
  return { ...shape, cx: width - shape.cx };
}

/** Aligns a paragraph of any script to the other side, but not a left-to-right list, whose markers stay on the left. */
function aligned(paragraph: Paragraph): Paragraph {
  if (paragraph.align === 'center' || (paragraph.marker && !isRightToLeft(paragraph))) return paragraph;
  return { ...paragraph, align: paragraph.align === 'right' ? 'left' : 'right' };
}

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
