import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createJobs, type JobsOptions } from '../../src/jobs/queue.ts';
import { MAX_ATTEMPTS } from '../../src/jobs/run.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const db = await testDatabase();
const opened: Jobs[] = [];

beforeEach(() => clearDatabase(db));
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 100 })));
});
afterAll(() => db.close());

/** A process of its own, as far as the queue can tell; it never looks at the queue without a notification. */
function openJobs(options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({
    database: db,
    clock: systemClock,
    log,
    leaseSeconds: 15,
    pollMs: 60_000,
    ...options,
  });
  opened.push(jobs);
  return jobs;
}

const job = (generation: string, team = 'T1') => ({ team, generation });
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const rows = () => db.query('SELECT state::text FROM pgboss.job');

it('starts a job as soon as it is sent, by another process, without waiting for the next look', async () => {
  const sender = openJobs();
  const worker = openJobs();
  const started = Promise.withResolvers<void>();
  worker.work('generation', { handler: async () => started.resolve() });
  await sender.start();
  await worker.start();

  const sentAt = performance.now();
  await sender.send('generation', job('g1'));
  await started.promise;
  expect(performance.now() - sentAt).toBeLessThan(1_000);
});

it('starts a job only if the transaction it was sent in commits', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  jobs.work('generation', { handler: async ({ generation }) => void done.push(generation) });
  await jobs.start();

  const undone = db.transaction(async (tx) => {
    await jobs.send('generation', job('undone'), { tx });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await db.transaction((tx) => jobs.send('generation', job('kept'), { tx }));

  await expect.poll(() => done).toEqual(['kept']);
  await expect.poll(() => rows()).toEqual([]);
});

it('lets one job of a key wait and one be at work, never two, and forgets none', async () => {
  const workers = [openJobs(), openJobs()];
  let atWork = 0;
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const others: string[] = [];
  for (const worker of workers) {
    worker.work('generation', {
      async handler({ generation }) {
        if (generation !== 'g1') return void others.push(generation);
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
  expect(await sender.send('generation', job('g1'), { key: 'g1' })).toBe(true);
  expect(await sender.send('generation', job('g1'), { key: 'g1' })).toBe(false);
  // What waits for its key is first in the queue, and holds up nobody behind it.
  for (const other of ['g2', 'g3']) await sender.send('generation', job(other), { key: other });
  await expect.poll(() => others.toSorted()).toEqual(['g2', 'g3']);
  expect(runs).toBe(1);

  mayEnd.resolve();
  await expect.poll(() => runs).toBe(2);
  await expect.poll(() => rows()).toEqual([]);
  expect(runs).toBe(2);
});

it('keeps two processes that fetch at the same moment from working on one key', async () => {
  const workers = [openJobs({ capacity: 1, pollMs: 50 }), openJobs({ capacity: 1, pollMs: 50 })];
  let atWork = 0;
  let most = 0;
  let runs = 0;
  for (const worker of workers) {
    worker.work('generation', {
      async handler() {
        most = Math.max(most, ++atWork);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atWork--;
        runs++;
      },
    });
    await worker.start();
  }
  const [sender] = workers as [Jobs, Jobs];
  for (let round = 1; round <= 15; round++) {
    // One that has come back from a process that died, and one sent since.
    await db.transaction(async (tx) => {
      await sender.send('generation', job('g1'), { key: 'g1', tx });
      await tx.query("UPDATE pgboss.job SET state = 'retry', started_on = now()");
      await sender.send('generation', job('g1'), { key: 'g1', tx });
    });
    await expect.poll(() => runs, { interval: 5 }).toBe(2 * round);
  }
  expect(most).toBe(1);
});

it('does not start what waits before the transaction that sends it again has committed', async () => {
  const jobs = openJobs({ pollMs: 20 });
  await jobs.start();
  await jobs.send('generation', job('g1'), { key: 'g1' });
  const sent = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  let committed = false;
  const sending = db.transaction(async (tx) => {
    expect(await jobs.send('generation', job('g1'), { key: 'g1', tx })).toBe(false);
    sent.resolve();
    await mayCommit.promise;
    committed = true;
  });
  await sent.promise;

  let looks = 0;
  const stopCounting = db.onStatement((sql) => {
    if (sql.includes('SKIP LOCKED')) looks++;
  });
  const runs: boolean[] = [];
  jobs.work('generation', { handler: async () => void runs.push(committed) });
  // The embedded database answers nobody else during a transaction.
  await expect.poll(() => looks).toBeGreaterThanOrEqual(db.kind === 'postgres' ? 3 : 1);
  stopCounting();
  mayCommit.resolve();
  await sending;
  await expect.poll(() => runs).toEqual([true]);
});

it('says when a job with the same key already waits', async () => {
  const jobs = openJobs();
  await jobs.start();
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(true);
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(false);
  expect(await jobs.send('generation', job('g2'), { key: 'g2' })).toBe(true);
});

it('lets one of two senders of the same key at the same time queue a job', async () => {
  const jobs = openJobs();
  await jobs.start();
  const sent = Array.from({ length: 10 }, () => jobs.send('generation', job('g1'), { key: 'g1' }));
  expect((await Promise.all(sent)).filter(Boolean)).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

it('tries a failing job again a few times, then handles it as a dead letter, once', async () => {
  const jobs = openJobs({ retryDelays: [10, 20] });
  let tries = 0;
  const dead: unknown[] = [];
  jobs.work('generation', {
    async handler() {
      throw new Error(`try ${++tries}`);
    },
    onDeadLetter: async ({ team, generation }) => void dead.push([team, generation, tries]),
  });
  await jobs.start();
  await jobs.send('generation', job('g1'), { key: 'g1' });

  await expect.poll(() => dead).toEqual([['T1', 'g1', 3]]);
  await expect.poll(() => rows()).toEqual([]);
  expect(dead).toHaveLength(1);
});

it('handles a dead letter until that succeeds, and starts no other job of its key before', async () => {
  const jobs = openJobs({ retryDelays: [10] });
  const order: string[] = [];
  jobs.work('generation', {
    async handler() {
      order.push('tried');
      if (!order.includes('handled')) throw new Error('no');
    },
    async onDeadLetter() {
      if (order.at(-1) === 'tried') {
        order.push('failed');
        await jobs.send('generation', job('g1'), { key: 'g1' });
        throw new Error('nobody listens');
      }
      order.push('handled');
    },
  });
  await jobs.start();
  await jobs.send('generation', job('g1'), { key: 'g1' });
  await expect.poll(() => order).toEqual(['tried', 'tried', 'failed', 'handled', 'tried']);
  await expect.poll(() => rows()).toEqual([]);
});

it('leaves a dead letter to another process, which does not try the job again', async () => {
  const dying = openJobs({ retryDelays: [] });
  const began = Promise.withResolvers<void>();
  let tries = 0;
  const handler = () => Promise.reject(new Error(`try ${++tries}`));
  dying.work('generation', {
    handler,
    onDeadLetter() {
      began.resolve();
      return new Promise(() => {});
    },
  });
  await dying.start();
  await dying.send('generation', job('g1'));
  await began.promise;

  const next = openJobs();
  const handled: string[] = [];
  next.work('generation', { handler, onDeadLetter: async ({ generation }) => void handled.push(generation) });
  await next.start();
  await dying.stop({ graceMs: 0 });
  await expect.poll(() => handled).toEqual(['g1']);
  expect(tries).toBe(1);
});

it('gives up a job that was taken up too often to be harmless', async () => {
  const jobs = openJobs();
  const calls: string[] = [];
  jobs.work('generation', {
    handler: async () => void calls.push('tried'),
    onDeadLetter: async () => void calls.push('dead letter'),
  });
  await jobs.send('generation', job('g1')).catch(() => {});
  await jobs.start();
  await expect.poll(() => calls).toEqual(['tried']);
  await db.transaction(async (tx) => {
    await jobs.send('generation', job('g2'), { tx, key: 'g2' });
    await tx.query("UPDATE pgboss.job SET retry_count = $1, started_on = now() WHERE singleton_key = 'g2'", [
      MAX_ATTEMPTS - 1,
    ]);
  });
  await expect.poll(() => calls).toEqual(['tried', 'dead letter']);
});

it('hands its jobs over at once when it stops', async () => {
  const leaving = openJobs();
  leaving.work('generation', { handler: (_, signal) => untilAborted(signal) });
  await leaving.start();
  for (let n = 0; n < 20; n++) await leaving.send('generation', job(`g${n}`));
  await expect.poll(() => leaving.running()).toBe(20);

  const staying = openJobs();
  const done = new Set<string>();
  staying.work('generation', { handler: async ({ generation }) => void done.add(generation) });
  await staying.start();
  const stoppedAt = performance.now();
  await leaving.stop();
  await expect.poll(() => done.size).toBe(20);
  expect(performance.now() - stoppedAt).toBeLessThan(2_000);
});

it('lets a handler that is nearly done finish while it stops, and does not run it again', async () => {
  const leaving = openJobs();
  const began = Promise.withResolvers<void>();
  let runs = 0;
  leaving.work('generation', {
    async handler(_, signal) {
      runs++;
      began.resolve();
      await untilAborted(signal).catch(() => {});
    },
  });
  await leaving.start();
  await leaving.send('generation', job('g1'));
  await began.promise;
  await leaving.stop();
  expect(runs).toBe(1);
  expect(await rows()).toEqual([]);
});

it('runs no more at once than it has places for', async () => {
  const jobs = openJobs({ capacity: 2 });
  let atWork = 0;
  let most = 0;
  let done = 0;
  jobs.work('generation', {
    async handler() {
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork--;
      done++;
    },
  });
  await jobs.start();
  for (let n = 0; n < 7; n++) await jobs.send('generation', job(`g${n}`));
  await expect.poll(() => done).toBe(7);
  expect(most).toBe(2);
});

it("keeps a tenth of its places for others from one team's burst", async () => {
  const jobs = openJobs({ capacity: 10 });
  const teams: string[] = [];
  jobs.work('generation', {
    async handler({ team }, signal) {
      teams.push(team);
      await untilAborted(signal);
    },
  });
  await jobs.start();
  await db.transaction(async (tx) => {
    for (let n = 0; n < 30; n++) await jobs.send('generation', job(`g${n}`, 'BUSY'), { tx });
  });
  await expect.poll(() => teams).toHaveLength(9);
  await jobs.send('generation', job('last', 'QUIET'));
  await expect.poll(() => teams).toContain('QUIET');
  expect(teams).toHaveLength(10);
});

it('keeps most of its places for others where a team may hold only some, however many teams do so', async () => {
  const jobs = openJobs({ pollMs: 200 });
  const teams: string[] = [];
  const ends = new Map<string, () => void>();
  jobs.work('digest', {
    capacity: 100,
    perTeam: 3,
    handler({ team, digest }) {
      teams.push(team);
      return new Promise<void>((resolve) => ends.set(digest, resolve));
    },
  });
  await jobs.start();
  for (const team of ['ONE', 'OTHER'])
    await db.transaction(async (tx) => {
      for (let n = 0; n < 200; n++) await jobs.send('digest', { team, digest: `${team} ${n}` }, { tx });
    });
  await expect.poll(() => teams.toSorted()).toEqual(['ONE', 'ONE', 'ONE', 'OTHER', 'OTHER', 'OTHER']);
  await jobs.send('digest', { team: 'QUIET', digest: 'last' });
  await expect.poll(() => teams).toContain('QUIET');
  // A place that it gives back is its own again.
  ends.get('ONE 0')?.();
  await expect.poll(() => teams.filter((team) => team === 'ONE')).toHaveLength(4);
  expect(teams).toHaveLength(8);
  for (const end of ends.values()) end();
});

it('forgets a team: what waits and what is at work; other teams lose nothing', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  const atWork = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  jobs.work('generation', {
    async handler({ generation }) {
      if (generation === 'at work') {
        atWork.resolve();
        await goOn.promise;
      }
      done.push(generation);
    },
  });
  await jobs.start();
  const rowsOf = async (team: string) =>
    (await db.query('SELECT state FROM pgboss.job WHERE data::text LIKE $1', [`%"${team}"%`])).length;
  for (const generation of ['at work', 'ended']) await jobs.send('generation', job(generation));
  for (const team of ['T1', 'T2']) await jobs.send('note', { team, delivery: 'waits' });
  await atWork.promise;
  await expect.poll(() => done).toContain('ended');

  await jobs.forget('T1');
  expect([await rowsOf('T1'), await rowsOf('T2')]).toEqual([0, 1]);
  goOn.resolve();
  await expect.poll(() => jobs.running()).toBe(0);
  expect(await rowsOf('T1')).toBe(0);
});
