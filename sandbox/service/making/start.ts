import type { DocInput } from '../engine/engine.ts';
import type { JobRule } from '../misbehaviour/schema.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { ExportKind, GenerationRecord, Sharing } from '../store/records.ts';
import { cardsMade } from './composed.ts';
import { newJob, requireCredits } from './job.ts';
import { leastPrice } from './price.ts';

/** A generation to start. Everything that the request refers to exists. */
export interface Order {
  inputs: DocInput[];
  exportAs?: ExportKind;
  folderId?: string;
  sharing: Sharing;
  /** Created at the agent's route. */
  byAgent?: boolean;
  /** Duration as a multiple of the usual one. */
  pace?: number;
}

/** Starts a generation. Throws a 402 if too few credits are left. */
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
    cards.reduce<number>((sum, numCards) => sum + leastPrice(numCards), 0),
  );
  const { pace = 1, ...kept } = order;
  const record = { ...kept, ...newJob(service, by, service.timing.generationMs, rules) };
  const isTold = rules.some(({ kind }) => kind === 'generation_takes');
  if (!isTold) record.readyAt += (pace - 1) * (record.readyAt - record.createdAt);
  service.store.generations.set(record.id, record);
  service.store.changed();
  return record;
}
