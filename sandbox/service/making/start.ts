import type { DocInput } from '../engine/engine.ts';
import type { JobRule } from '../misbehaviour/schema.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { ExportKind, GenerationRecord, Price, Sharing } from '../store/records.ts';
import { cardsMade } from './composed.ts';
import { newJob, requireCredits } from './job.ts';
import { leastPrice } from './price.ts';

/** What a generation is made from, once everything in the request was found to exist. */
export interface Order {
  inputs: DocInput[];
  price: Price;
  exportAs?: ExportKind;
  folderId?: string;
  sharing: Sharing;
  /** Asked for at the agent's route. */
  byAgent?: boolean;
  /** An agent thinks before it writes: how many times longer than others it takes. */
  pace?: number;
}

/** Takes a generation on, if the credits can reach. */
export function startGeneration(
  service: Service,
  by: Principal,
  order: Order,
  rules: readonly JobRule[],
): GenerationRecord {
  const cards = order.inputs.map(cardsMade);
  requireCredits(
    service,
    by,
    cards.reduce<number>((sum, numCards) => sum + leastPrice(numCards, order.price), 0),
  );
  const { pace = 1, ...kept } = order;
  const record = { ...kept, ...newJob(service, by, service.timing.generationMs, rules) };
  const isTold = rules.some(({ kind }) => kind === 'generation_takes');
  if (!isTold) record.readyAt += (pace - 1) * (record.readyAt - record.createdAt);
  service.store.generations.set(record.id, record);
  service.store.changed();
  return record;
}
