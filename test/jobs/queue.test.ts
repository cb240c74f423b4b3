import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createJobs, type JobsOptions } from '../../src/jobs/queue.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const db = await testDatabase();
const opened: Jobs[] = [];

beforeEach(() => clearDatabase(db));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 100 })));
});
afterAll(() => db.close());

/** A process of its own, as far as the queue can tell. */
function openJobs(options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({ database: db, clock: systemClock, log, ...options });
  opened.push(jobs);
  return jobs;
}

const job = (generation: string, team = 'T1') => ({ team, generation });
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const active = async () => (await db.query("SELECT 1 FROM pgboss.job WHERE state = 'active'")).length;

it('starts a job as soon as it is sent, by whichever process, without waiting for the next look', async () => {
  const sender = openJobs();
  const worker = openJobs({ pollMs: 60_000 });
  const started = Promise.withResolvers<void>();
  worker.take('generation', { handler: async () => started.resolve() });
  await sender.start();
  await worker.start();
  await sleep(100);

  const sentAt = performance.now();
  await sender.send('generation', job('g1'));
  await started.promise;
  expect(performance.now() - sentAt).toBeLessThan(1_000);
});

it('starts a job only if the transaction it was sent in commits', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  jobs.take('generation', { handler: async ({ generation }) => void done.push(generation) });
  await jobs.start();

  const undone = db.transaction(async (tx) => {
    await jobs.send('generation', job('undone'), { tx });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await db.transaction((tx) => jobs.send('generation', job('kept'), { tx }));

  await vi.waitFor(() => expect(done).toEqual(['kept']));
});

it('keeps a job sent for later until then', async () => {
  const jobs = openJobs({ pollMs: 100 });
  const startAfter = new Date(Date.now() + 600);
  const started = Promise.withResolvers<number>();
  jobs.take('generation', { handler: async () => started.resolve(Date.now()) });
  await jobs.start();
  await jobs.send('generation', job('g1'), { startAfter });
  expect(await started.promise).toBeGreaterThanOrEqual(startAfter.getTime() - 50);
});

it('lets one job of a key wait and one be at work, never two, and forgets none', async () => {
  const workers = [openJobs(), openJobs()];
  let atWork = 0;
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  for (const worker of workers) {
    worker.take('generation', {
      async handler() {
        runs++;
        expect(++atWork).toBe(1);
        first.resolve();
        await mayEnd.promise;
        atWork--;
      },
    });
    await worker.start();
  }
  const [sender] = workers as [Jobs];

  await sender.send('generation', job('g1'), { key: 'g1' });
  await first.promise;
  await sender.send('generation', job('g1'), { key: 'g1' });
  await sender.send('generation', job('g1'), { key: 'g1' });
  await sleep(300);
  expect(runs).toBe(1);

  mayEnd.resolve();
  await vi.waitFor(() => expect(runs).toBe(2), 5_000);
  await sleep(300);
  expect(runs).toBe(2);
  await vi.waitFor(async () => expect(await db.query('SELECT * FROM held_jobs')).toEqual([]));
});

it('says when a job with the same key already waits', async () => {
  const jobs = openJobs();
  await jobs.start();
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(true);
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(false);
  expect(await jobs.send('generation', job('g2'), { key: 'g2' })).toBe(true);
});

it('tries a failing job again a few times, then says once that it is dead', async () => {
  const jobs = openJobs({ retryDelays: [10, 20] });
  let tries = 0;
  const dead: unknown[] = [];
  jobs.take('generation', {
    async handler() {
      throw new Error(`try ${++tries}`);
    },
    onDead: async (payload, error) => void dead.push([payload, (error as Error).message]),
  });
  await jobs.start();
  await jobs.send('generation', job('g1'));

  await vi.waitFor(() => expect(dead).toEqual([[job('g1'), 'try 3']]));
  await vi.waitFor(async () =>
    expect(await db.query('SELECT state FROM pgboss.job')).toEqual([{ state: 'cancelled' }]),
  );
  expect(await db.query('SELECT * FROM held_jobs')).toEqual([]);
});

it('goes on telling that a job is dead until somebody has heard it', async () => {
  const jobs = openJobs({ retryDelays: [10] });
  let told = 0;
  jobs.take('generation', {
    handler: () => Promise.reject(new Error('no')),
    async onDead() {
      if (++told < 3) throw new Error('nobody listens');
    },
  });
  await jobs.start();
  await jobs.send('generation', job('g1'));
  await vi.waitFor(() => expect(told).toBe(3));
  await vi.waitFor(async () => expect(await active()).toBe(0));
});

it('hands its jobs over at once when it stops', async () => {
  const leaving = openJobs();
  leaving.take('generation', { handler: (_, signal) => untilAborted(signal) });
  await leaving.start();
  for (let n = 0; n < 20; n++) await leaving.send('generation', job(`g${n}`));
  await vi.waitFor(() => expect(leaving.running()).toBe(20));

  const staying = openJobs({ pollMs: 60_000 });
  const done = new Set<string>();
  staying.take('generation', { handler: async ({ generation }) => void done.add(generation) });
  await staying.start();
  await sleep(100);
  const stoppedAt = performance.now();
  await leaving.stop();
  await vi.waitFor(() => expect(done.size).toBe(20), 5_000);
  expect(performance.now() - stoppedAt).toBeLessThan(2_000);
});

it('lets a handler that is nearly done finish while it stops, and does not run it again', async () => {
  const leaving = openJobs();
  const began = Promise.withResolvers<void>();
  let runs = 0;
  const handler = async () => {
    runs++;
    began.resolve();
    await sleep(200);
  };
  leaving.take('generation', { handler });
  await leaving.start();
  await leaving.send('generation', job('g1'));
  await began.promise;
  await leaving.stop();

  const next = openJobs();
  next.take('generation', { handler });
  await next.start();
  await sleep(300);
  expect(runs).toBe(1);
  expect(await db.query('SELECT state FROM pgboss.job')).toEqual([{ state: 'completed' }]);
});

it('lets go of everything when it was declared dead, and starts afresh', async () => {
  const jobs = openJobs({ heartbeatMs: 50 });
  const signals: AbortSignal[] = [];
  jobs.take('generation', {
    async handler(_, signal) {
      signals.push(signal);
      if (signals.length === 1) await untilAborted(signal);
    },
  });
  await jobs.start();
  await jobs.send('generation', job('g1'));
  await vi.waitFor(() => expect(signals).toHaveLength(1));

  // What another process does that has not heard of this one for too long.
  await db.query("UPDATE processes SET seen_at = now() - interval '1 hour'");
  const other = openJobs();
  await other.start();

  await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true), 5_000);
  await vi.waitFor(() => expect(signals).toHaveLength(2), 5_000);
  await vi.waitFor(async () => expect(await active()).toBe(0));
});

it('runs no more at once than it has places for', async () => {
  const jobs = openJobs({ capacity: 2 });
  let atWork = 0;
  let most = 0;
  let done = 0;
  jobs.take('generation', {
    async handler() {
      most = Math.max(most, ++atWork);
      await sleep(20);
      atWork--;
      done++;
    },
  });
  await jobs.start();
  for (let n = 0; n < 7; n++) await jobs.send('generation', job(`g${n}`));
  await vi.waitFor(() => expect(done).toBe(7), 5_000);
  expect(most).toBe(2);
});

it("keeps places for others from one team's burst", async () => {
  const jobs = openJobs({ capacity: 10, pollMs: 100 });
  const teams: string[] = [];
  jobs.take('generation', {
    async handler({ team }, signal) {
      teams.push(team);
      await untilAborted(signal);
    },
  });
  await jobs.start();
  await db.transaction(async (tx) => {
    for (let n = 0; n < 30; n++) await jobs.send('generation', job(`g${n}`, 'BUSY'), { tx });
  });
  await vi.waitFor(() => expect(teams).toHaveLength(9));
  await jobs.send('generation', job('last', 'QUIET'));
  await vi.waitFor(() => expect(teams).toContain('QUIET'));
});

it('forgets a team: what waits, what is at work and what has ended; other teams lose nothing', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  const atWork = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  jobs.take('generation', {
    async handler({ generation }) {
      if (generation === 'at work') {
        atWork.resolve();
        await goOn.promise;
      }
      done.push(generation);
    },
  });
  await jobs.start();
  const rows = async (team: string) =>
    (await db.query('SELECT state FROM pgboss.job WHERE data::text LIKE $1', [`%"${team}"%`])).length;
  for (const generation of ['ended', 'at work']) await jobs.send('generation', job(generation));
  await jobs.send('generation', job('waits'), { startAfter: new Date(Date.now() + 3_600_000) });
  await jobs.send('generation', job('of others', 'T2'));
  await atWork.promise;
  await vi.waitFor(() => expect(done).toContain('ended'));

  await jobs.forget('T1');
  expect([await rows('T1'), await rows('T2')]).toEqual([0, 1]);
  goOn.resolve();
  await vi.waitFor(() => expect(jobs.running()).toBe(0));
  await vi.waitFor(async () => expect(await db.query('SELECT 1 FROM held_jobs')).toEqual([]));
  expect(await rows('T1')).toBe(0);
});
