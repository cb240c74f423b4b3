import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { claimDue } from '../../src/digests/claim.ts';
import type { DigestGateway } from '../../src/digests/gateway.ts';
import { createDigestRunner, DIGEST_PLACES } from '../../src/digests/run.ts';
import { dueDigests } from '../../src/digests/runs.ts';
import { insertDigest } from '../../src/digests/store.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import { createRunner } from '../../src/generations/runner.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, serverUrl, testDatabase } from '../support/database.ts';
import { settings } from '../support/harness/digests.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { allowErrors } from '../support/log.ts';

allowErrors(/could not be claimed/);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const BUSY = 'TBUSY';
const OTHER = 'TOTHER';
/** Embedded, each of them is this process's own work: a third is crowd enough. */
const BURST = serverUrl ? 1_000 : 300;
const MINUTE = 60_000;

/** Digests that have been due for a minute. */
async function addDue(team: string, count: number, from = new Date(Date.now() - 7 * 24 * 60 * MINUTE)) {
  const now = new Date();
  const due = new Date(now.getTime() - MINUTE);
  for (let each = 0; each < count; each += 1)
    await insertDigest(db, settings(), {
      ...{ team, owner: 'U1', key: `view ${each}`, nextRun: due, from, now },
    });
}

/** One process with real jobs; a look at a channel, and a call that has the service make something, take their time. */
async function startProcess() {
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
    postNote: async () => ({ channel: 'C1', ts: '1.1' }),
    findNote: async () => null,
  };
  const jobs = createJobs({ database: db, clock: systemClock, log: context.log });
  const real = { ...context, db };
  const generations = createGenerations(real, jobs, cancellations);
  const runner = createRunner(real, cancellations);
  const digests = { db, jobs, generations, gateway, clock: systemClock, log: context.log };
  await jobs.start();
  onTestFinished(async () => {
    await jobs.stop({ graceMs: 0 });
    cancellations.close();
  });
  return {
    generations,
    digests,
    begin() {
      jobs.work('generation', { handler: runner.run });
      jobs.work('digest', { ...DIGEST_PLACES, handler: createDigestRunner(digests) });
    },
  };
}

const delivered = async (team: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from generations where team = $1 and state = 'delivered'`,
    [team],
  );
  return row?.count ?? 0;
};

test('what is due is claimed in one go, with the teams in turn', async () => {
  const { digests } = await startProcess();
  await addDue(BUSY, 250);
  await addDue(OTHER, 2);
  const turns = await dueDigests(db, new Date(), { limit: 5, besides: [] });
  expect(turns.map(({ team }) => team).sort()).toEqual([BUSY, BUSY, BUSY, OTHER, OTHER]);
  await claimDue(digests);
  expect(await dueDigests(db, new Date(), { limit: 5, besides: [] })).toEqual([]);
});

test('rows that nobody can read hold up no other, however many they are', async () => {
  const { digests } = await startProcess();
  await addDue(BUSY, 120);
  await db.query(`update digests set schedule = '{"every": "moon"}'`);
  await addDue(OTHER, 120);
  await claimDue(digests);
  const left = await dueDigests(db, new Date(), { limit: 500, besides: [] });
  expect(left.map(({ team }) => team)).toEqual(Array(120).fill(BUSY));
});

test(`a team's ${BURST} due digests and as many asks make another's late by less than a minute`, {
  timeout: 3 * MINUTE,
}, async () => {
  const { begin, generations, digests } = await startProcess();
  await addDue(BUSY, BURST);
  for (let each = 0; each < BURST; each += 1) await generations.start(anAsk({ team: BUSY }), `ask ${each}`);
  begin();
  const stopping = new AbortController();
  const claiming = claimDue(digests, stopping.signal);

  const began = performance.now();
  await generations.start(anAsk({ team: OTHER }), 'ask');
  await addDue(OTHER, 1);
  await expect.poll(() => delivered(OTHER), { timeout: MINUTE, interval: 50 }).toBe(2);
  const took = performance.now() - began;
  const ahead = await delivered(BUSY);
  stopping.abort();
  await claiming;

  expect(took).toBeLessThan(MINUTE);
  // It did not go through because the burst was over.
  expect(ahead).toBeLessThan(BURST);
});
