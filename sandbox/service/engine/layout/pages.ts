import type { Deck } from '../deck.ts';
import { layCard } from './card.ts';
import { layDocument, layDocumentCard } from './document.ts';
import type { Scene } from './scene.ts';

/** The pages of a file: a document flows, everything else is a card a page. */
export function pagesOf(deck: Deck): Scene[] {
  return deck.format === 'document' ? layDocument(deck) : deck.cards.map((_, index) => layCard(deck, index));
}

/** One card by itself, for pictures. */
export function cardScene(deck: Deck, index: number): Scene {
  if (!deck.cards[index]) throw new RangeError(`There is no card ${index} in a deck of ${deck.cards.length}`);
  return deck.format === 'document' ? layDocumentCard(deck, index) : layCard(deck, index);
}
