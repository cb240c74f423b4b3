import type { Service } from '../../service.ts';
import type { EditRecord } from '../../store/records.ts';
import { keepFilesOf } from '../export.ts';
import { settleJob } from '../job.ts';
import { edited } from './instructions.ts';

/** Credits for any edit. */
export const PRICE_OF_EDIT = 5;

/** Applies an edit that is due. */
export function settleEdit(service: Service, edit: EditRecord): void {
  settleJob(service, edit, () => {
    const doc = service.store.docs.get(edit.docId);
    if (!doc || doc.deletedAt !== undefined) throw new Error(`The doc of edit ${edit.id} is gone`);
    const deck = edited(doc.deck, edit.prompt);
    return {
      cost: PRICE_OF_EDIT,
      keep() {
        keepFilesOf(service, doc, edit.readyAt);
        doc.deck = deck;
        doc.updatedAt = edit.readyAt;
      },
    };
  });
}
