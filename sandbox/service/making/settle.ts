import { chanceOf } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import type { Service } from '../service.ts';
import type { Doc, ExportKind, GenerationRecord } from '../store/records.ts';
import { composed } from './composed.ts';
import { newDoc } from './doc.ts';
import { settleEdit } from './edit/settle-edit.ts';
import { exportRecord } from './export.ts';
import { settleImage } from './image.ts';
import { settleJob } from './job.ts';
import { PRICE_OF_CARD } from './price.ts';

/** Completes a generation that is due. */
export function settle(service: Service, generation: GenerationRecord): void {
  settleJob(service, generation, () => {
    const decks = generation.inputs.map(composed);
    const cost = decks.flatMap(({ cards }) => cards).length * PRICE_OF_CARD;
    return { cost, keep: () => keepDoc(service, generation, decks) };
  });
  // The texts are no longer needed.
  if (generation.status !== 'pending') generation.inputs = [];
}

/** Completes all jobs that are due, before a whole workspace is read. */
export function settleAll(service: Service): void {
  for (const generation of service.store.generations.values()) settle(service, generation);
  for (const image of service.store.images.values()) settleImage(service, image);
  for (const edit of service.store.edits.values()) settleEdit(service, edit);
}

function keepDoc(service: Service, generation: GenerationRecord, decks: Deck[]): void {
  const [first, ...others] = decks;
  if (!first) throw new Error('A generation has at least one page');
  const doc = newDoc({
    workspaceId: generation.workspaceId,
    ownerId: generation.personId,
    deck: { ...first, cards: [first, ...others].flatMap((deck) => deck.cards) },
    pages: decks.length,
    createdAt: generation.readyAt,
    sharing: generation.sharing,
    ...(generation.folderId ? { folderId: generation.folderId } : {}),
  });
  service.store.docs.set(doc.id, doc);
  generation.docId = doc.id;
  if (generation.exportAs) keepExport(service, generation, doc, generation.exportAs);
}

function keepExport(service: Service, generation: GenerationRecord, doc: Doc, kind: ExportKind): void {
  const { exportLateMs } = generation.mishap;
  const isLate = chanceOf(`${generation.id} export`) < 1 / 3;
  const usualLag = isLate ? service.timing.exportLagMs : 0;
  const lag = exportLateMs === undefined ? usualLag : exportLateMs;
  const record = exportRecord(doc, kind, lag === null ? null : generation.readyAt + lag);
  service.store.exports.set(record.id, record);
  generation.exportId = record.id;
}
