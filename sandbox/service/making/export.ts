import { randomBytes } from 'node:crypto';
import { randomId } from '../chance.ts';
import type { Service } from '../service.ts';
import type { Doc, ExportKind, ExportRecord } from '../store/records.ts';

/** Export links work for a week. */
const LINK_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

const EXTENSIONS: Record<ExportKind, string> = { pptx: 'pptx', pdf: 'pdf', png: 'zip' };

export function exportRecord(doc: Doc, kind: ExportKind, readyAt: number | null): ExportRecord {
  return {
    id: randomId(21),
    workspaceId: doc.workspaceId,
    docId: doc.id,
    kind,
    readyAt,
    token: randomBytes(32).toString('base64url'),
  };
}

/** The link to the file, where it is there by now. */
export function exportUrl(service: Service, record: ExportRecord): string | undefined {
  const doc = service.store.docs.get(record.docId);
  if (!doc || record.failure || !isReady(service, record)) return undefined;
  return `${service.urls.files}/files/${record.id}/${record.token}/${encodeURIComponent(fileName(doc, record.kind))}`;
}

export function isReady(service: Service, record: ExportRecord): boolean {
  return record.readyAt !== null && service.clock.now() >= record.readyAt;
}

export function isExpired(service: Service, record: ExportRecord): boolean {
  return record.readyAt !== null && service.clock.now() >= record.readyAt + LINK_LIFE_MS;
}

export function fileName(doc: Doc, kind: ExportKind): string {
  const name = doc.deck.title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  return `${name.slice(0, 100).toWellFormed() || 'Untitled'}.${EXTENSIONS[kind]}`;
}
