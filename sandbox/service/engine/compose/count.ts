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
  const left = [isAgenda, isDivider].reduce((all, isFrame) => {
    const frames = [...all.keys()].filter((at) => at > 0 && isFrame(all[at] as Card));
    const gone = new Set(frames.slice(Math.max(frames.length - (all.length - count), 0)));
    return all.filter((_, at) => !gone.has(at));
  }, cards);
  return count === 1 ? [single(left)] : smallestJoined(left, count);
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

interface Place {
  at: number;
  card: Card;
  length: number;
  before?: Place | undefined;
  next?: Place | undefined;
}

/**
 * Joins the two neighbours with the least on them, the first such, again and again. Title and closing stay by themselves
 * while there is room.
 */
function smallestJoined(cards: Card[], count: number): Card[] {
  const end = count >= 4 && cards.at(-1)?.layout === 'closing' ? cards.length - 1 : cards.length;
  const places: Place[] = cards.map((card, at) => ({ at, card, length: lengthOf(card.blocks) }));
  for (const place of places)
    Object.assign(place, { before: places[place.at - 1], next: places[place.at + 1] });
  const cost = ({ at, card, length, next }: Place) =>
    at > 0 && next && next.at < end
      ? length + next.length + (card.title === next.card.title ? 0 : 300)
      : Number.POSITIVE_INFINITY;
  const costs = leastOf(places.map(cost));
  for (let left = places.length; left > count; left--) {
    const place = places[costs.least()] as Place;
    const other = place.next as Place;
    const card = merged(place.card, other.card);
    Object.assign(place, { card, length: lengthOf(card.blocks), next: other.next });
    if (other.next) other.next.before = place;
    costs.set(other.at, Number.POSITIVE_INFINITY);
    for (const changed of [place, place.before]) if (changed) costs.set(changed.at, cost(changed));
  }
  const left: Card[] = [];
  for (let place = places[0]; place; place = place.next) left.push(place.card);
  return left;
}

/** Which of many numbers is the least, the first where several are, while they change: winners play upwards, two by two. */
function leastOf(numbers: number[]) {
  const size = 2 ** Math.ceil(Math.log2(numbers.length));
  const winners = Array.from({ length: 2 * size }, (_, node) => node - size);
  const at = (node: number) => winners[node] as number;
  const play = (node: number) => {
    const [one, other] = [at(2 * node), at(2 * node + 1)];
    winners[node] =
      (numbers[other] ?? Number.POSITIVE_INFINITY) < (numbers[one] ?? Number.POSITIVE_INFINITY) ? other : one;
  };
  for (let node = size - 1; node > 0; node--) play(node);
  return {
    least: () => at(1),
    set(place: number, number: number) {
      numbers[place] = number;
      for (let node = (size + place) >> 1; node > 0; node >>= 1) play(node);
    },
  };
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
