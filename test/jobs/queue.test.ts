import { expect, it } from 'vitest';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createProcesses, job } from '../support/processes.ts';

/** Sending jobs: when they start, and what happens to others of the same key. */

const { db, openJobs, rows } = await createProcesses();

it('starts a job that another process has sent at once, without waiting for a poll', async () => {
  const sender = openJobs();
  const worker = openJobs();
  let runs = 0;
  worker.work('generation', { handler: async () => void runs++ });
  await sender.start();
  await worker.start();

  await sender.send('generation', job('g1'));
  // The next poll would be after an hour.
  await expect.poll(() => runs).toBe(1);
});

it('accepts jobs once it is open, and starts none before it is started', async () => {
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

it('starts a job only if its transaction commits', async () => {
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

it('lets one job of a key wait while another is active, and runs both', async () => {
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
  // The waiting job is first in the queue, and does not block those behind it.
  for (const other of ['g2', 'g3']) await sender.send('generation', job(other), { key: other });
  await expect.poll(() => others.toSorted()).toEqual(['g2', 'g3']);
  expect(runs).toBe(1);

  mayEnd.resolve();
  await expect.poll(() => runs).toBe(2);
  await expect.poll(() => rows()).toEqual([]);
  expect(runs).toBe(2);
});

it('runs one job of a key at a time, even if two processes fetch at the same moment', async () => {
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
    // One job left by a process that died, and one sent since.
    await db.transaction(async (tx) => {
      await sender.send('generation', job('g1'), { key: 'g1', tx });
      await tx.query("UPDATE pgboss.job SET state = 'retry', started_on = now()");
      await sender.send('generation', job('g1'), { key: 'g1', tx });
    });
    await expect.poll(() => runs, { interval: 5 }).toBe(2 * round);
  }
  expect(most).toBe(1);
});

it('does not start a waiting job before the transaction that sends it again has committed', async () => {
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
  // An embedded database runs no other statement during a transaction.
  await expect.poll(() => looks).toBeGreaterThanOrEqual(db.kind === 'postgres' ? 3 : 1);
  stopCounting();
  mayCommit.resolve();
  await sending;
  await expect.poll(() => runs).toEqual([true]);
});

it('returns false if a job of the same key already waits', async () => {
  const jobs = openJobs();
  await jobs.start();
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(true);
  expect(await jobs.send('generation', job('g1'), { key: 'g1' })).toBe(false);
  expect(await jobs.send('generation', job('g2'), { key: 'g2' })).toBe(true);
});

it('queues one job if several are sent for a key at the same moment', async () => {
  const jobs = openJobs();
  await jobs.start();
  const sent = Array.from({ length: 10 }, () => jobs.send('generation', job('g1'), { key: 'g1' }));
  expect((await Promise.all(sent)).filter(Boolean)).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

it('queues another job if the waiting one starts while it is being updated', async () => {
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
const isFetch = (sql: string) => sql.includes('SKIP LOCKED');

it('does not fetch after a job that ends with no other waiting for its key', async () => {
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
  // A fetch for the job that has ended would come before the next one.
  await jobs.send('generation', job('g3'), { key: 'g3' });
  await expect.poll(() => statements.filter(isDeletion)).toHaveLength(2);
  stopCounting();
  expect(statements.filter(isFetch)).toHaveLength(2);
});

it('starts a job that is sent while the job of its key is being deleted', async () => {
  let sendAnother = async () => {};
  const executeSql: typeof db.executor.executeSql = async (text, values) => {
    if (!isDeletion(text)) return db.executor.executeSql(text, values);
    // The statement begins before the other job is sent, and ends after a fetch that skipped it.
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
    const stopListening = db.onStatement((sql) => isFetch(sql) && looked.resolve());
    await sender.send('generation', job('second'), { key: 'g1' });
    await looked.promise;
    stopListening();
  };
  await sender.send('generation', job('first'), { key: 'g1' });
  await expect.poll(() => runs).toEqual(['first', 'second']);
});

it('starts a waiting job if the response to the deletion before it was lost', async () => {
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
