import { json } from '../../http/answer.ts';
import { Refusal } from '../../http/refusal.ts';
import { docNames } from '../../making/doc.ts';
import { exportUrl } from '../../making/export.ts';
import { settle } from '../../making/settle.ts';
import type { Principal } from '../../principal.ts';
import type { Service } from '../../service.ts';
import type { GenerationRecord } from '../../store/records.ts';
import { route } from '../route.ts';

/** GET /generations/{id}: how far it is, and what came of it. */
export const readGeneration = route({
  method: 'GET',
  path: '/generations/{id}',
  scope: 'generate',
  handle(call, service) {
    const generation = findGeneration(service, call.principal, call.params.id ?? '');
    settle(service, generation);
    generation.seen = true;
    return json(statusRecord(service, generation));
  },
});

export function findGeneration(service: Service, by: Principal, id: string): GenerationRecord {
  const found = service.store.generations.get(id);
  const isForgotten = found?.mishap.forgotten && found.seen;
  if (found?.workspaceId === by.workspaceId && !isForgotten) return found;
  throw new Refusal(404, `Generation ID not found. generationId: ${id}`);
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
