import { json } from '../../http/answer.ts';
import { docNames } from '../../making/doc.ts';
import { settleEdit } from '../../making/edit/settle-edit.ts';
import { findJob } from '../../making/job.ts';
import { route } from '../route.ts';

/** GET /agent/edits/{editId}: returns the status of an edit. */
export const readEdit = route({
  method: 'GET',
  path: '/agent/edits/{editId}',
  scope: 'generate',
  handle(call, service) {
    const editId = call.params.editId ?? '';
    const edit = findJob(service.store.edits, call.principal, editId, `Edit ID not found. editId: ${editId}`);
    settleEdit(service, edit);
    edit.seen = true;
    const { status, error, credits } = edit;
    const doc = service.store.docs.get(edit.docId);
    return json({
      editId,
      status,
      ...(status === 'completed' && { ...(doc && docNames(service, doc)), credits }),
      ...(status === 'failed' && { error, credits }),
    });
  },
});
