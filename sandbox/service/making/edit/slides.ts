import type { Block, Card, Deck, Span } from '../../engine/deck.ts';
import { plain } from '../../engine/deck.ts';
import { composeDeck } from '../../engine/engine.ts';
import { sentencesOf } from '../../engine/read/sentences.ts';
import { cardsNamed, placeOf } from './which-card.ts';

/** Items that are left of a list that is made shorter. */
const SHORT_LIST = 3;

/** Without the cards that the wish names. One card stays: a doc has at least one. */
export function without(deck: Deck, wish: string): Deck | undefined {
  const names = /\b(?:slide|card|page|section)s?\b/i.test(wish);
  const places = cardsNamed(deck, wish);
  if (!names) return undefined;
  const cards = deck.cards.filter((_, place) => !places.includes(place));
  return cards.length === 0 ? { ...deck, cards: deck.cards.slice(0, 1) } : withAgenda(deck, cards);
}

/** "Move slide 3 to the end", "… before slide 2", "… to position 1". */
export function moved(deck: Deck, wish: string): Deck | undefined {
  const [what = '', where = ''] = wish.split(
    /\b(?=to the\b|to position\b|to (?:slide|place)\b|before\b|after\b|behind\b|up\b|down\b)/i,
  );
  const [from] = cardsNamed(deck, what);
  const card = from === undefined ? undefined : deck.cards[from];
  if (from === undefined || !card) return undefined;
  const others = deck.cards.filter((each) => each !== card);
  const to = placeFor(deck, from, where);
  return withAgenda(deck, [...others.slice(0, to), card, ...others.slice(to)]);
}

/** Where among the others a card goes. */
function placeFor(deck: Deck, from: number, where: string): number {
  if (/\b(?:end|back|last)\b/i.test(where)) return deck.cards.length - 1;
  if (/\b(?:beginning|start|front|top|first)\b/i.test(where)) return 0;
  const position = /\b(?:position|place)\s+(\d+)/i.exec(where)?.[1];
  if (position) return Number(position) - 1;
  const [other] = cardsNamed(deck, where);
  if (other === undefined) return /^up/i.test(where) ? Math.max(0, from - 1) : from + 1;
  const among = other > from ? other - 1 : other;
  return /^(?:after|behind)/i.test(where) ? among + 1 : among;
}

/** A card about something, where the wish says, else before the closing one. */
export function withCard(deck: Deck, wish: string): Deck {
  const { about, place } = partsOf(deck, wish);
  const title = about.charAt(0).toUpperCase() + about.slice(1);
  const { format, themeId } = deck;
  const made = composeDeck({ text: `# ${title}`, format, themeId, numCards: 1 });
  const blocks = made.cards.flatMap((card) => card.blocks);
  const added: Card = { layout: blocks.length > 0 ? 'bullets' : 'section', title, blocks };
  const end = deck.cards.at(-1)?.layout === 'closing' ? deck.cards.length - 1 : deck.cards.length;
  const at = place ?? end;
  return withAgenda(deck, [...deck.cards.slice(0, at), added, ...deck.cards.slice(at)]);
}

/** "a slide on X", "a risks slide after slide 2", "X": what it is about, and before which place it goes. */
function partsOf(deck: Deck, wish: string): { about: string; place?: number } {
  const where = WHERE.exec(wish);
  const place = where ? placeNamed(deck, where) : undefined;
  const rest = (where && place !== undefined ? wish.slice(0, where.index) : wish).replace(/[.!]$/, '').trim();
  const about = (AFTER_CARD.exec(rest)?.[1] ?? BEFORE_CARD.exec(rest)?.[1] ?? rest).trim() || rest;
  return place === undefined ? { about } : { about, place };
}

const CARD = '(?:card|slide|section|page)s?';
const WHERE =
  /\s*,?\s*\b(?:(after|before)\s+(?:the\s+)?(.+?)|(?:at|to|as)\s+(?:the\s+)?(beginning|start|front|first slide|end))\.?$/i;
const AFTER_CARD = new RegExp(
  `^.*?\\b${CARD}\\b\\s*(?:about|on|with|for|covering|that \\w+|:)\\s*(.+)$`,
  'is',
);
const BEFORE_CARD = new RegExp(`^(?:an?|the|one more|another|one)?\\s*(?:new\\s+)?(.+?)\\s+${CARD}$`, 'i');

/** A card may be named by its number, or by its title alone: "after the budget". */
function placeNamed(deck: Deck, [words, side, name, edge]: RegExpExecArray): number | undefined {
  if (edge)
    return edge.toLowerCase() === 'end' ? deck.cards.length : Number(deck.cards[0]?.layout === 'title');
  const [near = placeOf(deck, name ?? '')] = cardsNamed(deck, words);
  if (near === -1) return undefined;
  return side?.toLowerCase() === 'after' ? near + 1 : near;
}

/** What is on the cards made shorter, on those that the wish names or on all; a whole that cannot be so loses a card. */
export function shortened(deck: Deck, wish: string): Deck {
  const places = cardsNamed(deck, wish);
  const isMeant = (place: number) => places.length === 0 || places.includes(place);
  const cards = deck.cards.map((card, place) =>
    isMeant(place) ? { ...card, blocks: card.blocks.map(shorterBlock) } : card,
  );
  const isShorter = JSON.stringify(cards) !== JSON.stringify(deck.cards);
  const isWhole =
    /\b(?:it|deck|document|presentation|page|post)\b/i.test(wish) && !/\bwords|text\b/i.test(wish);
  if (isShorter || !isWhole || deck.cards.length < 3) return { ...deck, cards };
  return withAgenda(deck, deck.cards.toSpliced(deck.cards.length - 2, 1));
}

function shorterBlock(block: Block): Block {
  switch (block.kind) {
    case 'list':
      return { ...block, items: block.items.slice(0, SHORT_LIST) };
    case 'steps':
      return { ...block, steps: block.steps.slice(0, SHORT_LIST) };
    case 'paragraph':
      return { ...block, spans: firstSentence(block.spans) };
    case 'stats':
      return { ...block, stats: block.stats.map(({ value, label }) => ({ value, label })) };
    default:
      return block;
  }
}

function firstSentence(spans: Span[]): Span[] {
  const [first, ...others] = sentencesOf(plain(spans));
  return first && others.length > 0 ? [{ text: first.trim() }] : spans;
}

/** An agenda that named the cards goes on doing so. */
function withAgenda(deck: Deck, cards: Card[]): Deck {
  const before = bodyTitles(deck.cards);
  return {
    ...deck,
    cards: cards.map((card) => {
      const [list] = card.blocks;
      if (card.kicker !== 'Agenda' || list?.kind !== 'list') return card;
      const named = list.items.map((item) => plain(item.spans));
      if (!named.every((name) => before.includes(name))) return card;
      const items = bodyTitles(cards).map((title) => ({ spans: [{ text: title }], level: 0 }));
      return { ...card, blocks: [{ ...list, items }, ...card.blocks.slice(1)] };
    }),
  };
}

const bodyTitles = (cards: readonly Card[]): string[] => [
  ...new Set(
    cards
      .filter(({ layout, kicker }) => !['title', 'closing'].includes(layout) && kicker !== 'Agenda')
      .map(({ title }) => title),
  ),
];
