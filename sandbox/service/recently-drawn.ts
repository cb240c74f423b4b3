import { createHash } from 'node:crypto';
import type { Deck } from './engine/deck.ts';
import { drawCardImage } from './engine/engine.ts';

/** Decks kept; a preview is asked for within seconds of the download. */
const KEPT = 50;
/** Pixels; twice what a preview in a conversation is wide. */
const WIDTH = 960;
/** Cards that a preview can be leafed through. */
const MOST_CARDS = 30;

/** Knows the files that were drawn lately by their bytes, so that whoever shows one can have pictures of its cards. */
export interface RecentlyDrawn {
  remember(bytes: Uint8Array, deck: Deck): void;
  /** PNG pictures of the cards in a file, or null where it is none of ours. */
  picturesOf(bytes: Uint8Array): Promise<Uint8Array[] | null>;
}

export function createRecentlyDrawn(): RecentlyDrawn {
  const decks = new Map<string, Deck>();
  return {
    remember(bytes, deck) {
      decks.set(digestOf(bytes), deck);
      const oldest = decks.keys().next().value;
      if (decks.size > KEPT && oldest !== undefined) decks.delete(oldest);
    },
    async picturesOf(bytes) {
      const deck = decks.get(digestOf(bytes));
      if (!deck) return null;
      const cards = deck.cards.slice(0, MOST_CARDS);
      return Promise.all(cards.map((_, index) => drawCardImage(deck, index, WIDTH)));
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
