import { visitsOf } from '../../audience/visits.ts';
import { json } from '../../http/answer.ts';
import { Refusal } from '../../http/refusal.ts';
import { isoTime } from '../docs/said-of-doc.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { cardNames, lastOf, NOT_SHOWN, percent, secondsOn, viewersOf } from './figures.ts';

/** GET /gammas/{gammaId}/analytics/viewers/{userId}: returns the time that one viewer spent on each card. */
export const readViewer = route({
  method: 'GET',
  path: '/gammas/{gammaId}/analytics/viewers/{userId}',
  scope: 'generate',
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', NOT_SHOWN);
    const viewers = viewersOf(visitsOf(service, doc, call.principal));
    const found = viewers.find(({ viewer }) => viewer.id === call.params.userId);
    if (!found) throw new Refusal(404, `Viewer not found. userId: ${call.params.userId}`);
    const { viewer, visits } = found;
    const times = doc.deck.cards.map((_, card) => secondsOn(visits, card));
    const total = times.reduce((sum, seconds) => sum + seconds, 0);
    return json({
      viewerId: viewer.id,
      displayName: viewer.name,
      email: viewer.email,
      lastOpened: isoTime(lastOf(visits)),
      cardsViewed: times.filter((seconds) => seconds > 0).length,
      perCardTimeSpent: times.map((viewTimeSeconds, card) => ({
        ...cardNames(doc, card),
        viewTimeSeconds,
        viewTimePercent: percent(viewTimeSeconds, total),
      })),
    });
  },
});
