import { chanceOf } from '../chance.ts';
import type { Doc, Member, Viewer, Visit } from '../store/records.ts';

/** People outside, who were sent the link. */
export const GUESTS: readonly Viewer[] = [
  { id: 'guest_priya_nair', name: 'Priya Nair', email: 'priya@harbor.example' },
  { id: 'guest_sam_kowalski', name: 'Sam Kowalski', email: 'sam@harbor.example' },
  { id: 'guest_lena_fuchs', name: 'Lena Fuchs', email: 'lena@fuchs.example' },
];

/** Between two visits, in milliseconds: up to so long at first, and longer the older a doc gets. */
const PAUSE_MS = 2 * 60 * 60 * 1000;
const AGEING = 1.12;
/** Enough for any chart; keeps a sandbox that runs for months quick. */
const MOST = 200;

/**
 * Who has looked at a doc until now: made up, but always the same for the same doc, so that all its figures agree.
 * The owner's own looks do not count.
 */
export function visitsTo(doc: Doc, members: readonly Member[], now: number): Visit[] {
  const readers = [...members.filter(({ id }) => id !== doc.ownerId), ...guestsOf(doc)];
  const visits: Visit[] = [];
  let at = doc.createdAt;
  for (let index = 0; index < MOST && readers.length > 0; index += 1) {
    const chance = (of: string) => chanceOf(`${doc.id} visit ${index} ${of}`);
    at += Math.round(chance('pause') * PAUSE_MS * AGEING ** index);
    if (at > now) break;
    const { id, name, email } = readers[Math.floor(chance('viewer') * readers.length)] as Viewer;
    visits.push({ viewer: { id, name, email }, at, seconds: secondsOf(doc, chance) });
  }
  return visits;
}

/** Nobody outside sees what is not shared with them. */
function guestsOf(doc: Doc): readonly Viewer[] {
  return (doc.sharing.externalAccess ?? 'noAccess') === 'noAccess' ? [] : GUESTS;
}

/** Most read to the end, some leave early; nobody spends more than a minute and a half on a card. */
function secondsOf(doc: Doc, chance: (of: string) => number): number[] {
  const { cards } = doc.deck;
  const reached = Math.max(1, Math.ceil(Math.min(1, chance('reach') * 1.6) * cards.length));
  return cards.map((_, card) => (card < reached ? 3 + Math.floor(chance(`card ${card}`) * 87) : 0));
}

/** Members who have changed something in it, its owner included. */
export function editorsOf(doc: Doc, members: readonly Member[]): Member[] {
  return members.filter(
    ({ id, role }) =>
      id === doc.ownerId || (role !== 'viewer' && chanceOf(`${doc.id} edited by ${id}`) < 0.3),
  );
}
