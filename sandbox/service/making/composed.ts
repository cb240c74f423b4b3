import type { Deck } from '../engine/deck.ts';
import { composeDeck, type DocInput, unfilledHeadings } from '../engine/engine.ts';
import { withInstructions } from './edit/instructions.ts';

/** Decks of running generations, so that each is composed only once. */
const decks = new WeakMap<DocInput, Deck>();

export function composed(input: DocInput): Deck {
  const known = decks.get(input) ?? withInstructions(composeDeck(input), input.instructions);
  decks.set(input, known);
  return known;
}

/** Returns the number of cards that will be made; undefined if the request has neither a number nor a template. */
export function cardsMade(input: DocInput): number | undefined {
  return input.numCards === undefined && !input.template ? undefined : composed(input).cards.length;
}

/** Returns sentences about text that is not shown, places of a template without text, and fewer cards than requested. */
export function shortfalls(inputs: DocInput[]): string[] {
  return inputs.flatMap((input) => {
    const { numCards = 0, template } = input;
    const made = cardsMade(input);
    if (made === undefined) return [];
    const left = template ? unfilledHeadings(template, composed(input)) : [];
    return [
      ...(made < numCards
        ? [
            `This stand-in for the service writes nothing of its own, and your text fills only ${made} of the ${numCards} slides or pages that you asked for. Only these are charged.`,
          ]
        : []),
      ...(left.length > 0
        ? [
            `The prompt has no text for these cards of the template, so they have only their heading: ${left.join(', ')}.`,
          ]
        : []),
      ...(composed(input).notes ?? []),
    ];
  });
}
