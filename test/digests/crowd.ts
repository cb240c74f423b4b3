import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import type { DigestGateway } from '../../src/digests/gateway.ts';
import { createDigestRunner, DIGEST_PLACES } from '../../src/digests/run.ts';
import { insertDigest } from '../../src/digests/store.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import { createRunner } from '../../src/generations/runner.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { settings } from '../support/harness/digests.ts';
import { createHarness } from '../support/harness/generations.ts';

const MINUTE = 60_000;

/** Starts a process with real jobs. The check of a channel takes 100 ms, and a create request to the service 50 ms. */
export async function startProcess(db: Database) {
  const harness = createHarness(db, {}, systemClock);
  const { context, cancellations, service } = harness;
  const create = service.client.createGeneration.bind(service.client);
  service.client.createGeneration = async (input) => {
    await wait(50);
    return create(input);
  };
  const gateway: DigestGateway = {
    async checkChannel() {
      await wait(100);
      return { open: true, messages: 50, name: 'launch', isPrivate: false };
    },
  };
  const jobs = createJobs({ database: db, clock: systemClock, log: context.log });
  const real = { ...context, db };
  const generations = createGenerations(real, jobs, cancellations);
  const runner = createRunner(real, cancellations);
  const digests = { ...context, db, jobs, generations, gateway, clock: systemClock, log: context.log };
  await jobs.start();
  return {
    generations,
    digests,
    begin() {
      jobs.work('generation', { handler: runner.run });
      jobs.work('digest', { ...DIGEST_PLACES, handler: createDigestRunner(digests) });
    },
    async stop() {
      await jobs.stop({ graceMs: 0 });
      cancellations.close();
    },
  };
}

/** Adds digests that have been due for a minute. */
export async function addDue(
  db: Database,
  team: string,
  count: number,
  from = new Date(Date.now() - 7 * 24 * 60 * MINUTE),
): Promise<void> {
  const now = new Date();
  const nextRun = new Date(now.getTime() - MINUTE);
  for (let each = 0; each < count; each += 1)
    await insertDigest(db, settings(), { team, owner: 'U1', key: `view ${each}`, nextRun, from, now });
}

/** Returns how many generations of the team are delivered. */
export async function delivered(db: Database, team: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from generations where team = $1 and state = 'delivered'`,
    [team],
  );
  return row?.count ?? 0;
}
