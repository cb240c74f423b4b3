import { json } from '../../http/answer.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';

const REFUSED = 'Access denied. You must have edit permission to archive this the service.';

/** POST /gammas/{gammaId}/archive: archives a doc. It may be repeated. */
export const archiveDoc = route({
  method: 'POST',
  path: '/gammas/{gammaId}/archive',
  scope: 'generate',
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', REFUSED);
    doc.archivedAt ??= service.clock.now();
    service.store.changed();
    return json({ gammaId: doc.id, archived: true });
  },
});
