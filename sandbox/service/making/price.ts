/** Credits for a card. The interface names no prices. */
export const PRICE_OF_CARD = 3;
/** Number of cards if the request names none (field notes). */
const USUAL_CARDS = 10;

/** Returns the credits that must be left when a generation is created. */
export function leastPrice(numCards: number | undefined): number {
  return (numCards ?? USUAL_CARDS) * PRICE_OF_CARD;
}
