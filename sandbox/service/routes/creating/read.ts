import { type Answer, json } from '../../http/answer.ts';
import { docNames } from '../../making/doc.ts';
import { exportUrl } from '../../making/export.ts';
import { findJob } from '../../making/job.ts';
import { settle } from '../../making/settle.ts';
import type { Service } from '../../service.ts';
import type { GenerationRecord } from '../../store/records.ts';
import { type Call, route } from '../route.ts';

/** GET /generations/{id}: how far it is, and what came of it. */
export const readGeneration = route({
  method: 'GET',
  path: '/generations/{id}',
  scope: 'generate',
  handle: (call, service) => generationStatus(call, service, false),
});

/** The status of one that was asked for at the agent's route (`byAgent`), or at the others. */
export function generationStatus(call: Call, service: Service, byAgent: boolean): Answer {
  const id = call.params.id ?? '';
  const unknown = `Generation ID not found. generationId: ${id}`;
  const all = service.store.generations;
  const isElsewhere = (all.get(id)?.byAgent ?? false) !== byAgent && !isReadHere(service, byAgent);
  const generation = findJob(isElsewhere ? new Map() : all, call.principal, id, unknown);
  settle(service, generation);
  generation.seen = true;
  return json(statusRecord(service, generation));
}

/** Agents' generations are read with all others where the deployment has no route for them. */
const isReadHere = ({ deployment }: Service, byAgent: boolean): boolean =>
  !byAgent && deployment.lacks.has('GET /agent/generations/{id}');

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
