import { systemClock } from '../../src/clock.ts';
import { createFairLimiter } from '../../src/generations/limiter.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/log.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { openOnServer } from '../support/database.ts';
import { completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { STEADY } from '../support/short-leases.ts';

/** One process of budget.ts: works on generations until it is killed. Its create calls go to the service of the parent process. */

const [databaseUrl = '', serviceUrl = '', credits = ''] = process.argv.slice(2);
const log = createLog('silent');
const db = await openOnServer(databaseUrl);
const limits = { ...NO_LIMITS, creditsOfPerson: Number(credits) };
const { context, run, onDeadLetter } = createHarness(
  db,
  { pollIntervalMs: 20 },
  systemClock,
  async () => limits,
);
const client = {
  async createGeneration(input: object) {
    const response = await fetch(serviceUrl, { method: 'POST', body: JSON.stringify(input) });
    return (await response.json()) as { generationId: string };
  },
  getGeneration: async () => completed(),
};
context.clientFor = async () => client as unknown as ServiceClient;
context.limiters.submit = createFairLimiter({ total: 32, perKey: 4 });
// Leases are short, so that the work of a killed process soon continues.
const times = { leaseSeconds: STEADY, superviseSeconds: 1, pollMs: 50, gatherMs: 10 };
const jobs = createJobs({ database: db, clock: systemClock, log, ...times });
jobs.work('generation', { capacity: 2_000, perTeam: 2_000, handler: run, onDeadLetter });
await jobs.start();
console.log('working');
