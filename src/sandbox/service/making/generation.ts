import { between, chanceOf, randomId } from '../chance.ts';
import type { Deck } from '../engine/deck.ts';
import { composeDeck, type DocInput } from '../engine/engine.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobRule } from '../misbehaviour/schema.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { Doc, ExportKind, GenerationRecord, Mishap, Price, Sharing } from '../store/records.ts';
import { newDoc } from './doc.ts';
import { exportRecord } from './export.ts';
import { leastPrice, priceOf } from './price.ts';

/** What a generation is made from, once everything in the request was found to exist. */
export interface Order {
  inputs: DocInput[];
  price: Price;
  exportAs?: ExportKind;
  folderId?: string;
  sharing: Sharing;
}

/**
 * A generation is not run by a timer: it is settled when somebody looks after its time has come. So it goes on
 * over a restart, and follows whatever clock it is given.
 */
export function startGeneration(
  service: Service,
  by: Principal,
  order: Order,
  mishaps: JobRule[],
): GenerationRecord {
  const workspace = service.store.workspaces.get(by.workspaceId);
  const cards = order.inputs.map((input) => input.template?.cards.length ?? input.numCards);
  const least = cards.reduce<number>((sum, numCards) => sum + leastPrice(numCards, order.price), 0);
  if ((workspace?.credits ?? 0) < least) throw new Refusal(402, 'Insufficient credits remaining');

  const id = randomId(21);
  const now = service.clock.now();
  const takes = mishaps.find((rule) => rule.kind === 'generation_takes')?.ms;
  const record: GenerationRecord = {
    ...order,
    id,
    workspaceId: by.workspaceId,
    personId: by.personId,
    status: 'pending',
    createdAt: now,
    readyAt: now + (takes ?? between(service.timing.generationMs, id)),
    mishap: mishapOf(mishaps),
    seen: false,
  };
  service.store.generations.set(id, record);
  service.store.changed();
  return record;
}

function mishapOf(rules: JobRule[]): Mishap {
  const mishap: Mishap = {};
  for (const rule of rules) {
    if (rule.kind === 'generation_fails')
      mishap.fails = { message: rule.message, statusCode: rule.statusCode };
    if (rule.kind === 'generation_never_ends') mishap.neverEnds = true;
    if (rule.kind === 'generation_forgotten') mishap.forgotten = true;
    if (rule.kind === 'export_late') mishap.exportLateMs = rule.ms;
    if (rule.kind === 'big_export') mishap.exportBytes = rule.bytes;
  }
  return mishap;
}

/** Brings a generation to where it should be by now. */
export function settle(service: Service, generation: GenerationRecord): void {
  const isDue = generation.status === 'pending' && service.clock.now() >= generation.readyAt;
  if (!isDue || generation.mishap.neverEnds) return;
  const decks = generation.mishap.fails ? [] : generation.inputs.map(composeDeck);
  const cost = priceOf(decks, generation.price);
  const workspace = service.store.workspaces.get(generation.workspaceId);
  const remaining = workspace?.credits ?? 0;
  const error = generation.mishap.fails ?? (cost > remaining ? NO_CREDITS : undefined);

  if (workspace && !error) workspace.credits -= cost;
  generation.credits = error ? { deducted: 0, remaining } : { deducted: cost, remaining: remaining - cost };
  generation.status = error ? 'failed' : 'completed';
  if (error) generation.error = error;
  else keepDoc(service, generation, decks);
  generation.inputs = [];
  service.store.changed();
}

const NO_CREDITS = { message: 'Insufficient credits remaining', statusCode: 402 };

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
