import { Refusal } from '../../http/refusal.ts';
import type { Principal } from '../../principal.ts';
import type { Service } from '../../service.ts';
import type { Job } from '../../store/records.ts';

/** Most running agent jobs of a workspace. */
const MOST = 5;

/** Throws a 429 if the workspace has too many running jobs. `Retry-After` is when the first of them ends. */
export function requireRoom(service: Service, by: Principal): void {
  const now = service.clock.now();
  const generations = [...service.store.generations.values()].filter(({ byAgent }) => byAgent);
  const running = [...generations, ...service.store.edits.values()].filter((job) => isRunning(job, now));
  const own = running.filter((job) => job.workspaceId === by.workspaceId);
  if (own.length < MOST) return;
  const first = Math.min(...own.map(({ readyAt }) => Math.max(readyAt, now)));
  throw new Refusal(429, 'Too many agent jobs are running in this workspace', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((first - now) / 1000))) },
    extra: { code: 'workspace_concurrency_limit_exceeded' },
  });
}

/** Whether a job is still running. Its status is updated only when it is read. */
export function isRunning(job: Job, now: number): boolean {
  return job.status === 'pending' && (job.readyAt > now || job.mishap.neverEnds === true);
}
