import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { id, rows } from './answer.ts';
import { listOf, pageOf, pageQuery } from './page.ts';
import type { Route } from './route.ts';

/** Statistics of a doc's readers. Times are ISO 8601; shares are percentages, 0 to 100. */

const count = z.number().catch(0);
const text = lenient(z.string().min(1));

/** Whether all readers are counted, or only the connected person. */
const scope = lenient(z.enum(['all', 'self']));

/** The number of views on one day. The field is `views` or `uniqueViewers`, depending on the deployment of the service. */
const day = z
  .object({ date: z.string(), views: lenient(z.number()), uniqueViewers: lenient(z.number()) })
  .transform(({ date, views, uniqueViewers }) => ({ date, views: views ?? uniqueViewers ?? 0 }));

const docAnalytics = z.object({
  scope,
  totalViews: lenient(z.number()),
  uniqueViewers: lenient(z.number()),
  uniqueEditors: count,
  cardCount: lenient(z.number()),
  lastOpened: text,
  dailyViews: rows(day).catch([]),
});

/** Statistics of one slide. `cardId` is optional, because the service's API reference has only the slide's name and position. */
const card = z.object({
  cardId: lenient(id),
  cardName: text,
  cardPosition: lenient(z.number()),
  viewTimeSeconds: count,
  viewersPercent: count,
});

const viewerFields = {
  displayName: text,
  /** Only the person who requested the statistics may see this address. */
  email: text,
  lastOpened: text,
  cardsViewed: lenient(z.number()),
};

const viewer = z.object({ viewerId: lenient(id), ...viewerFields });

const cardTime = z.object({
  cardId: lenient(id),
  cardName: text,
  cardPosition: lenient(z.number()),
  viewTimePercent: count,
});

/** Statistics of one viewer. `perCardTimeSpent` lists all slides of the doc, also slides that the viewer did not view. */
const viewerAnalytics = z.object({
  viewerId: lenient(id),
  ...viewerFields,
  perCardTimeSpent: rows(cardTime),
});

/** Routes for statistics of a doc. They throw `Forbidden` if the connected person has no edit permission on the doc. */
export const analyticsRoutes = {
  getAnalytics: { method: 'GET', path: '/gammas/{gammaId}/analytics', answer: docAnalytics },
  /** One row for each slide of the doc, also for slides without readers. */
  getCardAnalytics: {
    method: 'GET',
    path: '/gammas/{gammaId}/analytics/cards',
    answer: listOf(card, 'cards'),
  },
  listViewers: {
    method: 'GET',
    path: '/gammas/{gammaId}/analytics/viewers',
    request: pageQuery,
    answer: pageOf(viewer, 'viewers'),
  },
  getViewer: {
    method: 'GET',
    path: '/gammas/{gammaId}/analytics/viewers/{userId}',
    answer: viewerAnalytics,
  },
} as const satisfies Record<string, Route>;
