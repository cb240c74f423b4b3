import { visitsOf } from '../../audience/visits.ts';
import { json } from '../../http/answer.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { cardNames, NOT_SHOWN, percent, secondsOn, viewersOf } from './figures.ts';

/** GET /gammas/{gammaId}/analytics/cards: returns the figures of each card, with zeroes if nobody has seen it. */
export const readCardAnalytics = route({
  method: 'GET',
  path: '/gammas/{gammaId}/analytics/cards',
  scope: 'generate',
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', NOT_SHOWN);
    const visits = visitsOf(service, doc, call.principal);
    const viewers = viewersOf(visits);
    const data = doc.deck.cards.map((_, card) => ({
      ...cardNames(doc, card),
      viewTimeSeconds: secondsOn(visits, card),
      viewersPercent: percent(
        viewers.filter((viewer) => secondsOn(viewer.visits, card) > 0).length,
        viewers.length,
      ),
    }));
    return json({ data });
  },
});
