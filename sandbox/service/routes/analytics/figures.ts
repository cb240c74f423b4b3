import { cardId } from '../../making/doc.ts';
import type { Doc, Viewer, Visit } from '../../store/records.ts';

/** Whoever has looked at a doc, those who did so last first. */
export function viewersOf(visits: readonly Visit[]): { viewer: Viewer; visits: Visit[] }[] {
  const viewers = Map.groupBy(visits, ({ viewer }) => viewer.id);
  return [...viewers.values()]
    .map((theirs) => ({ viewer: (theirs[0] as Visit).viewer, visits: theirs }))
    .sort((one, other) => lastOf(other.visits) - lastOf(one.visits));
}

/** When they looked last. */
export function lastOf(visits: readonly Visit[]): number {
  return Math.max(...visits.map(({ at }) => at));
}

/** Seconds that were spent on a card in all. */
export function secondsOn(visits: readonly Visit[], card: number): number {
  return visits.reduce((sum, { seconds }) => sum + (seconds[card] ?? 0), 0);
}

/** What every row about a card begins with. */
export function cardNames(doc: Doc, card: number) {
  return { cardId: cardId(doc, card), cardName: doc.deck.cards[card]?.title ?? '', cardPosition: card + 1 };
}

/** A part of a whole in whole percent; 0 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

export const NOT_SHOWN = 'Access denied. You must have edit permission to see analytics.';
