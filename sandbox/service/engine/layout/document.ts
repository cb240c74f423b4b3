import { atomsOf } from '../compose/atoms.ts';
import type { Block, Card, Deck } from '../deck.ts';
import { themeOf } from '../themes/themes.ts';
import { artwork } from './art.ts';
import { type Canvas, canvasOf } from './canvas.ts';
import { fitted, rect, textItem } from './items.ts';
import type { Item, Scene } from './scene.ts';
import { onCover, onPlain, type Setting } from './setting.ts';
import { stacked } from './stack.ts';
import { bodyParagraph, headingParagraph, kickerParagraph } from './textBlocks.ts';

/** A page being filled from the top. */
interface Page {
  items: Item[];
  y: number;
}

interface Flow {
  deck: Deck;
  canvas: Canvas;
  setting: Setting;
  pages: Page[];
}

const BAND = 190;

/** A document as flowing pages: cards follow one another, and only what does not fit goes on to the next page. */
export function layDocument(deck: Deck): Scene[] {
  const usual = flowOf(deck, 1);
  // A few lines on a page of their own are brought back by setting all a little smaller.
  const isSpilled = usual.pages.length > 1 && (usual.pages.at(-1)?.y ?? 0) < usual.canvas.height * SPILLED;
  const smaller = isSpilled ? flowOf(deck, 0.92) : usual;
  const flow = smaller.pages.length < usual.pages.length ? smaller : usual;
  const { width, height } = flow.canvas;
  const { background } = flow.setting.look;
  return flow.pages.map((page, i) => ({
    width,
    height,
    background,
    items: [...page.items, ...foot(flow, i)],
  }));
}

/** Part of a page down to which text on the last one is few lines. */
const SPILLED = 0.25;

function flowOf(deck: Deck, size: number): Flow {
  const usual = canvasOf(deck);
  const canvas = { ...usual, body: usual.body * size };
  const flow: Flow = { deck, canvas, setting: onPlain(themeOf(deck.themeId).look, canvas.body), pages: [] };
  for (const [i, card] of deck.cards.entries()) placeCard(flow, card, deck.cards[i - 1]);
  if (flow.pages.length === 0) newPage(flow);
  return flow;
}

/** One card of a document by itself, on a page as long as it needs (and no shorter than wide). */
export function layDocumentCard(deck: Deck, index: number): Scene {
  const canvas = { ...canvasOf(deck), height: 20_000 };
  const { look } = themeOf(deck.themeId);
  const flow: Flow = { deck, canvas, setting: onPlain(look, canvas.body), pages: [] };
  placeCard(flow, deck.cards[index] as Card);
  const [page = { items: [], y: 0 }] = flow.pages;
  const height = Math.max(page.y + canvas.margin, canvas.width * 0.6);
  return { width: canvas.width, height, background: look.background, items: page.items };
}

function newPage(flow: Flow): Page {
  const page = { items: [], y: flow.canvas.margin };
  flow.pages.push(page);
  return page;
}

const bottomOf = ({ canvas }: Flow) => canvas.height - canvas.margin;

/** The page to go on with: the open one if that much more fits on it. */
function pageFor(flow: Flow, height: number): Page {
  const open = flow.pages.at(-1);
  return open && open.y + height <= bottomOf(flow) ? open : newPage(flow);
}

function placeCard(flow: Flow, card: Card, before?: Card): void {
  if (card.layout === 'title') {
    placeOpening(flow, card);
    return;
  }
  // Cards that were parted for their length are one chapter here.
  if (!before || before.layout === 'title' || before.title !== card.title) placeHeading(flow, card);
  for (const block of card.blocks) placeBlock(flow, block);
  const page = flow.pages.at(-1);
  if (page) page.y += flow.canvas.body * 1.2;
}

function placeOpening(flow: Flow, card: Card): void {
  const page = newPage(flow);
  const { canvas, deck } = flow;
  const { look } = themeOf(deck.themeId);
  const setting = onCover(look, canvas.body);
  const band = { x: 0, y: 0, width: canvas.width, height: BAND };
  const strip = { x: canvas.width * 0.72, y: 0, width: canvas.width * 0.28, height: BAND };
  const box = { x: canvas.margin, y: 34, width: canvas.width * 0.72 - canvas.margin - 24, height: BAND - 60 };
  const title = fitted(
    (scale) => [
      ...(card.kicker ? [kickerParagraph(setting, card.kicker, canvas.body * 0.85 * scale)] : []),
      { ...headingParagraph(setting, card.title, canvas.body * 2.5 * scale), before: 4 },
    ],
    box,
    { anchor: 'middle', role: 'title' },
  ).item;
  const ground: Item = {
    kind: 'art',
    box: band,
    radius: 0,
    shapes: [{ kind: 'rect', ...band, fill: { from: look.cover.from, to: look.cover.to } }],
  };
  const art: Item = { kind: 'art', box: strip, radius: 0, shapes: artwork(look, deck.title, strip, 'cover') };
  page.items.push(ground, art, title);
  page.y = BAND + canvas.body * 2.2;
  for (const block of card.blocks)
    placeBlock(flow, block, { ...flow.setting, ink: flow.setting.muted, body: canvas.body * 1.18 });
  page.y += canvas.body;
}

/** A heading never stands alone at the foot of a page. */
function placeHeading(flow: Flow, card: Card): void {
  const { canvas, setting } = flow;
  const { look } = setting;
  const width = canvas.width - 2 * canvas.margin;
  const size = canvas.body * (card.layout === 'section' ? 2 : 1.55);
  const paragraphs = [
    ...(card.kicker ? [kickerParagraph(setting, card.kicker, canvas.body * 0.78)] : []),
    ...(card.title ? [{ ...headingParagraph(setting, card.title, size), before: 3 }] : []),
  ];
  if (paragraphs.length === 0) return;
  const item = textItem(paragraphs, { x: canvas.margin, y: 0, width, height: 0 }, { role: 'title' });
  const heading = item.laid.height + canvas.body * 2.5;
  const page = pageFor(flow, heading + (keepsTogether(flow, card, heading) ?? firstHeight(flow, card)));
  if (page.y > canvas.margin) page.y += canvas.body * 0.8;
  const box = { ...item.box, y: page.y, height: item.laid.height };
  const rule = rect(
    { x: canvas.margin, y: page.y + box.height + 4, width: 34, height: 2.5 },
    look.palette[0],
  );
  page.items.push({ ...item, box }, rule);
  page.y += box.height + canvas.body * 1.3;
}

/** Part of a page that may stay empty so that a section is not torn. */
const EMPTY = 0.45;

/** Height of a section that is to stand on one page, since it fits on one and little is left of the open one. */
function keepsTogether(flow: Flow, card: Card, heading: number): number | undefined {
  const { canvas, setting, pages } = flow;
  const room = { x: 0, y: 0, width: canvas.width - 2 * canvas.margin };
  const all = flow.deck.cards.slice(flow.deck.cards.indexOf(card));
  const end = all.findIndex((other) => other.title !== card.title);
  const blocks = all.slice(0, end < 0 ? all.length : end).flatMap((other) => other.blocks);
  const { height } = stacked(blocks, room, setting, 1.05);
  const left = bottomOf(flow) - (pages.at(-1)?.y ?? canvas.margin);
  const fitsPage = heading + height <= canvas.height - 2 * canvas.margin;
  return fitsPage && left < canvas.height * EMPTY ? height : undefined;
}

/** Height of what a heading must not be parted from: the first piece of what it stands over. */
function firstHeight({ canvas, setting }: Flow, card: Card): number {
  const [first] = card.blocks.slice(0, 1).flatMap((block) => atomsOf(block).slice(0, 1));
  if (!first) return canvas.body * 5;
  const room = { x: 0, y: 0, width: canvas.width - 2 * canvas.margin };
  return Math.min(stacked([first], room, setting, 1).height, canvas.height * 0.5);
}

function placeBlock(flow: Flow, block: Block, setting = flow.setting): void {
  const room = { x: flow.canvas.margin, y: 0, width: flow.canvas.width - 2 * flow.canvas.margin };
  const whole = stacked([block], room, setting, 1);
  const open = flow.pages.at(-1) ?? newPage(flow);
  const atoms = open.y + whole.height <= bottomOf(flow) ? [block] : atomsOf(block);
  for (const [i, atom] of atoms.entries())
    placeAtom(flow, atom, room, setting, i > 0 && block.kind === 'list');
}

function placeAtom(
  flow: Flow,
  atom: Block,
  room: { x: number; width: number },
  setting: Setting,
  tight: boolean,
): void {
  const { height } = stacked([atom], { ...room, y: 0 }, setting, 1);
  const page = pageFor(flow, height);
  if (tight) page.y -= setting.body * 0.35;
  // A block higher than a whole page (a row of a table may be) is made to fit one.
  const left = bottomOf(flow) - page.y;
  let scale = 1;
  while (stacked([atom], { ...room, y: 0 }, setting, scale).height > left && scale > 0.01) scale *= 0.95;
  const placed = stacked([atom], { ...room, y: page.y }, setting, scale);
  page.items.push(...placed.items);
  page.y += placed.height + setting.body * 0.75;
}

function foot({ deck, canvas, setting }: Flow, index: number): Item[] {
  const size = canvas.body * 0.72;
  const width = canvas.width - 2 * canvas.margin;
  const line = (text: string, align: 'left' | 'right') => (scale: number) => [
    { ...bodyParagraph(setting, [{ text }], size * scale), color: setting.muted, align },
  ];
  const box = {
    x: canvas.margin,
    y: canvas.height - canvas.margin * 0.62,
    width: width * 0.85,
    height: size * 1.6,
  };
  return [
    fitted(line(deck.title, 'left'), box).item,
    fitted(line(String(index + 1), 'right'), { ...box, x: canvas.margin + width * 0.88, width: width * 0.12 })
      .item,
  ];
}
