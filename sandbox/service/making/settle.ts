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
import { priceOf } from './price.ts';

/** Brings a generation to where it should be by now. */
export function settle(service: Service, generation: GenerationRecord): void {
  settleJob(service, generation, () => {
    const decks = generation.inputs.map(composed);
    return { cost: priceOf(decks, generation.price), keep: () => keepDoc(service, generation, decks) };
  });
  // The texts are of no use any more.
  if (generation.status !== 'pending') generation.inputs = [];
}

/** Settles all that is due, for those who look at a whole workspace. */
export function settleAll(service: Service): void {
  for (const generation of service.store.generations.values()) settle(service, generation);
  for (const image of service.store.images.values()) settleImage(service, image);
  for (const edit of service.store.edits.values()) settleEdit(service, edit);
}

function keepDoc(service: Service, generation: GenerationRecord, decks: Deck[]): void {
  const [first, ...others] = decks;
  if (!first) throw new Error('A generation is made from at least one page');
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
  const { exportLateMs, exportBytes } = generation.mishap;
  const isLate = chanceOf(`${generation.id} export`) < 1 / 3;
  const usualLag = isLate ? service.timing.exportLagMs : 0;
  const lag = exportLateMs === undefined ? usualLag : exportLateMs;
  const record = exportRecord(doc, kind, lag === null ? null : generation.readyAt + lag);
  if (exportBytes !== undefined) record.bytes = exportBytes;
  service.store.exports.set(record.id, record);
  generation.exportId = record.id;
}
