import { json } from '../../http/answer.ts';
import { Refusal } from '../../http/refusal.ts';
import { PRICE_OF_EDIT } from '../../making/edit/settle-edit.ts';
import { newJob, requireCredits } from '../../making/job.ts';
import type { Service } from '../../service.ts';
import type { Doc } from '../../store/records.ts';
import { findDoc } from '../find-doc.ts';
import { route } from '../route.ts';
import { isRunning, requireRoom } from './concurrency.ts';
import { editBody } from './schemas.ts';

/** POST /agent/gammas/{gammaId}/edits: changes a doc as the prompt says, one edit at a time. */
export const createEdit = route({
  method: 'POST',
  path: '/agent/gammas/{gammaId}/edits',
  scope: 'generate',
  body: editBody,
  handle(call, service) {
    const doc = findDoc(service, call, 'edit');
    refuseWhileEdited(service, doc);
    requireRoom(service, call.principal);
    requireCredits(service, call.principal, PRICE_OF_EDIT);
    const job = newJob(
      service,
      call.principal,
      service.timing.generationMs,
      service.rules.forJob(call.matchable),
    );
    service.store.edits.set(job.id, { ...job, docId: doc.id, prompt: call.body.prompt });
    service.store.changed();
    return json({ editId: job.id }, 202);
  },
});

function refuseWhileEdited(service: Service, doc: Doc): void {
  const now = service.clock.now();
  const edit = [...service.store.edits.values()].find(
    ({ docId, ...job }) => docId === doc.id && isRunning(job, now),
  );
  if (!edit) return;
  throw new Refusal(409, 'Edit already in progress', {
    extra: { code: 'edit_in_progress', editId: edit.id },
  });
}
