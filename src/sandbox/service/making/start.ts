import { between, randomId } from '../chance.ts';
import type { DocInput } from '../engine/engine.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobRule } from '../misbehaviour/schema.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { ExportKind, GenerationRecord, Mishap, Price, Sharing } from '../store/records.ts';
import { leastPrice } from './price.ts';

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
