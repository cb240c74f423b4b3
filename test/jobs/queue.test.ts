import { expect, it } from 'vitest';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createProcesses, job } from '../support/processes.ts';

/** Who sends jobs: when one starts, and what becomes of another of its key. */

const { db, openJobs, rows } = await createProcesses();

it('starts a job as soon as it is sent, by another process, without waiting for the next look', async () => {
  const sender = openJobs();
  const worker = openJobs();
  let runs = 0;
  worker.work('generation', { handler: async () => void runs++ });
  await sender.start();
  await worker.start();

  await sender.send('generation', job('g1'));
  // The next look would come after an hour.
  await expect.poll(() => runs).toBe(1);
});

it('takes what is sent once it is open, and begins with nothing before it is started', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  jobs.work('generation', { handler: async ({ generation }) => void done.push(generation) });
  await jobs.open();
  await jobs.send('generation', job('early'));
  const other = openJobs();
  const isSeen = Promise.withResolvers<void>();
  other.work('export', { handler: async () => isSeen.resolve() });
  await other.start();
  await other.send('export', { team: 'T1', delivery: 'd1' });
  await isSeen.promise;
  expect(done).toEqual([]);

  await jobs.start();
  await expect.poll(() => done).toEqual(['early']);
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

it('sends a job whose key has started between the look for one that waits and the writing of it', async () => {
  const worker = openJobs();
  await worker.start();
  const runs: string[] = [];
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const handler = async ({ generation }: { generation: string }) => {
    runs.push(generation);
    started.resolve();
    await mayEnd.promise;
  };
  let isArmed = false;
  const executeSql: typeof db.executor.executeSql = async (text, values) => {
    if (isArmed && /\bUPDATE\b/.test(text)) {
      isArmed = false;
      worker.work('generation', { handler });
      await started.promise;
    }
    return db.executor.executeSql(text, values);
  };
  const sender = openJobs({ database: { ...db, executor: { executeSql } } });
  await sender.start();
  await sender.send('generation', job('first'), { key: 'g1' });
  isArmed = true;
  expect(await sender.send('generation', job('second'), { key: 'g1' })).toBe(true);
  mayEnd.resolve();
  await expect.poll(() => runs).toEqual(['first', 'second']);
});

const isDeletion = (sql: string) => /DELETE FROM pgboss/.test(sql);
const isLook = (sql: string) => sql.includes('SKIP LOCKED');

it('does not look at the queue again for a job that ends with nothing waiting for it', async () => {
  const jobs = openJobs();
  jobs.work('generation', { handler: async () => {} });
  await jobs.start();
  await jobs.send('generation', job('g1'), { key: 'g1' });
  await expect.poll(() => rows()).toEqual([]);
  const statements: string[] = [];
  const stopCounting = db.onStatement((sql) => statements.push(sql));
  await jobs.send('generation', job('g2'), { key: 'g2' });
  await expect.poll(() => statements.some(isDeletion)).toBe(true);
  await expect.poll(() => rows()).toEqual([]);
  // The next look, for another, would come behind one for the job that has ended.
  await jobs.send('generation', job('g3'), { key: 'g3' });
  await expect.poll(() => statements.filter(isDeletion)).toHaveLength(2);
  stopCounting();
  expect(statements.filter(isLook)).toHaveLength(2);
});

it('starts what is sent for a key at the very moment at which the job that has it is deleted', async () => {
  let sendAnother = async () => {};
  const executeSql: typeof db.executor.executeSql = async (text, values) => {
    if (!isDeletion(text)) return db.executor.executeSql(text, values);
    // The statement has begun before the other is there, and ends after a look has passed over it.
    await sendAnother();
    sendAnother = async () => {};
    await db.executor.executeSql(text, values);
    return { rows: [{ isAwaited: false }] };
  };
  const worker = openJobs({ database: { ...db, executor: { executeSql } } });
  const runs: string[] = [];
  worker.work('generation', { handler: async ({ generation }) => void runs.push(generation) });
  await worker.start();
  const sender = openJobs();
  await sender.start();
  sendAnother = async () => {
    const looked = Promise.withResolvers<void>();
    const stopListening = db.onStatement((sql) => isLook(sql) && looked.resolve());
    await sender.send('generation', job('second'), { key: 'g1' });
    await looked.promise;
    stopListening();
  };
  await sender.send('generation', job('first'), { key: 'g1' });
  await expect.poll(() => runs).toEqual(['first', 'second']);
});

it('starts what waits for a job whose deletion was done and not answered', async () => {
  let isLost = true;
  const executeSql: typeof db.executor.executeSql = async (text, values) => {
    const answer = await db.executor.executeSql(text, values);
    if (isDeletion(text) && isLost) {
      isLost = false;
      throw new Error('the answer was lost');
    }
    return answer;
  };
  const worker = openJobs({ database: { ...db, executor: { executeSql } } });
  const runs: string[] = [];
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  worker.work('generation', {
    async handler({ generation }) {
      runs.push(generation);
      began.resolve();
      await mayEnd.promise;
    },
  });
  await worker.start();
  await worker.send('generation', job('first'), { key: 'g1' });
  await began.promise;
  await worker.send('generation', job('second'), { key: 'g1' });
  mayEnd.resolve();
  await expect.poll(() => runs).toEqual(['first', 'second']);
  expect(isLost).toBe(false);
});
