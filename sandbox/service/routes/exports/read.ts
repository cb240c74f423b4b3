import { json } from '../../http/answer.ts';
import { Refusal } from '../../http/refusal.ts';
import { deckOf, exportUrl, isReady } from '../../making/export.ts';
import { route } from '../route.ts';

/** GET /exports/{id}: returns the status of an export, and its link when it is ready. */
export const readExport = route({
  method: 'GET',
  path: '/exports/{id}',
  scope: 'generate',
  handle(call, service) {
    const record = service.store.exports.get(call.params.id ?? '');
    if (record?.workspaceId !== call.principal.workspaceId) {
      throw new Refusal(404, `Export ID not found. exportId: ${call.params.id}`);
    }
    const { id: exportId, kind: exportAs } = record;
    if (!isReady(service, record)) return json({ exportId, status: 'pending' });
    const failure = record.failure ?? (deckOf(service, record) ? undefined : 'export_failed');
    if (failure) return json({ exportId, status: 'failed', error: { reason: failure } });
    return json({ exportId, status: 'completed', exportAs, exportUrl: exportUrl(service, record) });
  },
});
