import { expect, test } from 'vitest';
import type { GenerationStatus } from '../../src/service/routes/generations.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const GENERATIONS = 50;
const isWrite = (sql: string) => /^\s*(insert|update|delete|with)/i.test(sql);

/** Follows them at once, each pending for `pendings` polls, and counts what the database sees. */
async function follow(pendings: number) {
  // No progress marks: an edit of a message is no write to the database, and this is about polls alone.
  const harness = createHarness(db, { progressMarksMs: [] });
  const polls = new Map<string, number>();
  harness.service.client.getGeneration = async (id: string): Promise<GenerationStatus> => {
    const count = (polls.get(id) ?? 0) + 1;
    polls.set(id, count);
    return count > pendings ? completed() : pending;
  };
  for (let index = 0; index < GENERATIONS; index += 1) {
    await harness.generations.start(anAsk({ team: `T${index % 10}` }), `poll ${pendings} ${index}`);
  }
  let writes = 0;
  const stop = db.onStatement((sql) => {
    if (isWrite(sql)) writes += 1;
  });
  const runs: Promise<void>[] = [];
  for (let job = harness.queue.take('generation'); job; job = harness.queue.take('generation'))
    runs.push(harness.run(job, new AbortController().signal));
  await Promise.all(runs);
  stop();
  harness.cancellations.close();
  const total = [...polls.values()].reduce((sum, count) => sum + count, 0);
  return { writes, polls: total, files: harness.slack.files.length };
}

test(`with ${GENERATIONS} generations in flight no write is due to polling, however long it takes`, async () => {
  const short = await follow(2);
  const long = await follow(20);
  expect(short.polls).toBe(GENERATIONS * 3);
  expect(long.polls).toBe(GENERATIONS * 21);
  expect(long.files).toBe(GENERATIONS);
  expect(long.writes).toBe(short.writes);
  expect(long.writes).toBeGreaterThan(GENERATIONS);
});
