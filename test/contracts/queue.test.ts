import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createFakeQueue } from '../support/harness/queue.ts';
import { createTestLog } from '../support/log.ts';

/** Senders of jobs may rely on this, be it the real queue or the double that tests work off by hand. */

interface Subject {
  /** Senders of jobs open their transactions here. */
  db: Database;
  jobs: Pick<Jobs, 'send' | 'forget'>;
  /** The `delivery` of each export that waits, oldest first. */
  waiting(): Promise<string[]>;
  /** Takes up the export that waits, and does not come to its end. */
  take(): Promise<void>;
}

const db = await cleanDatabase();

async function theReal(): Promise<Subject> {
  const jobs = createJobs({ database: db, clock: systemClock, log: createTestLog().log });
  await jobs.start();
  onTestFinished(() => jobs.stop({ graceMs: 0 }));
  const waiting = async () => {
    const rows = await db.query<{ delivery: string }>(
      `select data ->> 'delivery' as delivery from pgboss.job where name = 'export' and state < 'active' order by created_on`,
    );
    return rows.map(({ delivery }) => delivery);
  };
  return {
    db,
    jobs,
    waiting,
    async take() {
      const untilAborted = (signal: AbortSignal) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      jobs.work('export', { capacity: 1, handler: (_, signal) => untilAborted(signal) });
      await expect.poll(waiting).toEqual([]);
    },
  };
}

async function theFake(): Promise<Subject> {
  const { take, waiting, ...queue } = createFakeQueue(db);
  return {
    ...queue,
    waiting: async () =>
      waiting.flatMap(({ name, payload }) =>
        name === 'export' && 'delivery' in payload ? [payload.delivery] : [],
      ),
    take: async () => void take('export'),
  };
}

const payload = (delivery: string, team = 'T1') => ({ team, delivery });

describe.each([
  ['the queue', theReal],
  ['the double of the queue', theFake],
])('%s', (_, create) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await create();
  });

  test('runs jobs in the order in which they were sent', async () => {
    expect(await subject.jobs.send('export', payload('one'))).toBe(true);
    expect(await subject.jobs.send('export', payload('two'))).toBe(true);
    expect(await subject.waiting()).toEqual(['one', 'two']);
  });

  test('keeps one waiting job of a key, with the last payload; other keys and queues are independent', async () => {
    const key = 'a key';
    expect(await subject.jobs.send('export', payload('first'), { key })).toBe(true);
    expect(await subject.jobs.send('export', payload('last'), { key })).toBe(false);
    expect(await subject.jobs.send('post', payload('note'), { key })).toBe(true);
    expect(await subject.jobs.send('export', payload('other'), { key: 'another' })).toBe(true);
    expect(await subject.waiting()).toEqual(['last', 'other']);
  });

  test('queues one more job of a key that has an active job', async () => {
    const key = 'a key';
    await subject.jobs.send('export', payload('at work'), { key });
    await subject.take();
    expect(await subject.jobs.send('export', payload('next'), { key })).toBe(true);
    expect(await subject.jobs.send('export', payload('next again'), { key })).toBe(false);
    expect(await subject.waiting()).toEqual(['next again']);
  });

  test('has a job of a transaction only after the commit', async () => {
    const sent = await subject.db.transaction(async (tx) => {
      await subject.jobs.send('export', payload('joined'), { tx, key: 'a' });
      return subject.jobs.send('export', payload('joined again'), { tx, key: 'a' });
    });
    expect(sent).toBe(false);
    expect(await subject.waiting()).toEqual(['joined again']);
    const waits = await subject.db.transaction((tx) =>
      subject.jobs.send('export', payload('changed'), { tx, key: 'a' }),
    );
    expect(waits).toBe(false);
    expect(await subject.waiting()).toEqual(['changed']);
  });

  test('has no job of a transaction that is rolled back', async () => {
    const rolledBack = subject.db.transaction(async (tx) => {
      await subject.jobs.send('export', payload('never'), { tx });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await subject.waiting()).toEqual([]);
  });

  test('deletes the jobs of one team only', async () => {
    await subject.jobs.send('export', payload('gone'));
    await subject.jobs.send('export', payload('kept', 'T2'));
    await subject.jobs.forget('T1');
    expect(await subject.waiting()).toEqual(['kept']);
  });
});
