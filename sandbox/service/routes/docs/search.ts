import type { z } from 'zod';
import { textsOf } from '../../engine/deck.ts';
import { json } from '../../http/answer.ts';
import { docUrl } from '../../making/doc.ts';
import { settleAll } from '../../making/settle.ts';
import type { Doc } from '../../store/records.ts';
import { may } from '../find-doc.ts';
import { route } from '../route.ts';
import { authorOf, isoTime } from './said-of-doc.ts';
import { searchQuery } from './schemas.ts';

type Search = z.output<typeof searchQuery>;

/** GET /gammas/search: finds docs that the caller may see by their text. Docs with a matching title come first, then the newest. */
export const searchDocs = route({
  method: 'GET',
  path: '/gammas/search',
  scope: 'doc:read',
  query: searchQuery,
  handle(call, service) {
    settleAll(service);
    const found = [...service.store.docs.values()]
      .filter(
        (doc) => may(service, call.principal, doc, 'view') && !doc.template && isWithin(doc, call.query),
      )
      .flatMap((doc) => {
        const highlight = matchingLine(doc, call.query.q);
        return highlight === undefined ? [] : [{ doc, highlight }];
      })
      .sort((one, other) => rank(other) - rank(one) || other.doc.updatedAt - one.doc.updatedAt);
    const hits = found.slice(0, call.query.limit).map(({ doc, highlight }) => ({
      id: doc.id,
      title: doc.deck.title,
      url: docUrl(service, doc),
      highlight,
      createdBy: authorOf(service, doc),
      updatedTime: isoTime(doc.updatedAt),
      archived: doc.archivedAt !== undefined,
    }));
    return json({ hits });
  },
});

/** Returns 1 if the title matches. */
function rank({ doc, highlight }: { doc: Doc; highlight: string }): number {
  return highlight === doc.deck.title ? 1 : 0;
}

function isWithin(doc: Doc, { createdBy, updatedAfter, updatedBefore, includeArchived }: Search): boolean {
  if (doc.deletedAt !== undefined) return false;
  if (doc.archivedAt !== undefined && !includeArchived) return false;
  if (createdBy !== undefined && doc.ownerId !== createdBy) return false;
  if (updatedAfter !== undefined && doc.updatedAt < updatedAfter) return false;
  return updatedBefore === undefined || doc.updatedAt <= updatedBefore;
}

/** Returns the first text of a doc that has all words, or its title if the words are in different texts. */
function matchingLine(doc: Doc, q = ''): string | undefined {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = [doc.deck.title, ...textsOf(doc.deck)];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return texts.find(hasAll) ?? (hasAll(texts.join(' ')) ? doc.deck.title : undefined);
}
