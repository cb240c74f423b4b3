import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createRunner } from '../../src/generations/runner.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test('a run leaves nothing behind on the signal of its process, which outlives thousands of them', async () => {
  const harness = createHarness(db, { pollIntervalMs: 1 }, systemClock);
  harness.service.script.answers = [pending, pending, completed()];
  const kept: AbortSignal[] = [];
  const cancellations = {
    ...harness.cancellations,
    watch(id: string, signal: AbortSignal) {
      const watched = harness.cancellations.watch(id, signal);
      kept.push(watched.signal);
      return watched;
    },
  };
  const { run } = createRunner(harness.context, cancellations);
  const process = new AbortController();
  await harness.generations.start(anAsk(), 'leftovers');
  await run(harness.queue.take('generation') as never, process.signal);
  harness.cancellations.close();
  expect(harness.slack.files).toHaveLength(1);
  expect(kept).toHaveLength(1);
  for (const signal of [process.signal, ...kept]) expect(getEventListeners(signal, 'abort')).toEqual([]);
});
