import type { ServiceClient } from '../../service/client.ts';
import { Conflict } from '../../service/errors.ts';
import { renderOwnFile } from '../delivery/render-export.ts';
import { editsUnderWay } from '../store.ts';
import { isBusy } from './busy.ts';
import type { Wait, Work, WorkStatus } from './work.ts';

/**
 * A change of a document that is there. The service makes one at a time for each document: ours take turns, and for one
 * that was begun elsewhere somebody says whether to wait.
 */
export const editWork: Work = {
  async submit(client, { work }, text) {
    if (work.kind !== 'edit') throw new Error('An edit names its document');
    const { editId } = await client.editDoc(work.document.docId, { prompt: text });
    return { id: editId };
  },
  poll: async (client, id, signal) => titled(client, await client.getEdit(id, signal), signal),
  limits: (policy) => ({ follow: policy.followLimitMs, submitRetry: policy.editRetryMs }),
  // The answer to an edit has no file: it is made anew of the changed document.
  bringsLink: () => false,
  async link(generation, client, context, signal) {
    const { docId, exportAs } = generation;
    if (!docId || !exportAs) return { failure: { reason: 'export_failed' } };
    return renderOwnFile(generation, { docId, exportAs }, client, context, signal);
  },
  isRefusal: isBusy,
  async turn(generation, context) {
    const [first] = await editsUnderWay(context.db, generation);
    return first && first.id !== generation.id ? OTHER_CHANGE : undefined;
  },
  async waitAfter(error, generation, { work }, context) {
    if (isBusy(error)) return { for: 'service' };
    if (!(error instanceof Conflict) || work.kind !== 'edit') return undefined;
    const mayWait = work.waitUntil !== undefined && context.clock.now() < Date.parse(work.waitUntil);
    return mayWait || (await isOurs(error.editId)) ? OTHER_CHANGE : undefined;

    /** Another process was ahead of this one. The service need not name the change. */
    async function isOurs(editId: string | undefined): Promise<boolean> {
      const others = (await editsUnderWay(context.db, generation)).filter(({ id }) => id !== generation.id);
      return others.some(({ state, generationId }) =>
        editId ? generationId === editId : state === 'submitting' || state === 'following',
      );
    }
  },
};

/** A change may be of the title, and the service's answer to it has none. A title is worth no failure. */
async function titled(client: ServiceClient, status: WorkStatus, signal: AbortSignal): Promise<WorkStatus> {
  if (status.status !== 'completed' || !status.docId) return status;
  const doc = await client.getDoc(status.docId, signal).catch(() => null);
  return doc?.title ? { ...status, title: doc.title } : status;
}

const OTHER_CHANGE: Wait = { for: 'other_change' };
