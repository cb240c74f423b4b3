import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import {
  type CardAnalytics,
  cardAnalytics,
  type DocAnalytics,
  docAnalytics,
  type Viewer,
  type ViewerAnalytics,
  viewerAnalytics,
  viewerPage,
} from './schemas/analytics.ts';
import { type Page, type PageQuery, pageQuery } from './schemas/page.ts';

/** All need edit permission on the doc, else `Forbidden`. */
export interface AnalyticsCalls {
  getAnalytics(docId: string, signal?: AbortSignal): Promise<DocAnalytics>;
  /** One row for each card of the doc, those without activity included. */
  getCardAnalytics(docId: string, signal?: AbortSignal): Promise<CardAnalytics[]>;
  listViewers(docId: string, query?: PageQuery, signal?: AbortSignal): Promise<Page<Viewer>>;
  getViewer(docId: string, userId: string, signal?: AbortSignal): Promise<ViewerAnalytics>;
}

export function analyticsCalls(call: Call): AnalyticsCalls {
  return {
    async getAnalytics(docId, signal) {
      const params = { gammaId: docId };
      return call({ route: 'GET /gammas/{gammaId}/analytics', params, signal, answer: docAnalytics });
    },
    async getCardAnalytics(docId, signal) {
      const params = { gammaId: docId };
      return call({ route: 'GET /gammas/{gammaId}/analytics/cards', params, signal, answer: cardAnalytics });
    },
    async listViewers(docId, query = {}, signal) {
      return call({
        route: 'GET /gammas/{gammaId}/analytics/viewers',
        params: { gammaId: docId },
        query: checked(pageQuery, query),
        signal,
        answer: viewerPage,
      });
    },
    async getViewer(docId, userId, signal) {
      return call({
        route: 'GET /gammas/{gammaId}/analytics/viewers/{userId}',
        params: { gammaId: docId, userId },
        signal,
        answer: viewerAnalytics,
      });
    },
  };
}
