import { randomId } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import type { Service } from '../service.ts';
import type { Doc, Sharing } from '../store/records.ts';

/** Creates a doc with an id, and a slug made from its title. */
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

/** Returns whether a doc is neither deleted nor archived. */
export function isCurrent(doc: Doc): boolean {
  return doc.deletedAt === undefined && doc.archivedAt === undefined;
}

/** Returns the id of a card. It changes if the card moves. */
export function cardId(doc: Doc, index: number): string {
  return `card_${doc.id.replace('g_', '')}_${index + 1}`;
}

/** Returns the web address of a doc. */
export function docUrl(service: Service, doc: Doc): string {
  return `${service.urls.site}/docs/${encodeURIComponent(doc.slug)}`;
}

/** Returns the fields with a doc's id and address. */
export function docNames(service: Service, doc: Doc): Record<string, string> {
  return { gammaId: doc.id, gammaUrl: docUrl(service, doc) };
}
