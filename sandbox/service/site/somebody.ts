import { addComment, commentsOf } from '../audience/comments.ts';
import { addVisit, allVisits } from '../audience/visits.ts';
import type { Answer } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import { Refusal } from '../http/refusal.ts';
import { REMARKS } from '../samples/comments.ts';
import { GUESTS } from '../samples/visits.ts';
import type { Service } from '../service.ts';
import type { Doc } from '../store/records.ts';

/** What a person who tries the sandbox has others do with a doc, by buttons on the front page. */

/** Somebody of the workspace, another one each time, says something, another thing each time. */
export function letSomebodyComment(service: Service, doc: Doc): void {
  const count = commentsOf(service, doc).length;
  const others = othersThan(service, doc);
  const author = others[count % others.length]?.name ?? null;
  const text = REMARKS[count % REMARKS.length]?.text ?? '';
  addComment(service, doc, { text, author, card: 1 + (count % doc.deck.cards.length) });
}

/** The next reader reads it: people of the workspace and then guests, to the end or not quite. */
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

/** How much there is of both, as the front page says it. */
export function saidAndRead(service: Service, doc: Doc): string {
  const comments = commentsOf(service, doc).length;
  const readers = new Set(allVisits(service, doc).map(({ viewer }) => viewer.id)).size;
  return `${counted(comments, 'comment')} · ${counted(readers, 'reader')}`;
}

const counted = (count: number, what: string): string => `${count || 'No'} ${what}${count === 1 ? '' : 's'}`;

/** A button of our own page, pressed in a browser on it: no other page may do so. */
export function requireOwnPage({ headers }: Incoming): void {
  const from =
    headers['sec-fetch-site'] ?? (headers.origin === `http://${headers.host}` ? 'same-origin' : '');
  if (from !== 'same-origin') throw new Refusal(403, 'Forbidden');
}

export const backToFront = (): Answer => ({ status: 303, headers: { location: '/' }, body: '' });
