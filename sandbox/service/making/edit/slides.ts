import type { Card, Deck } from '../../engine/deck.ts';
import { composeDeck } from '../../engine/engine.ts';
import { cardsNamed, placeOf } from './which-card.ts';

/** Removes the cards that the instruction names. One card stays, because a document has at least one. */
export function without(deck: Deck, instruction: string): Deck | undefined {
  if (!/\b(?:slide|card|page|section)s?\b/i.test(instruction)) return undefined;
  const places = cardsNamed(deck, instruction);
  const cards = deck.cards.filter((_, place) => !places.includes(place));
  return { ...deck, cards: cards.length === 0 ? deck.cards.slice(0, 1) : cards };
}

/** Moves a card: "Move slide 3 to the end", "… before slide 2", "… to position 1". */
export function moved(deck: Deck, instruction: string): Deck | undefined {
  const [what = '', where = ''] = instruction.split(
    /\b(?=to the\b|to position\b|to (?:slide|place)\b|before\b|after\b|behind\b|up\b|down\b)/i,
  );
  const [from] = cardsNamed(deck, what);
  const card = from === undefined ? undefined : deck.cards[from];
  if (from === undefined || !card) return undefined;
  const others = deck.cards.filter((each) => each !== card);
  const to = placeFor(deck, from, where);
  return { ...deck, cards: [...others.slice(0, to), card, ...others.slice(to)] };
}

/** Returns the position among the other cards to which a card moves. */
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

/** Adds a card about the subject of the words, at the position that they name or at the end. */
export function withCard(deck: Deck, words: string): Deck {
  const { about, place } = partsOf(deck, words);
  return withWords(deck, about.charAt(0).toUpperCase() + about.slice(1), place);
}

/** Adds a card with a text. */
export function withWords(deck: Deck, text: string, place = deck.cards.length): Deck {
  const { format, themeId, language } = deck;
  const made = composeDeck({ text, format, themeId, language });
  const added = made.cards.map((card): Card => {
    if (card.layout !== 'title') return card;
    return { ...card, layout: card.blocks.length > 0 ? 'bullets' : 'section' };
  });
  return { ...deck, cards: [...deck.cards.slice(0, place), ...added, ...deck.cards.slice(place)] };
}

/** Returns subject and position of a new card: "a slide on X", "a risks slide after slide 2", "X". */
function partsOf(deck: Deck, words: string): { about: string; place?: number } {
  const where = WHERE.exec(words);
  const place = where ? placeNamed(deck, where) : undefined;
  const rest = (where && place !== undefined ? words.slice(0, where.index) : words)
    .replace(/[.!]$/, '')
    .trim();
  const about = (AFTER_CARD.exec(rest)?.[1] ?? BEFORE_CARD.exec(rest)?.[1] ?? rest).trim() || rest;
  return place === undefined ? { about } : { about, place };
}

const CARD = '(?:card|slide|section|page)s?';
const WHERE =
  /\s*,?\s*\b(?:(after|before)\s+(?:the\s+)?(.+?)|(?:at|to|as)\s+(?:the\s+)?(beginning|start|front|first slide|end))\.?$/i;
const AFTER_CARD = new RegExp(
  `^(?:an?|the|one more|another|one)?\\s*(?:new\\s+)?\\b${CARD}\\b\\s*(?:about|on|with|for|covering|:)\\s*(.+)$`,
  'is',
);
const BEFORE_CARD = new RegExp(`^(?:an?|the|one more|another|one)?\\s*(?:new\\s+)?(.+?)\\s+${CARD}$`, 'i');

/** Returns the position that words such as "after slide 2", "after the budget" or "at the end" name. */
function placeNamed(deck: Deck, [words, side, name, edge]: RegExpExecArray): number | undefined {
  if (edge)
    return edge.toLowerCase() === 'end' ? deck.cards.length : Number(deck.cards[0]?.layout === 'title');
  const [near = placeOf(deck, name ?? '')] = cardsNamed(deck, words);
  if (near === -1) return undefined;
  return side?.toLowerCase() === 'after' ? near + 1 : near;
}
