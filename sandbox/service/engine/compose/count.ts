import type { Block, Card } from '../deck.ts';
import { atomsOf, joined } from './atoms.ts';
import { layoutOf, lengthOf } from './fit.ts';

export const MOST_CARDS = 75;

/** The cards in the number asked for: what frames the content goes or comes first, then cards are joined or parted. */
export function counted(cards: Card[], wanted: number): Card[] {
  const count = Math.min(Math.max(Math.round(wanted), 1), MOST_CARDS);
  return cards.length > count ? fewer(cards, count) : more(cards, count);
}

function fewer(cards: Card[], count: number): Card[] {
  let left = cards;
  for (const isFrame of [isAgenda, isDivider]) {
    for (let i = left.length - 1; i > 0 && left.length > count; i--) {
      if (isFrame(left[i] as Card)) left = left.filter((_, at) => at !== i);
    }
  }
  if (count === 1) return [single(left)];
  while (left.length > count) left = joinedAt(left, smallestPair(left, count >= 4));
  return left;
}

const isAgenda = (card: Card) => card.kicker === 'Agenda';
const isDivider = (card: Card) => card.layout === 'section' && card.blocks.length === 0;

/** All on one card, under the title of the whole. */
function single(cards: Card[]): Card {
  const [first, ...rest] = cards;
  if (rest.length === 0) return first as Card;
  const all = rest.reduce(merged);
  return {
    ...all,
    title: first?.title ?? all.title,
    kicker: undefined,
    layout: layoutOf({ ...all, layout: 'bullets' }),
  };
}

/** First of the two neighbours with the least on them. Title and closing stay by themselves while there is room. */
function smallestPair(cards: Card[], keepsEnd: boolean): number {
  const last = keepsEnd && cards.at(-1)?.layout === 'closing' ? cards.length - 2 : cards.length - 1;
  const lengths = cards.map((card) => lengthOf(card.blocks));
  let found = Math.min(1, cards.length - 2);
  for (let i = 1; i < last; i++) {
    if (pairCost(cards, lengths, i) < pairCost(cards, lengths, found)) found = i;
  }
  return found;
}

function pairCost(cards: Card[], lengths: number[], i: number): number {
  const sameTitle = cards[i]?.title === cards[i + 1]?.title ? 0 : 300;
  return (lengths[i] ?? 0) + (lengths[i + 1] ?? 0) + sameTitle;
}

function joinedAt(cards: Card[], at: number): Card[] {
  const [one, other] = [cards[at] as Card, cards[at + 1] as Card];
  return [...cards.slice(0, at), merged(one, other), ...cards.slice(at + 2)];
}

function merged(one: Card, other: Card): Card {
  const same = one.title === other.title;
  const blocks = same ? joined([...pressed(one), ...pressed(other)]) : [...headed(one), ...headed(other)];
  const texts = blocks.filter((block) => block.kind !== 'picture');
  const two =
    texts.filter((block) => block.kind === 'subheading').length === 2 && texts[0]?.kind === 'subheading';
  const simple = texts.every(
    (block) => block.kind === 'subheading' || block.kind === 'list' || block.kind === 'paragraph',
  );
  const both = one.title && other.title ? `${one.title} · ${other.title}` : one.title || other.title;
  const card: Card = {
    layout: two && simple ? 'columns' : 'bullets',
    title: same || both.length > 70 ? one.title || other.title : both,
    blocks: texts,
  };
  return { ...card, layout: layoutOf(card) };
}

/** Blocks with their title as a subheading. */
function headed(card: Card): Block[] {
  const has = card.blocks.some((block) => block.kind === 'subheading');
  return has || !card.title ? pressed(card) : [{ kind: 'subheading', text: card.title }, ...pressed(card)];
}

/** Blocks as they stand beside others: steps as points, and no chart beside its own figures, which says them twice. */
function pressed({ blocks }: Card): Block[] {
  const isSaid = blocks.some((block) => block.kind === 'table' || block.kind === 'list');
  return blocks
    .filter((block) => block.kind !== 'chart' || !isSaid)
    .map((block) => (block.kind === 'steps' ? stepsAsList(block) : block));
}

function stepsAsList(block: Extract<Block, { kind: 'steps' }>): Block {
  const items = block.steps.map((step, at) => ({
    spans: [{ text: [step.label, step.text].filter(Boolean).join(': ') }],
    level: 0,
    number: at + 1,
  }));
  return { kind: 'list', ordered: true, items };
}

/** Parts the fullest card in two, again and again, as long as it has that many pieces: nothing is made up to fill a number. */
function more(cards: Card[], count: number): Card[] {
  let all = cards;
  while (all.length < count) {
    const sizes = all.map((card) => (isPartable(card) ? piecesOf(card).length : 0));
    const most = Math.max(...sizes);
    if (most < 2) return all;
    const at = sizes.indexOf(most);
    all = [...all.slice(0, at), ...halves(all[at] as Card), ...all.slice(at + 1)];
  }
  return all;
}

const isPartable = (card: Card) =>
  ['bullets', 'columns', 'picture', 'table'].includes(card.layout) && !isAgenda(card);

const piecesOf = (card: Card) =>
  card.blocks.flatMap((block) => (block.kind === 'picture' ? [] : atomsOf(block)));

/** Points that are read at a glance. */
const MOST_POINTS = 8;

/** A card with more points than that is two. */
export const eased = (card: Card): Card[] =>
  card.layout === 'bullets' && piecesOf(card).length > MOST_POINTS ? halves(card).flatMap(eased) : [card];

function halves(card: Card): Card[] {
  const pieces = piecesOf(card);
  const middle = Math.ceil(pieces.length / 2);
  const at = pieces[middle - 1]?.kind === 'subheading' ? middle - 1 || middle : middle;
  const picture: Block[] = card.blocks.filter((block) => block.kind === 'picture');
  return [pieces.slice(0, at), pieces.slice(at)].map((part, i) => {
    const blocks = [...(i === 0 ? picture : []), ...joined(part)];
    return {
      ...card,
      blocks,
      layout: layoutOf({ ...card, blocks, layout: card.layout === 'columns' ? 'bullets' : card.layout }),
    };
  });
}
