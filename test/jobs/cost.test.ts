import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const db = await testDatabase();
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

/** What `count` jobs cost in statements: to take up, to keep at work for `holdMs`, and to end. */
async function statementsOf(count: number, holdMs: number) {
  const log = pino({ level: 'silent' });
  const jobs = createJobs({ database: db, clock: systemClock, log, heartbeatMs: 100, pollMs: 60_000 });
  const mayEnd = Promise.withResolvers<void>();
  let ended = 0;
  await jobs.start();
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n++)
      await jobs.send('generation', { team: 'T1', generation: `g${n}` }, { tx });
  });

  let statements = 0;
  const stopCounting = db.onStatement(() => statements++);
  const spent = async (work: () => Promise<unknown>) => {
    const before = statements;
    await work();
    return statements - before;
  };
  const taken = await spent(() => {
    jobs.take('generation', { handler: () => mayEnd.promise.then(() => void ended++) });
    return vi.waitFor(() => expect(jobs.running()).toBe(count));
  });
  const kept = await spent(() => sleep(holdMs));
  const finished = await spent(async () => {
    mayEnd.resolve();
    await vi.waitFor(async () => expect(ended).toBe(count));
    await sleep(500);
  });
  stopCounting();
  await jobs.stop();
  return { taken, kept, finished };
}

it('costs the database the same whether a process follows ten generations or four hundred', async () => {
  const few = await statementsOf(10, 1_000);
  const many = await statementsOf(400, 1_000);
  // Heartbeats come ten times a second here, so a few more or less are the clock's doing.
  expect(few.kept).toBeLessThanOrEqual(15);
  expect(many.kept).toBeLessThanOrEqual(15);
  expect(many.taken).toBeLessThanOrEqual(20);
  expect(many.finished).toBeLessThanOrEqual(20);
});

it('costs nothing per job for as long as it is followed', async () => {
  const short = await statementsOf(50, 300);
  const long = await statementsOf(50, 1_500);
  expect(long.taken + long.finished).toBeLessThanOrEqual(short.taken + short.finished + 12);
  expect(long.kept - short.kept).toBeLessThanOrEqual(16);
});

it('is quiet when there is nothing to do: less than two statements a second', async () => {
  const jobs = createJobs({ database: db, clock: systemClock, log: pino({ level: 'silent' }) });
  jobs.take('generation', { handler: async () => {} });
  await jobs.start();
  await sleep(500);
  let statements = 0;
  const stopCounting = db.onStatement(() => statements++);
  await sleep(5_000);
  stopCounting();
  await jobs.stop();
  expect(statements).toBeLessThanOrEqual(10);
});
