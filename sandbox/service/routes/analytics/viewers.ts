import { visitsOf } from '../../audience/visits.ts';
import { json } from '../../http/answer.ts';
import { isoTime } from '../docs/said-of-doc.ts';
import { batchQuery } from '../docs/schemas.ts';
import { findDoc } from '../find-doc.ts';
import { batch } from '../lists/page.ts';
import { route } from '../route.ts';
import { lastOf, NOT_SHOWN, secondsOn, viewersOf } from './figures.ts';

/** GET /gammas/{gammaId}/analytics/viewers: lists the viewers of a doc, the latest first. */
export const listViewers = route({
  method: 'GET',
  path: '/gammas/{gammaId}/analytics/viewers',
  scope: 'generate',
  query: batchQuery,
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', NOT_SHOWN);
    const rows = viewersOf(visitsOf(service, doc, call.principal)).map(({ viewer, visits }) => ({
      viewerId: viewer.id,
      displayName: viewer.name,
      email: viewer.email,
      lastOpened: isoTime(lastOf(visits)),
      cardsViewed: doc.deck.cards.filter((_, card) => secondsOn(visits, card) > 0).length,
    }));
    return json(batch({ list: `viewers ${doc.id}`, query: '' }, rows, call.query));
  },
});
