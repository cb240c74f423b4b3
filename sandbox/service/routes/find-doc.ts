import { Refusal } from '../http/refusal.ts';
import { settleEdit } from '../making/edit/settle-edit.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { Access, Doc } from '../store/records.ts';

/** From least to most. */
const LEVELS: readonly Access[] = ['noAccess', 'view', 'comment', 'edit', 'fullAccess'];

/**
 * The doc that a path names, where the caller may do so much with it. A web slug in place of the file id, a doc of another
 * workspace, a deleted one and one that never was are refused alike, with 403, as the interface says for archiving.
 */
export function findDoc(
  service: Service,
  call: { principal: Principal; params: Record<string, string> },
  needed: Access,
  message = 'Forbidden',
): Doc {
  const doc = service.store.docs.get(call.params.gammaId ?? '');
  if (doc) settleEditsOf(service, doc);
  if (doc && doc.deletedAt === undefined && may(service, call.principal, doc, needed)) return doc;
  throw new Refusal(403, message);
}

/** Whether the caller may do so much with a doc. */
export const may = (service: Service, by: Principal, doc: Doc, needed: Access): boolean =>
  LEVELS.indexOf(accessOf(service, by, doc)) >= LEVELS.indexOf(needed);

/** Nobody is to see a doc without the changes that are through. */
function settleEditsOf(service: Service, doc: Doc): void {
  for (const edit of service.store.edits.values()) if (edit.docId === doc.id) settleEdit(service, edit);
}

function accessOf(service: Service, by: Principal, doc: Doc): Access {
  if (doc.workspaceId !== by.workspaceId) return 'noAccess';
  if (doc.ownerId === by.personId || isAdmin(service, by)) return 'fullAccess';
  return doc.sharing.workspaceAccess ?? 'view';
}

export function isAdmin(service: Service, by: Principal): boolean {
  const members = service.store.workspaces.get(by.workspaceId)?.members ?? [];
  return members.some(({ id, role }) => id === by.personId && role === 'admin');
}
