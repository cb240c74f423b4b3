import type { Card, Deck } from '../deck.ts';
import { atomsOf, joined } from './atoms.ts';
import { cardUnder, layoutOf } from './cards.ts';
import { type Frame, type Packed, packed } from './pack.ts';

/** A title card, and the parts of a text, each under its heading. */
export interface Content {
  opening: Card;
  parts: Card[];
}

/** Cards in a type scale, and sentences that say what they do not show. */
interface Arranged {
  frame: Frame;
  cards: Card[];
  notes: string[];
}

/** Puts content on at most `most` cards. There is no title card if the text needs its place. */
export function arranged({ opening, parts }: Content, frame: Frame, most: number): Arranged {
  if (parts.length === 0) return { frame, cards: [opening], notes: [] };
  const below = most > 1 ? onCards(parts, frame, most - 1) : undefined;
  if (below && !below.cut) return { frame, cards: [opening, ...below.cards], notes: [] };
  const { cards, cut } = onCards([opening, ...parts], frame, most);
  const room = most === 1 ? 'the card' : `${most} cards`;
  const notes = cut ? [`${cut.shown} of ${cut.all} shown. There is no room for the rest on ${room}.`] : [];
  return { frame, cards, notes };
}

/** Puts content on at most `most` cards, in smaller type if some of it would not be shown otherwise. */
export function arrangedToFit(content: Content, frame: Frame, most: number): Arranged {
  const usual = arranged(content, frame, most);
  return usual.notes.length > 0 ? arranged(content, { ...frame, dense: true }, most) : usual;
}

/** Returns a deck of these cards. Neighbours with the same title say which of how many they are. */
export function deckOf({ frame, cards, notes }: Arranged): Deck {
  return { ...frame, ...(notes.length > 0 ? { notes } : {}), cards: numbered(cards) };
}

/** Gives each part cards of its own, or merges the parts if that takes more than `most` cards. */
function onCards(parts: Card[], frame: Frame, most: number): Packed {
  const own = parts[0]?.layout === 'title' ? undefined : ownCards(parts, frame, most);
  if (own) return { cards: own };
  const merged = packed(cardUnder(frame.title, parts), frame, most);
  return { ...merged, cards: titled(merged.cards, frame.title) };
}

/** Returns the cards of all parts, or undefined if there are more than `most`. */
function ownCards(parts: Card[], frame: Frame, most: number): Card[] | undefined {
  const cards: Card[] = [];
  for (const [at, part] of parts.entries()) {
    const room = most - cards.length - (parts.length - at - 1);
    const made = room > 0 ? packed(part, frame, room) : undefined;
    if (!made || made.cut) return undefined;
    cards.push(...made.cards);
  }
  return cards;
}

/** Longest title made from several headings, in characters. */
const TITLE_LIMIT = 70;

/** Makes the headings on each of several cards its title, unless they are too long or text stands above the first one. */
function titled(cards: Card[], deckTitle: string): Card[] {
  if (cards.length === 1) return cards;
  let current = '';
  return cards.map((card, at) => {
    const own = card.blocks.flatMap((block) => (block.kind === 'subheading' ? [block.text] : []));
    const headings = card.blocks[0]?.kind === 'subheading' ? own : [current, ...own];
    current = own.at(-1) ?? current;
    const title = [...new Set(headings)].join(' · ');
    if (!headings[0] || title.length > TITLE_LIMIT) return card;
    const blocks =
      headings.length === 1 ? card.blocks.filter(({ kind }) => kind !== 'subheading') : card.blocks;
    return { ...card, title, ...(at === 0 ? { kicker: deckTitle } : {}), layout: layoutOf(blocks), blocks };
  });
}

function numbered(cards: Card[]): Card[] {
  const rows: Card[][] = [];
  for (const card of cards) {
    const last = rows.at(-1)?.[0];
    const isFrame = card.layout === 'section' || card.layout === 'title' || last?.layout === 'title';
    if (last && !isFrame && last.title === card.title && last.kicker === card.kicker) rows.at(-1)?.push(card);
    else rows.push([card]);
  }
  return rows.flatMap((row) =>
    row.map((card, i) =>
      row.length === 1
        ? card
        : { ...card, kicker: [card.kicker, `${i + 1} of ${row.length}`].filter(Boolean).join(' · ') },
    ),
  );
}

/** Splits the fullest card in two until there are `count` cards, or nothing is left to split. */
export function spread(cards: Card[], count: number): Card[] {
  let all = cards;
  while (all.length < count) {
    const sizes = all.map((card) => (isPartable(card) ? card.blocks.flatMap(atomsOf).length : 0));
    const most = Math.max(...sizes);
    if (most < 2) return all;
    const at = sizes.indexOf(most);
    all = [...all.slice(0, at), ...halves(all[at] as Card), ...all.slice(at + 1)];
  }
  return all;
}

const isPartable = ({ layout }: Card) => layout === 'bullets' || layout === 'table';

function halves(card: Card): Card[] {
  const atoms = card.blocks.flatMap(atomsOf);
  const middle = Math.ceil(atoms.length / 2);
  const at = atoms[middle - 1]?.kind === 'subheading' ? middle - 1 || middle : middle;
  return [atoms.slice(0, at), atoms.slice(at)].map((half) => {
    const blocks = joined(half);
    return { ...card, layout: card.layout === 'table' ? layoutOf(blocks) : 'bullets', blocks };
  });
}
