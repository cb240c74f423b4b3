import { between } from '../../chance.ts';
import { json } from '../../http/answer.ts';
import { exportRecord } from '../../making/export.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { exportBody } from './schemas.ts';

/** POST /gammas/{gammaId}/export: exports an existing doc as a file. */
export const createExport = route({
  method: 'POST',
  path: '/gammas/{gammaId}/export',
  scope: 'generate',
  body: exportBody,
  handle(call, service) {
    const doc = findDoc(service, call, 'view');
    const record = exportRecord(doc, call.body.exportAs, null);
    const readyAt = service.clock.now() + between(service.timing.exportMs, record.id);
    record.readyAt = readyAt;
    if (doc.deck.cards.length === 0) record.failure = 'no_content';
    for (const rule of service.rules.forJob(call.matchable)) {
      if (rule.kind === 'export_fails') record.failure = rule.reason;
      if (rule.kind === 'export_late') record.readyAt = rule.ms === null ? null : readyAt + rule.ms;
    }
    service.store.exports.set(record.id, record);
    service.store.changed();
    return json({ exportId: record.id });
  },
});
