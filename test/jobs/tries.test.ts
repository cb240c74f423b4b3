import { pino } from 'pino';
import { expect, it } from 'vitest';
import { MAX_ATTEMPTS, runJob } from '../../src/jobs/run.ts';
import { StatementError } from '../../src/storage/drivers/statements.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createProcesses, job } from '../support/processes.ts';

/** Jobs that fail are tried again, and then become dead letters. */

const { db, openJobs, rows } = await createProcesses();

it('tries a failing job a few times, then handles it once as a dead letter', async () => {
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

it('handles a dead letter until that succeeds, and starts no other job of its key meanwhile', async () => {
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

const failure = (code: string | undefined, message = '') => new StatementError({ code, message }, 'INSERT …');

it.each([
  ['a full disk', failure('53100')],
  ['a server without free connections', failure('53300')],
  ['a read-only server', failure('25006')],
  ['a server that shuts down', failure('57P01')],
  ['a server that cannot be reached', failure('ECONNREFUSED')],
  ['a lost connection', failure(undefined, 'Connection terminated unexpectedly')],
  ['an exhausted pool', failure(undefined, 'timeout exceeded when trying to connect')],
])('uses up no try of a job for %s, however long that lasts', async (_, error) => {
  const outcome = await attemptsUntilDone(error, 50);
  expect(outcome).toEqual({ ended: 'done', attempts: 51 });
});

it.each([
  ['a statement that takes too long', failure('57014')],
  ['a value that does not fit', failure('22001')],
  ['a message that the server does not understand', failure('08P01')],
  ['a bug of ours', failure(undefined, 'The transaction has ended.')],
  ['a service that cannot be reached', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
])('gives up a job after three tries for %s', async (_, error) => {
  expect(await attemptsUntilDone(error, 50)).toEqual({ ended: 'dead', attempts: 3 });
});

it('counts only the tries that failed for another reason than the database', async () => {
  const errors = [new Error('a'), failure('53100'), new Error('b'), failure('53100'), new Error('c')];
  expect(await attemptsUntilDone(...errors)).toEqual({ ended: 'dead', attempts: 5 });
});

/** Runs a job with two retries that fails with these errors, or with the first of them so many times. */
async function attemptsUntilDone(...given: [Error, number] | Error[]) {
  const [first, times] = given;
  const errors = typeof times === 'number' ? Array.from({ length: times }, () => first) : given;
  let attempts = 0;
  const work = async () => {
    const error = errors[attempts++];
    if (error) throw error;
  };
  const { signal } = new AbortController();
  const log = pino({ level: 'silent' });
  const retryDelays = [10, 20];
  const ended = await runJob({
    work,
    signal,
    log,
    retryDelays,
    isDeadLetter: false,
    clock: createMovableClock(),
  });
  return { ended, attempts };
}

it('lets another process handle a dead letter without trying the job again', async () => {
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

it('gives up a job that was fetched too often', async () => {
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
