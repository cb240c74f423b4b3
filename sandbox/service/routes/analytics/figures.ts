import { cardId } from '../../making/doc.ts';
import type { Doc, Viewer, Visit } from '../../store/records.ts';

/** Groups visits by viewer, the latest viewer first. */
export function viewersOf(visits: readonly Visit[]): { viewer: Viewer; visits: Visit[] }[] {
  const viewers = Map.groupBy(visits, ({ viewer }) => viewer.id);
  return [...viewers.values()]
    .map((theirs) => ({ viewer: (theirs[0] as Visit).viewer, visits: theirs }))
    .sort((one, other) => lastOf(other.visits) - lastOf(one.visits));
}

/** Returns the time of the last visit. */
export function lastOf(visits: readonly Visit[]): number {
  return Math.max(...visits.map(({ at }) => at));
}

/** Returns the seconds of all visits on a card. */
export function secondsOn(visits: readonly Visit[], card: number): number {
  return visits.reduce((sum, { seconds }) => sum + (seconds[card] ?? 0), 0);
}

/** Returns the fields that identify a card. */
export function cardNames(doc: Doc, card: number) {
  return { cardId: cardId(doc, card), cardName: doc.deck.cards[card]?.title ?? '', cardPosition: card + 1 };
}

/** Returns a part as a rounded percentage; 0 if the whole is 0. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

export const NOT_SHOWN = 'Access denied. You must have edit permission to see analytics.';
