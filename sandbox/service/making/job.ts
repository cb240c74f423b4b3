import { between, randomId } from '../chance.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobRule } from '../misbehaviour/schema.ts';
import type { Principal } from '../principal.ts';
import type { Service } from '../service.ts';
import type { Job, Mishap } from '../store/records.ts';
import { purseOf } from './purse.ts';

/**
 * Creates a job: a generation, an image or an edit. Jobs have no timers. A job is completed when it is read after `readyAt`.
 * So it continues after a restart and follows the stand-in's clock.
 */
export function newJob(
  service: Service,
  by: Principal,
  usually: number | readonly [number, number],
  rules: readonly JobRule[],
): Job {
  const id = randomId(21);
  const now = service.clock.now();
  const takes = rules.find((rule) => rule.kind === 'generation_takes')?.ms;
  return {
    id,
    workspaceId: by.workspaceId,
    personId: by.personId,
    ...(by.pays && { pays: by.pays }),
    status: 'pending',
    createdAt: now,
    readyAt: now + (takes ?? between(usually, id)),
    mishap: mishapOf(rules),
    seen: false,
  };
}

function mishapOf(rules: readonly JobRule[]): Mishap {
  const mishap: Mishap = {};
  for (const rule of rules) {
    if (rule.kind === 'generation_fails') {
      mishap.fails = { message: rule.message, statusCode: rule.statusCode };
    }
    if (rule.kind === 'generation_never_ends') mishap.neverEnds = true;
    if (rule.kind === 'generation_forgotten') mishap.forgotten = true;
    if (rule.kind === 'export_late') mishap.exportLateMs = rule.ms;
  }
  return mishap;
}

/** The result of a job. `keep` stores it after it is paid. */
export interface Work {
  cost: number;
  keep(): void;
}

/** Completes a job that is due and deducts its cost, or fails it without a cost. */
export function settleJob(service: Service, job: Job, work: () => Work): void {
  const isDue = job.status === 'pending' && service.clock.now() >= job.readyAt;
  if (!isDue || job.mishap.neverEnds) return;
  const purse = purseOf(service, job);
  const remaining = purse.left;
  const outcome = outcomeOf(service, job, work, remaining);
  if ('message' in outcome) {
    job.status = 'failed';
    job.error = outcome;
    job.credits = { deducted: 0, remaining };
  } else {
    job.status = 'completed';
    job.credits = { deducted: outcome.cost, remaining: remaining - outcome.cost };
    purse.spend(outcome.cost);
    outcome.keep();
  }
  service.store.changed();
}

function outcomeOf(
  service: Service,
  job: Job,
  work: () => Work,
  remaining: number,
): Work | NonNullable<Job['error']> {
  if (job.mishap.fails) return job.mishap.fails;
  try {
    const done = work();
    return done.cost > remaining ? { message: NO_CREDITS, statusCode: 402 } : done;
  } catch (err) {
    service.log?.error({ err }, 'the engine of the service stand-in failed');
    return { message: 'An error occurred while generating the the service.', statusCode: 500 };
  }
}

const NO_CREDITS = 'Insufficient credits remaining';

/** Throws a 402 if fewer credits are left than the job costs at least. */
export function requireCredits(service: Service, by: Principal, least: number): void {
  if (purseOf(service, by).left < least) throw new Refusal(402, NO_CREDITS);
}

/** Returns a job of the caller's workspace. Throws a 404 with the message `unknown` for any other, and for a forgotten one. */
export function findJob<J extends Job>(jobs: Map<string, J>, by: Principal, id: string, unknown: string): J {
  const job = jobs.get(id);
  if (job?.workspaceId === by.workspaceId && !(job.mishap.forgotten && job.seen)) return job;
  throw new Refusal(404, unknown);
}
