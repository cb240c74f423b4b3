import type { Log } from '../../../log.ts';
import { chanceOf } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import { composeDeck } from '../engine/engine.ts';
import type { Service } from '../service.ts';
import type { Doc, ExportKind, GenerationRecord } from '../store/records.ts';
import { newDoc } from './doc.ts';
import { exportRecord } from './export.ts';
import { priceOf } from './price.ts';

/** Brings a generation to where it should be by now. */
export function settle(service: Service, generation: GenerationRecord): void {
  const isDue = generation.status === 'pending' && service.clock.now() >= generation.readyAt;
  if (!isDue || generation.mishap.neverEnds) return;
  const workspace = service.store.workspaces.get(generation.workspaceId);
  const remaining = workspace?.credits ?? 0;
  const outcome = make(generation, remaining, service.log);
  if ('message' in outcome) {
    generation.status = 'failed';
    generation.error = outcome;
    generation.credits = { deducted: 0, remaining };
  } else {
    generation.status = 'completed';
    generation.credits = { deducted: outcome.cost, remaining: remaining - outcome.cost };
    if (workspace) workspace.credits -= outcome.cost;
    keepDoc(service, generation, outcome.decks);
  }
  generation.inputs = [];
  service.store.changed();
}

type Outcome = { decks: Deck[]; cost: number } | { message: string; statusCode: number };

/** Composes the pages, if that works and can be paid for. */
function make({ mishap, inputs, price }: GenerationRecord, remaining: number, log?: Log): Outcome {
  if (mishap.fails) return mishap.fails;
  try {
    const decks = inputs.map((input) => composeDeck(input));
    const cost = priceOf(decks, price);
    if (cost > remaining) return { message: 'Insufficient credits remaining', statusCode: 402 };
    return { decks, cost };
  } catch (err) {
    log?.error({ err }, 'the engine of the service stand-in failed');
    return { message: 'An error occurred while generating the the service.', statusCode: 500 };
  }
}

/** Settles all that is due, for those who look at a whole workspace. */
export function settleAll(service: Service): void {
  for (const generation of service.store.generations.values()) settle(service, generation);
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
