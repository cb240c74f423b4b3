import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import { type Doc, type DocHit, type DocQuery, doc, docHits, docQuery, nothingMore } from './schemas/docs.ts';

export interface DocCalls {
  /** Not every deployment has it: be ready for `NotFound`. */
  getDoc(docId: string, signal?: AbortSignal): Promise<Doc>;
  /** Best match first; `limit` is 1 to 25. `Unavailable` while the service's search is. */
  searchDocs(query?: DocQuery, signal?: AbortSignal): Promise<DocHit[]>;
  /** May be done again. Needs edit permission; a web slug instead of a `docId` is `Forbidden`. Costs no credits. */
  archiveDoc(docId: string): Promise<void>;
  /** Archives first if need be. Needs a workspace admin. */
  deleteDoc(docId: string): Promise<void>;
}

export function docCalls(call: Call): DocCalls {
  return {
    async getDoc(docId, signal) {
      return call({ route: 'GET /gammas/{gammaId}', params: { gammaId: docId }, signal, answer: doc });
    },
    async searchDocs(query = {}, signal) {
      return call({ route: 'GET /gammas/search', query: checked(docQuery, query), signal, answer: docHits });
    },
    async archiveDoc(docId) {
      const params = { gammaId: docId };
      return call({ route: 'POST /gammas/{gammaId}/archive', params, answer: nothingMore });
    },
    async deleteDoc(docId) {
      return call({ route: 'DELETE /gammas/{gammaId}', params: { gammaId: docId }, answer: nothingMore });
    },
  };
}
