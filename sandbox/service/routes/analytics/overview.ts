import { visitsOf } from '../../audience/visits.ts';
import { json } from '../../http/answer.ts';
import type { Visit } from '../../store/records.ts';
import { isoTime } from '../docs/said-of-doc.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { lastOf, NOT_SHOWN, viewersOf } from './figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Number of days in `dailyViews`, including today. */
const DAYS = 30;

/** GET /gammas/{gammaId}/analytics: returns the views of a doc. */
export const readAnalytics = route({
  method: 'GET',
  path: '/gammas/{gammaId}/analytics',
  scope: 'generate',
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', NOT_SHOWN);
    const visits = visitsOf(service, doc, call.principal);
    return json({
      scope: doc.analyticsScope ?? 'all',
      totalViews: visits.length,
      uniqueViewers: viewersOf(visits).length,
      uniqueEditors: 1,
      cardCount: doc.deck.cards.length,
      lastOpened: visits.length > 0 ? isoTime(lastOf(visits)) : null,
      dailyViews: dailyViews(visits, doc.createdAt, service.clock.now()),
    });
  },
});

function dailyViews(visits: readonly Visit[], createdAt: number, now: number) {
  const byDay = Map.groupBy(visits, ({ at }) => dayOf(at));
  const first = Math.max(createdAt, now - (DAYS - 1) * DAY_MS);
  const count = Math.floor(now / DAY_MS) - Math.floor(first / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const date = dayOf(first + index * DAY_MS);
    return { date, views: byDay.get(date)?.length ?? 0 };
  });
}

function dayOf(ms: number): string {
  return isoTime(ms).slice(0, 10);
}
