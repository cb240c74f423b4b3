import { randomId } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import type { Service } from '../service.ts';
import type { Doc, Sharing } from '../store/records.ts';

/** A doc with an id, and a slug that is made of its title. */
export function newDoc(from: {
  workspaceId: string;
  ownerId: string;
  deck: Deck;
  pages: number;
  createdAt: number;
  sharing: Sharing;
  folderId?: string;
  template?: { description: string };
}): Doc {
  return {
    ...from,
    id: `g_${randomId(16)}`,
    slug: `${slugOf(from.deck.title)}-${randomId(15)}`,
    format: from.deck.format,
    updatedAt: from.createdAt,
  };
}

function slugOf(title: string): string {
  const words = title.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '-');
  return (
    words
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .toWellFormed() || 'Untitled'
  );
}

/** Neither deleted nor put away. */
export function isCurrent(doc: Doc): boolean {
  return doc.deletedAt === undefined && doc.archivedAt === undefined;
}

/** Cards have ids that last as long as the doc's order of cards. */
export function cardId(doc: Doc, index: number): string {
  return `card_${doc.id.replace('g_', '')}_${index + 1}`;
}

/** Where a browser finds the doc. */
export function docUrl(service: Service, doc: Doc): string {
  return `${service.urls.site}/docs/${encodeURIComponent(doc.slug)}`;
}

/** A doc's id, spelled as the stand-in is told to. */
export function docIdNamed(service: Service, doc: Doc): Record<string, string> {
  return service.names === 'live' ? { gammaId: doc.id } : { docId: doc.id };
}

/** A doc's id and address. */
export function docNames(service: Service, doc: Doc): Record<string, string> {
  const url = docUrl(service, doc);
  return { ...docIdNamed(service, doc), ...(service.names === 'live' ? { gammaUrl: url } : { docUrl: url }) };
}
