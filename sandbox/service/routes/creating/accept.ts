import { type Answer, json } from '../../http/answer.ts';
import { shortfalls } from '../../making/composed.ts';
import { type Order, startGeneration } from '../../making/start.ts';
import type { Service } from '../../service.ts';
import type { Call } from '../route.ts';

/** Starts a generation. Returns its id, and warnings about ignored parts of the request. */
export function accept(call: Call, service: Service, order: Order, warnings: string[]): Answer {
  const mishaps = service.rules.forJob(call.matchable);
  const added = mishaps.flatMap((rule) => (rule.kind === 'warnings' ? [rule.text] : []));
  const generation = startGeneration(service, call.principal, order, mishaps);
  const said = [...warnings, ...shortfalls(order.inputs), ...added].join(' ');
  return json({ generationId: generation.id, ...(said && { warnings: said }) });
}
