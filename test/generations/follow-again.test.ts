import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createCancellationWatcher } from '../../src/generations/cancellation.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import type { Policy } from '../../src/generations/waits-and-limits.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A person stops a generation and continues it: the document is the same, and is paid for once. */

const db = await cleanDatabase();

let keys = 0;
const alive = new AbortController().signal;

/** Starts a generation, and returns while it is followed in this process. */
async function followed(policy: Partial<Policy> = {}) {
  const harness = createHarness(db, policy);
  harness.service.script.answers = [pending];
  const { id } = await harness.generations.start(anAsk(), `again ${++keys}`);
  const running = harness.run(harness.queue.take('generation') as never, alive);
  while (harness.service.polls < 3) await setImmediate();
  return { harness, id, running };
}

type Followed = Awaited<ReturnType<typeof followed>>;

/** Returns the generations of another process on the same database. */
function elsewhere({ harness: { context, queue } }: Followed) {
  return createGenerations(context, queue.jobs, createCancellationWatcher(context));
}

async function expectDeliveredOnce({ harness, id }: Followed): Promise<void> {
  await harness.work();
  expect(await harness.stateOf(id)).toBe('delivered');
  expect(harness.service.creates).toHaveLength(1);
  expect(harness.slack.files.map(({ shared }) => shared)).toEqual([1]);
  expect(harness.slack.messages.filter(({ kind }) => kind === 'root')).toHaveLength(1);
}

describe('a stopped generation is continued', () => {
  test('after its texts were deleted, and the document that was paid for is delivered', async () => {
    const it = await followed();
    const { harness, id, running } = it;
    await harness.generations.stop('T1', id);
    await running;
    await harness.work();
    expect((await harness.generations.askOf('T1', id))?.prompt).toBe('');
    harness.service.script.answers = [completed()];
    expect(await harness.generations.followAgain('T1', id)).toBe(true);
    expect(await harness.generations.followAgain('T1', id)).toBe(false);
    await expectDeliveredOnce(it);
  });

  test('after hours, and its time limit begins anew', async () => {
    const it = await followed();
    const { harness, id, running } = it;
    await harness.generations.stop('T1', id);
    await running;
    await harness.clock.sleep(3 * 60 * 60_000);
    await harness.generations.followAgain('T1', id);
    harness.service.script.answers = [...Array(harness.service.polls + 2).fill(pending), completed()];
    await expectDeliveredOnce(it);
  });

  test('but not if nothing was sent to the service', async () => {
    const harness = createHarness(db);
    const { id } = await harness.generations.start(anAsk(), `again ${++keys}`);
    await harness.generations.stop('T1', id);
    expect(await harness.generations.followAgain('T1', id)).toBe(false);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.service.creates).toEqual([]);
  });
});

describe('another process stops a generation, and it is continued before this process has checked', () => {
  // Each wait for the database is many polls of this clock.
  const withoutEnd = { followLimitMs: Number.MAX_SAFE_INTEGER };

  test('the run goes on if this process never sees the stop', async () => {
    const it = await followed(withoutEnd);
    await elsewhere(it).stop('T1', it.id);
    expect(await elsewhere(it).followAgain('T1', it.id)).toBe(true);
    it.harness.service.script.answers = [completed()];
    await it.running;
    await expectDeliveredOnce(it);
  });

  test('the run goes on if this process sees the stop afterwards', async () => {
    const it = await followed(withoutEnd);
    const { harness, id, running } = it;
    await elsewhere(it).stop('T1', id);
    await elsewhere(it).followAgain('T1', id);
    harness.cancellations.cancel(id);
    const polls = harness.service.polls;
    let hasEnded = false;
    void running.finally(() => {
      hasEnded = true;
    });
    // Over a network the check may have run in between. Then this run has ended, and the next one goes on.
    while (harness.service.polls < polls + 2 && !hasEnded) await setImmediate();
    harness.service.script.answers = [completed()];
    await running;
    await expectDeliveredOnce(it);
  });

  test('and it is stopped once more: nothing is followed', async () => {
    const it = await followed(withoutEnd);
    const { harness, id, running } = it;
    await elsewhere(it).stop('T1', id);
    await elsewhere(it).followAgain('T1', id);
    harness.cancellations.cancel(id);
    await elsewhere(it).stop('T1', id);
    await running;
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.slack.files).toEqual([]);
  });
});
