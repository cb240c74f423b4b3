import { z } from 'zod';
import { id, lenient, rows } from './answer.ts';
import { listOf, pageOf } from './page.ts';

/** How a doc is read. Times are as the service writes them, ISO 8601; shares are percentages, 0 to 100. */

const count = z.number().catch(0);
const text = lenient(z.string().min(1));

/** Whose reading is counted: everybody's, or only that of the connected person. */
const scope = lenient(z.enum(['all', 'self']));

/** A day's figure has been seen under more than one name. */
const day = z
  .object({ date: z.string(), views: lenient(z.number()), uniqueViewers: lenient(z.number()) })
  .transform(({ date, views, uniqueViewers }) => ({ date, views: views ?? uniqueViewers ?? 0 }));

export const docAnalytics = z
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
export type DocAnalytics = z.output<typeof docAnalytics>;

const card = z.object({
  cardId: id,
  cardName: text,
  cardPosition: lenient(z.number()),
  viewTimeSeconds: count,
  viewersPercent: count,
});
export type CardAnalytics = z.output<typeof card>;
export const cardAnalytics = listOf(card, 'cards');

const viewerFields = {
  displayName: text,
  /** To be shown to one person only. */
  email: text,
  lastOpened: text,
  cardsViewed: lenient(z.number()),
};

const viewer = z.object({ viewerId: lenient(id), ...viewerFields });
export type Viewer = z.output<typeof viewer>;
export const viewerPage = pageOf(viewer, 'viewers');

const cardTime = z.object({
  cardId: lenient(id),
  cardName: text,
  cardPosition: lenient(z.number()),
  viewTimePercent: count,
});

/** Every card is there, unviewed ones with 0. */
export const viewerAnalytics = z.object({
  viewerId: lenient(id),
  ...viewerFields,
  perCardTimeSpent: rows(cardTime),
});
export type ViewerAnalytics = z.output<typeof viewerAnalytics>;
