import { z } from 'zod';
import { id, lenient, rows } from './answer.ts';
import { listOf, pageOf, pageQuery } from './page.ts';
import type { Route } from './route.ts';

/** How a doc is read. Times are as the service writes them, ISO 8601; shares are percentages, 0 to 100. */

const count = z.number().catch(0);
const text = lenient(z.string().min(1));

/** Whose reading is counted: everybody's, or only that of the connected person. */
const scope = lenient(z.enum(['all', 'self']));

/** A day's figure has been seen under more than one name. */
const day = z
  .object({ date: z.string(), views: lenient(z.number()), uniqueViewers: lenient(z.number()) })
  .transform(({ date, views, uniqueViewers }) => ({ date, views: views ?? uniqueViewers ?? 0 }));

const docAnalytics = z
  .object({
    scope,
    totalViews: lenient(z.number()),
    uniqueViewers: lenient(z.number()),
    uniqueEditors: count,
    cardCount: lenient(z.number()),
    lastOpened: text,
    dailyViews: rows(day).catch([]),
  })
  .refine(({ totalViews, uniqueViewers }) => totalViews !== undefined || uniqueViewers !== undefined, {
    path: ['totalViews'],
  });

/** The interface promises the name and the position, and no id. */
const card = z.object({
  cardId: lenient(id),
  cardName: text,
  cardPosition: lenient(z.number()),
  viewTimeSeconds: count,
  viewersPercent: count,
});

const viewerFields = {
  displayName: text,
  /** To be shown to one person only. */
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

/** Every card is there, unviewed ones with 0. */
const viewerAnalytics = z.object({
  viewerId: lenient(id),
  ...viewerFields,
  perCardTimeSpent: rows(cardTime),
});

/** All need edit permission on the doc, else `Forbidden`. */
export const analyticsRoutes = {
  getAnalytics: { method: 'GET', path: '/gammas/{gammaId}/analytics', answer: docAnalytics },
  /** One row for each card of the doc, those without activity included. */
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
