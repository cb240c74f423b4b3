import { expect, it } from 'vitest';
import { MAX_ATTEMPTS } from '../../src/jobs/run.ts';
import { createProcesses, job } from '../support/processes.ts';

/** Jobs that fail are tried again, and end with a dead letter that is handled. */

const { db, openJobs, rows } = await createProcesses();

it('tries a failing job again a few times, then handles it as a dead letter, once', async () => {
  const seen: string[] = [];
  const watch = {
    onFailed: (name: string) => seen.push(`${name} failed`),
    onGivenUp: (name: string) => seen.push(`${name} given up`),
  };
  const jobs = openJobs({ retryDelays: [10, 20], watch });
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
  const failed = 'generation failed';
  expect(seen).toEqual([failed, failed, failed, 'generation given up']);
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
