import { atomsOf, joined } from '../compose/atoms.ts';
import type { Block, Card, Deck } from '../deck.ts';
import { themeOf } from '../themes/themes.ts';
import { artwork } from './art.ts';
import { type Canvas, onCover, onPlain, type Setting, sheetOf } from './canvas.ts';
import { footer } from './cards/frame.ts';
import { fitted, textItem } from './items.ts';
import type { Item, Scene } from './scene.ts';
import { fitStack, stacked } from './stack.ts';
import { headingParagraph, kickerParagraph } from './textBlocks.ts';

/** A page and how far it is filled from the top. */
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

/** Height of the coloured band with the title, in points. */
const BAND = 150;

/** Factors of the type size, largest first. A short one-pager has larger type, so that it does not leave most of its page empty. */
const ENLARGED = [1.6, 1.4, 1.2];

/** Lays out a document as flowing pages. */
export function layDocument(deck: Deck): Scene[] {
  const usual = flowOf(deck, 1);
  const isOnePage = usual.pages.length === 1;
  const larger = isOnePage
    ? ENLARGED.map((factor) => flowOf(deck, factor)).find(({ pages }) => pages.length === 1)
    : undefined;
  const flow = larger ?? usual;
  return flow.pages.map((page, index) =>
    sceneOf(flow, [...page.items, ...footer({ ...flow, index })], flow.canvas.height),
  );
}

function flowOf(deck: Deck, factor: number): Flow {
  const canvas = sheetOf(deck);
  const { small, body, large, title, cover } = canvas.sizes;
  const sizes = { small, body: body * factor, large: large * factor, title: title * factor, cover };
  const flow = emptyFlow(deck, { ...canvas, sizes });
  for (const [i, card] of deck.cards.entries()) placeCard(flow, card, deck.cards[i - 1]);
  if (flow.pages.length === 0) newPage(flow);
  return flow;
}

/** Lays out one card of a document on a page of the height that it needs. */
export function layDocumentCard(deck: Deck, index: number): Scene {
  const usual = sheetOf(deck);
  const flow = emptyFlow(deck, { ...usual, height: 20_000 });
  placeCard(flow, deck.cards[index] as Card);
  const [page = { items: [], y: 0 }] = flow.pages;
  return sceneOf(flow, page.items, Math.max(page.y + usual.margin, usual.width * 0.6));
}

function sceneOf({ canvas, setting }: Flow, items: Item[], height: number): Scene {
  return { width: canvas.width, height, background: setting.look.background, items };
}

function emptyFlow(deck: Deck, canvas: Canvas): Flow {
  return { deck, canvas, setting: onPlain(themeOf(deck.themeId).look, canvas.sizes), pages: [] };
}

function newPage(flow: Flow): Page {
  const page = { items: [], y: flow.canvas.margin };
  flow.pages.push(page);
  return page;
}

const bottomOf = ({ canvas }: Flow) => canvas.height - canvas.margin;

/** Returns the last page if this height still fits on it, otherwise a new one. */
function pageFor(flow: Flow, height: number): Page {
  const open = flow.pages.at(-1);
  return open && open.y + height <= bottomOf(flow) ? open : newPage(flow);
}

function placeCard(flow: Flow, card: Card, before?: Card): void {
  const { body } = flow.canvas.sizes;
  if (card.layout === 'title') placeOpening(flow, card);
  else {
    // Only the first of a section's cards has the heading. Text that continues the title card has none.
    if (before?.title !== card.title) placeHeading(flow, card);
    for (const block of card.blocks) placeBlock(flow, block);
  }
  const page = flow.pages.at(-1);
  if (page) page.y += body * 0.9;
}

function placeOpening(flow: Flow, card: Card): void {
  const page = newPage(flow);
  const { canvas, deck } = flow;
  const { look } = flow.setting;
  const setting = onCover(look, canvas.sizes);
  const band = { x: 0, y: 0, width: canvas.width, height: BAND };
  const strip = { ...band, x: canvas.width * 0.76, width: canvas.width * 0.24 };
  const box = { x: canvas.margin, y: 24, width: canvas.width * 0.76 - canvas.margin - 24, height: BAND - 48 };
  const { cover, title } = canvas.sizes;
  const build = (size: number) => [headingParagraph(setting, card.title, size)];
  const text = fitted(build, box, [cover, title, canvas.sizes.large], {
    anchor: 'middle',
    role: 'title',
  }).item;
  const fill = { from: look.cover.from, to: look.cover.to };
  page.items.push(
    { kind: 'art', box: band, shapes: [{ kind: 'rect', ...band, fill }] },
    { kind: 'art', box: strip, shapes: artwork(look, deck.title, strip) },
    text,
  );
  page.y = BAND + canvas.sizes.body * 2;
  for (const block of card.blocks) placeBlock(flow, block, canvas.sizes.large);
}

/** Adds a heading, on a new page if the first lines after it do not fit on this one. */
function placeHeading(flow: Flow, card: Card): void {
  const { canvas, setting } = flow;
  const { body, title } = canvas.sizes;
  const width = canvas.width - 2 * canvas.margin;
  const paragraphs = [
    ...(card.kicker ? [kickerParagraph(setting, card.kicker)] : []),
    ...(card.title ? [{ ...headingParagraph(setting, card.title, title), before: 3 }] : []),
  ];
  if (paragraphs.length === 0) return;
  const item = textItem(paragraphs, { x: canvas.margin, y: 0, width, height: 0 }, { role: 'title' });
  const page = pageFor(flow, item.laid.height + body * 2.5 + firstHeight(flow, card));
  if (page.y > canvas.margin) page.y += body * 0.6;
  const box = { ...item.box, y: page.y, height: item.laid.height };
  page.items.push({ ...item, box });
  page.y += box.height + body * 0.6;
}

/** Returns the height of the first piece below a heading. */
function firstHeight({ canvas, setting }: Flow, card: Card): number {
  const [first] = card.blocks.slice(0, 1).flatMap((block) => atomsOf(block).slice(0, 1));
  if (!first) return 0;
  const room = { x: 0, y: 0, width: canvas.width - 2 * canvas.margin };
  return Math.min(stacked([first], room, setting, canvas.sizes.body).height, canvas.height * 0.5);
}

function placeBlock(flow: Flow, block: Block, size = flow.canvas.sizes.body): void {
  const room = { x: flow.canvas.margin, y: 0, width: flow.canvas.width - 2 * flow.canvas.margin };
  const open = flow.pages.at(-1) ?? newPage(flow);
  const isWhole = open.y + stacked([block], room, flow.setting, size).height <= bottomOf(flow);
  const atoms = isWhole ? [block] : piecesOf(block);
  for (const [i, atom] of atoms.entries()) {
    const { height } = stacked([atom], room, flow.setting, size);
    const page = pageFor(flow, height);
    if (i > 0 && block.kind === 'list' && page.items.length > 0) page.y -= size * 0.35;
    // A piece that is higher than a page is made smaller.
    const box = { ...room, y: page.y, height: bottomOf(flow) - page.y };
    const placed = fitStack([atom], box, flow.setting, [size]);
    page.items.push(...placed.items);
    page.y += placed.height + size * 0.7;
  }
}

/** Numbers of table rows and code lines that stay together on a page. */
const TOGETHER: Partial<Record<Block['kind'], number>> = { table: 8, code: 20 };

function piecesOf(block: Block): Block[] {
  const atoms = atomsOf(block);
  const count = TOGETHER[block.kind] ?? 1;
  return atoms.flatMap((_, i) => (i % count === 0 ? joined(atoms.slice(i, i + count)) : []));
}
