import { addComment, commentsOf } from '../audience/comments.ts';
import { addVisit, allVisits } from '../audience/visits.ts';
import type { Answer } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service.ts';
import type { Doc, Viewer } from '../store/records.ts';

/** Buttons of the front page that make other people comment on a doc or read it. */

/** The texts of the comments, used one after the other. */
const REMARKS = [
  'Can we lead with this one?',
  'Where is this figure from? I would name the source.',
  'Love how short this is.',
  'This needs an owner and a date.',
  'Could be two cards.',
  'Same point as on the first card, I would cut it.',
];

/** Readers outside the workspace, who have the link. */
const GUESTS: readonly Viewer[] = [
  { id: 'guest_priya_nair', name: 'Priya Nair', email: 'priya@harbor.example' },
  { id: 'guest_sam_kowalski', name: 'Sam Kowalski', email: 'sam@harbor.example' },
  { id: 'guest_lena_fuchs', name: 'Lena Fuchs', email: 'lena@fuchs.example' },
];

/** Adds a comment by a member of the workspace. Author and text change each time. */
export function letSomebodyComment(service: Service, doc: Doc): void {
  const count = commentsOf(service, doc).length;
  const others = othersThan(service, doc);
  const author = others[count % others.length]?.name ?? null;
  const text = REMARKS[count % REMARKS.length];
  addComment(service, doc, { text, author, card: 1 + (count % doc.deck.cards.length) });
}

/** Adds a visit by the next reader: members first, then guests. Some do not reach the last cards. */
export function letSomebodyRead(service: Service, doc: Doc): void {
  const count = allVisits(service, doc).length;
  const readers = [...othersThan(service, doc), ...GUESTS];
  const reader = readers[count % readers.length];
  if (!reader) return;
  const { id, name, email } = reader;
  const seconds = doc.deck.cards.map((_, card) =>
    card > 0 && card >= doc.deck.cards.length - (count % 3) ? 0 : 6 + ((7 * card + 11 * count) % 40),
  );
  addVisit(service, doc, { id, name, email, seconds });
}

const othersThan = (service: Service, doc: Doc) =>
  (service.store.workspaces.get(doc.workspaceId)?.members ?? []).filter(({ id }) => id !== doc.ownerId);

/** Returns the numbers of comments and readers in words. */
export function saidAndRead(service: Service, doc: Doc): string {
  const comments = commentsOf(service, doc).length;
  const readers = new Set(allVisits(service, doc).map(({ viewer }) => viewer.id)).size;
  return `${counted(comments, 'comment')} · ${counted(readers, 'reader')}`;
}

const counted = (count: number, what: string): string => `${count || 'No'} ${what}${count === 1 ? '' : 's'}`;

/** Refuses requests that another site's page sent (CSRF). */
export function requireOwnPage({ headers }: Incoming): void {
  const from =
    headers['sec-fetch-site'] ?? (headers.origin === `http://${headers.host}` ? 'same-origin' : '');
  if (from !== 'same-origin') throw new Refusal(403, 'Forbidden');
}

export const backToFront = (): Answer => ({ status: 303, headers: { location: '/' }, body: '' });
