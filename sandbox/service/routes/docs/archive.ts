import { json } from '../../http/answer.ts';
import { docIdNamed } from '../../making/doc.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';

const REFUSED = 'Access denied. You must have edit permission to archive this the service.';

/** POST /gammas/{gammaId}/archive: puts a doc away. Again is as good as once. */
export const archiveDoc = route({
  method: 'POST',
  path: '/gammas/{gammaId}/archive',
  scope: 'generate',
  handle(call, service) {
    const doc = findDoc(service, call, 'edit', REFUSED);
    doc.archivedAt ??= service.clock.now();
    service.store.changed();
    return json({ ...docIdNamed(service, doc), archived: true });
  },
});
