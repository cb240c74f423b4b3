import { randomBytes } from 'node:crypto';
import { randomId } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import type { Service } from '../service.ts';
import type { Doc, ExportKind, ExportRecord } from '../store/records.ts';

/** Milliseconds for which an export link works. */
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

/** Stores the current deck with the finished exports of a doc. Call it before the doc is changed or deleted. */
export function keepFilesOf(service: Service, doc: Doc, at: number): void {
  for (const record of service.store.exports.values()) {
    const isMade = record.docId === doc.id && record.readyAt !== null && record.readyAt <= at;
    if (isMade) record.deck ??= doc.deck;
  }
}

/** Returns the deck of an export; undefined if the doc was deleted before the export was ready. */
export function deckOf(service: Service, record: ExportRecord): Deck | undefined {
  const doc = service.store.docs.get(record.docId);
  return record.deck ?? (doc?.deletedAt === undefined ? doc?.deck : undefined);
}

/** Returns the link to a file; undefined if it is not ready. */
export function exportUrl(service: Service, record: ExportRecord): string | undefined {
  const deck = deckOf(service, record);
  if (!deck || record.failure || !isReady(service, record)) return undefined;
  return `${service.urls.files}/files/${record.id}/${record.token}/${encodeURIComponent(fileName(deck, record.kind))}`;
}

export function isReady(service: Service, record: ExportRecord): boolean {
  return record.readyAt !== null && service.clock.now() >= record.readyAt;
}

export function isExpired(service: Service, record: ExportRecord): boolean {
  return record.readyAt !== null && service.clock.now() >= record.readyAt + LINK_LIFE_MS;
}

export function fileName(deck: Deck, kind: ExportKind): string {
  const name = deck.title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();
  return `${name.slice(0, 100).toWellFormed() || 'Untitled'}.${EXTENSIONS[kind]}`;
}
