import type { Deck } from '../deck.ts';
import { isFromRight } from '../type/paragraph.ts';
import { layCard } from './card.ts';
import { layDocument, layDocumentCard } from './document.ts';
import { mirrored } from './mirror.ts';
import type { Scene } from './scene.ts';

/** Returns the pages of a file. A document flows; in all other formats a card is a page. */
export function pagesOf(deck: Deck): Scene[] {
  const scenes =
    deck.format === 'document' ? layDocument(deck) : deck.cards.map((_, index) => layCard(deck, index));
  return readsFromRight(deck) ? scenes.map(mirrored) : scenes;
}

/** Returns whether a deck reads from right to left, judged by its titles. */
export const readsFromRight = ({ title, cards }: Deck): boolean =>
  isFromRight([title, ...cards.map((card) => card.title)].join(' '));

/** Returns one card by itself, for pictures. */
export function cardScene(deck: Deck, index: number): Scene {
  const scene = deck.format === 'document' ? layDocumentCard(deck, index) : layCard(deck, index);
  return readsFromRight(deck) ? mirrored(scene) : scene;
}
