import { Refusal } from '../http/refusal.ts';
import { settleEdit } from '../making/edit/settle-edit.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { Access, Doc } from '../store/records.ts';

/** From the lowest to the highest. */
const LEVELS: readonly Access[] = ['noAccess', 'view', 'comment', 'edit', 'fullAccess'];

/**
 * Returns the doc of a path if the caller has the needed access. Throws the same 403 for a web slug instead of an id, a doc of
 * another workspace, a deleted doc and one that never existed, as the interface says for archiving.
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

/** Returns whether the caller has the needed access to a doc. */
export const may = (service: Service, by: Principal, doc: Doc, needed: Access): boolean =>
  LEVELS.indexOf(accessOf(service, by, doc)) >= LEVELS.indexOf(needed);

/** Applies the edits of a doc that are due. */
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
