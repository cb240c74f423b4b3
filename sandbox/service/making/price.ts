import type { Deck } from '../engine/deck.ts';
import { DEFAULT_IMAGE_MODEL, type ImageModel, priceOfImage } from '../image-models.ts';
import type { Price } from '../store/records.ts';

/** Credits for a card. The interface shows no prices. */
const PER_CARD = 3;
/** Cards of a doc for which nobody named a number (field notes). */
const USUAL_CARDS = 10;

/** Only pictures that are made for the doc cost credits; those found elsewhere are free. */
export function priceFor(imageSource: string | undefined, model: ImageModel = DEFAULT_IMAGE_MODEL): Price {
  const isMade = (imageSource ?? 'aiGenerated') === 'aiGenerated';
  return { perCard: PER_CARD, perImage: isMade ? priceOfImage(model) : 0 };
}

export function priceOf(decks: readonly Deck[], price: Price): number {
  const cards = decks.flatMap((deck) => deck.cards);
  const pictures = cards.flatMap((card) => card.blocks).filter((block) => block.kind === 'picture');
  return cards.length * price.perCard + pictures.length * price.perImage;
}

/** The least that a generation will cost: what is asked for before it is taken on. */
export function leastPrice(numCards: number | undefined, price: Price): number {
  return (numCards ?? USUAL_CARDS) * price.perCard;
}
