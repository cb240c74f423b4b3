import type { Service } from '../../service.ts';
import type { Doc } from '../../store/records.ts';

export function authorOf(service: Service, doc: Doc): { id: string; name: string } {
  const members = service.store.workspaces.get(doc.workspaceId)?.members ?? [];
  const owner = members.find(({ id }) => id === doc.ownerId);
  return { id: doc.ownerId, name: owner?.name ?? 'Former member' };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
