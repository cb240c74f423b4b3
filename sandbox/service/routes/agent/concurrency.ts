import { Refusal } from '../../http/refusal.ts';
import type { Principal } from '../../principal.ts';
import type { Service } from '../../service.ts';
import type { Job } from '../../store/records.ts';

/** Agent jobs that one workspace may have under way. */
const MOST = 5;

/** Refuses one job too many: of the workspace, with the time until the first of the others is through, or of all together. */
export function requireRoom(service: Service, by: Principal): void {
  const now = service.clock.now();
  const generations = [...service.store.generations.values()].filter(({ byAgent }) => byAgent);
  const running = [...generations, ...service.store.edits.values()].filter((job) => isRunning(job, now));
  if (running.length >= service.deployment.agentCapacity) throw new Refusal(503, 'Service unavailable');
  const own = running.filter((job) => job.workspaceId === by.workspaceId);
  if (own.length < MOST) return;
  const first = Math.min(...own.map(({ readyAt }) => Math.max(readyAt, now)));
  throw new Refusal(429, 'Too many agent jobs are running in this workspace', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((first - now) / 1000))) },
    extra: { code: 'workspace_concurrency_limit_exceeded' },
  });
}

/** Whether it is still being worked on, be it settled or not. */
export function isRunning(job: Job, now: number): boolean {
  return job.status === 'pending' && (job.readyAt > now || job.mishap.neverEnds === true);
}
