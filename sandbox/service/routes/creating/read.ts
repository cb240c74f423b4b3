import { type Answer, json } from '../../http/answer.ts';
import { docNames } from '../../making/doc.ts';
import { exportUrl } from '../../making/export.ts';
import { findJob } from '../../making/job.ts';
import { settle } from '../../making/settle.ts';
import type { Service } from '../../service.ts';
import type { GenerationRecord } from '../../store/records.ts';
import { type Call, route } from '../route.ts';

/** GET /generations/{id}: returns the status and result of a generation. */
export const readGeneration = route({
  method: 'GET',
  path: '/generations/{id}',
  scope: 'generate',
  handle: (call, service) => generationStatus(call, service, false),
});

/** Returns the status of a generation created at the agent's route (`byAgent`) or at another route. */
export function generationStatus(call: Call, service: Service, byAgent: boolean): Answer {
  const id = call.params.id ?? '';
  const unknown = `Generation ID not found. generationId: ${id}`;
  const all = service.store.generations;
  const isElsewhere = (all.get(id)?.byAgent ?? false) !== byAgent;
  const generation = findJob(isElsewhere ? new Map() : all, call.principal, id, unknown);
  settle(service, generation);
  generation.seen = true;
  return json(statusRecord(service, generation));
}

function statusRecord(service: Service, generation: GenerationRecord): object {
  const { id, status, error, credits } = generation;
  if (status === 'pending') return { generationId: id, status };
  if (status === 'failed') return { generationId: id, status, error, credits };
  const doc = service.store.docs.get(generation.docId ?? '');
  const exported = service.store.exports.get(generation.exportId ?? '');
  const link = exported && exportUrl(service, exported);
  return {
    generationId: id,
    status,
    ...(doc && { ...docNames(service, doc), title: doc.deck.title }),
    ...(link && { exportUrl: link }),
    credits,
  };
}
