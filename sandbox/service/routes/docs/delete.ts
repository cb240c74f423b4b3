import { json } from '../../http/answer.ts';
import { Refusal } from '../../http/refusal.ts';
import { keepFilesOf } from '../../making/export.ts';
import { findDoc, isAdmin } from '../find-doc.ts';
import { route } from '../route.ts';

const REFUSED = 'Access denied - workspace admin role required';

/** DELETE /gammas/{gammaId}: deletes a doc, for admins of the workspace. Links to its files still work. */
export const deleteDoc = route({
  method: 'DELETE',
  path: '/gammas/{gammaId}',
  scope: 'generate',
  handle(call, service) {
    if (!isAdmin(service, call.principal)) throw new Refusal(403, REFUSED);
    const doc = findDoc(service, call, 'fullAccess', REFUSED);
    const now = service.clock.now();
    keepFilesOf(service, doc, now);
    doc.archivedAt ??= now;
    doc.deletedAt = now;
    service.store.changed();
    return json({ status: 'deleted', gammaId: doc.id });
  },
});
