import type { Card, Deck } from '../deck.ts';
import { arrangedToFit, type Content, deckOf } from './arrange.ts';
import type { Frame } from './pack.ts';

/**
 * Puts content into the places of a template. Text under a heading of the template takes that place. All other text takes
 * the remaining places, in its order and under its own headings. A place without text keeps only its heading. If more cards
 * are asked for than the template has, its places after the first are repeated.
 */
export function placedIn(template: Deck, content: Content, frame: Frame, numCards?: number): Deck {
  const count = numCards ?? template.cards.length;
  const made = arrangedToFit(content, frame, count);
  const waiting = [...made.cards];
  const [first, ...others] = template.cards;
  const repeated = others.length > 0 ? others : [first];
  const kept = Array.from({ length: count }, (_, at) =>
    at === 0 ? first : repeated[(at - 1) % repeated.length],
  );
  const places = kept.map((place) => {
    const at = waiting.findIndex((card, i) => i > 0 && place && sameHeading(card, place));
    return at > 0 ? waiting.splice(at, 1)[0] : undefined;
  });
  const cards = places.map((card, at) => card ?? waiting.shift() ?? bare(kept[at] as Card));
  return deckOf({ ...made, cards: [...cards, ...waiting] });
}

const sameHeading = (one: Card, other: Card) =>
  other.layout !== 'title' && one.title.trim().toLowerCase() === other.title.trim().toLowerCase();

function bare({ title }: Card): Card {
  return { layout: 'section', title, blocks: [] };
}

/** Returns the headings of a template that got no text. */
export function unfilledHeadings(template: Deck, made: Deck): string[] {
  const own = new Set(template.cards.filter(({ blocks }) => blocks.length > 0).map(({ title }) => title));
  return made.cards
    .filter(({ layout, title }) => layout === 'section' && own.has(title))
    .map(({ title }) => title);
}
