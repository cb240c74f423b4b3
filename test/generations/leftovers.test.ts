import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createRunner } from '../../src/generations/runner.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

test('a run leaves no listeners on the signal of its process, which lives longer than thousands of runs', async () => {
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
