import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, createTicker } from '../../../src/clock.ts';
import { CLAIM_EVERY_MS, claimDue } from '../../../src/digests/claim.ts';
import type { DigestGateway } from '../../../src/digests/gateway.ts';
import { createDigestRunner } from '../../../src/digests/run.ts';
import { createCancellationWatcher } from '../../../src/generations/cancellation.ts';
import { createGenerations } from '../../../src/generations/generations.ts';
import { createJobs } from '../../../src/jobs/queue.ts';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/storage/database.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

/** The shortest possible lease, so that jobs of a killed process soon start again. A slow process may lose its leases, too. */
export const LEASE_SECONDS = 1;

const limitsOf = async () => NO_LIMITS;

/** Returns a clock that a test sets. Sleeping reads it every 5 real milliseconds. */
export function createSetClock(now: () => number): Clock {
  return {
    now,
    async sleep(ms, signal) {
      const due = now() + ms;
      while (now() < due) await wait(5, undefined, signal ? { signal } : undefined);
    },
  };
}

export interface Member {
  stop(): Promise<void>;
}

/** Starts one process of a deployment with the real ticker, queue, runner and database of digests. */
export async function startMember(db: Database, clock: Clock): Promise<Member> {
  const log = createLog('silent');
  const jobs = createJobs({
    database: db,
    clock,
    log,
    leaseSeconds: LEASE_SECONDS,
    superviseSeconds: 1,
    pollMs: 50,
    gatherMs: 10,
  });
  const cancellations = createCancellationWatcher({ db, clock, log });
  const generations = createGenerations(
    {
      db,
      clock,
      log,
      limitsOf,
      isInGroup: async () => false,
      tellAdmins: async () => false,
      audit: async () => {},
    },
    jobs,
    cancellations,
  );
  const gateway: DigestGateway = {
    async checkChannel() {
      await wait(Math.random() * 4);
      return { open: true, messages: 50, name: 'launch', isPrivate: false };
    },
  };
  // The wait gives time for a kill after the generation was started and before the run's row is written.
  const slow = {
    ...generations,
    start: async (...given: Parameters<typeof generations.start>) => {
      const started = await generations.start(...given);
      await wait(15);
      return started;
    },
  };
  const context = { db, jobs, generations: slow, gateway, limitsOf, clock, log };
  jobs.work('digest', { handler: createDigestRunner(context) });
  await jobs.start();
  const ticker = createTicker(() => claimDue(context), {
    clock,
    everyMs: CLAIM_EVERY_MS,
    onError: (err) => log.warn({ err }, 'due digests could not be looked up'),
  });
  ticker.start();
  return {
    async stop() {
      await ticker.stop();
      await jobs.stop({ graceMs: 0 });
      cancellations.close();
    },
  };
}
