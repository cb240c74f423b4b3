import type { Deck } from '../deck.ts';
import { isFromRight } from '../type/paragraph.ts';
import { layCard } from './card.ts';
import { layDocument, layDocumentCard } from './document.ts';
import { mirrored } from './mirror.ts';
import type { Scene } from './scene.ts';

/** The pages of a file: a document flows, everything else is a card a page. */
export function pagesOf(deck: Deck): Scene[] {
  const scenes =
    deck.format === 'document' ? layDocument(deck) : deck.cards.map((_, index) => layCard(deck, index));
  return readsFromRight(deck) ? scenes.map(mirrored) : scenes;
}

/** Where its headings do. */
export const readsFromRight = ({ title, cards }: Deck): boolean =>
  isFromRight([title, ...cards.map((card) => card.title)].join(' '));

/** One card by itself, for pictures. */
export function cardScene(deck: Deck, index: number): Scene {
  if (!deck.cards[index]) throw new RangeError(`There is no card ${index} in a deck of ${deck.cards.length}`);
  const scene = deck.format === 'document' ? layDocumentCard(deck, index) : layCard(deck, index);
  return readsFromRight(deck) ? mirrored(scene) : scene;
}
