import type { Deck } from '../engine/deck.ts';
import { composeDeck, type DocInput, untold } from '../engine/engine.ts';

/** Decks of what is under way: composed once, for what is said of them at the start and for the doc at the end. */
const decks = new WeakMap<DocInput, Deck>();

export function composed(input: DocInput): Deck {
  const known = decks.get(input) ?? composeDeck(input);
  decks.set(input, known);
  return known;
}

/** Cards that will be made, where the request says how many it wants; undefined where the text decides. */
export function cardsMade(input: DocInput): number | undefined {
  return input.numCards === undefined && !input.template ? undefined : composed(input).cards.length;
}

/** What of the request the text is too short for, one sentence each. */
export function shortfalls(inputs: DocInput[]): string[] {
  return inputs.flatMap((input) => {
    const { numCards = 0, template } = input;
    const made = cardsMade(input) ?? 0;
    const left = template ? untold(template, composed(input)) : [];
    return [
      ...(made < numCards
        ? [
            `The text has enough for ${made} of the ${numCards} cards asked for. Only what is made is charged.`,
          ]
        : []),
      ...(left.length > 0
        ? [
            `The prompt says nothing for these cards of the template, which keep their heading alone: ${left.join(', ')}.`,
          ]
        : []),
    ];
  });
}
