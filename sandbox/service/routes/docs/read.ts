import { json } from '../../http/answer.ts';
import { docUrl } from '../../making/doc.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { authorOf, isoTime } from './said-of-doc.ts';

/** GET /gammas/{gammaId}: returns a doc's title, author and dates. */
export const readDoc = route({
  method: 'GET',
  path: '/gammas/{gammaId}',
  scope: 'doc:read',
  handle(call, service) {
    const doc = findDoc(service, call, 'view');
    const url = docUrl(service, doc);
    return json({
      id: doc.id,
      title: doc.deck.title,
      type: doc.format,
      url,
      thumbnailUrl: `${url}/thumbnail.png`,
      author: authorOf(service, doc),
      createdTime: isoTime(doc.createdAt),
      updatedTime: isoTime(doc.updatedAt),
      archived: doc.archivedAt !== undefined,
    });
  },
});
