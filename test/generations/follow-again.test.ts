import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createCancellationWatcher } from '../../src/generations/cancellation.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import type { Policy } from '../../src/generations/waits-and-limits.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** What a person stopped, and takes up again: the same document, paid for once. */

const db = await testDatabase();
afterAll(() => db.close());

let keys = 0;
const alive = new AbortController().signal;

/** One that is being followed in this process, and the run of it. */
async function followed(policy: Partial<Policy> = {}) {
  const harness = createHarness(db, policy);
  harness.service.script.answers = [pending];
  const { id } = await harness.generations.start(anAsk(), `again ${++keys}`);
  const running = harness.run(harness.queue.take('generation') as never, alive);
  while (harness.service.polls < 3) await setImmediate();
  return { harness, id, running };
}

type Followed = Awaited<ReturnType<typeof followed>>;

/** The same generations as another process has them. */
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

describe('one that was stopped is taken up again', () => {
  test('after its texts were deleted; what comes is what was paid for', async () => {
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

  test('again and again: it is followed as long as any other', async () => {
    const it = await followed();
    const { harness, id, running } = it;
    await harness.generations.stop('T1', id);
    await running;
    // The limit counts from here, however long it lay.
    await harness.clock.sleep(3 * 60 * 60_000);
    await harness.generations.followAgain('T1', id);
    harness.service.script.answers = [...Array(harness.service.polls + 2).fill(pending), completed()];
    await expectDeliveredOnce(it);
  });

  test('not where nothing was sent to the service: that would be a second ask', async () => {
    const harness = createHarness(db);
    const { id } = await harness.generations.start(anAsk(), `again ${++keys}`);
    await harness.generations.stop('T1', id);
    expect(await harness.generations.followAgain('T1', id)).toBe(false);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.service.creates).toEqual([]);
  });
});

describe('another process stops it, and it is taken up before this one has looked', () => {
  // Each wait for the database is many polls of this clock.
  const withoutEnd = { followLimitMs: Number.MAX_SAFE_INTEGER };

  test('this one never sees the stop, and goes on', async () => {
    const it = await followed(withoutEnd);
    await elsewhere(it).stop('T1', it.id);
    expect(await elsewhere(it).followAgain('T1', it.id)).toBe(true);
    it.harness.service.script.answers = [completed()];
    await it.running;
    await expectDeliveredOnce(it);
  });

  test('this one sees the stop when it is over: its run goes on, at the usual pace', async () => {
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
    // Over a network it may have looked in between: then it has ended, and the next run of it goes on.
    while (harness.service.polls < polls + 2 && !hasEnded) await setImmediate();
    harness.service.script.answers = [completed()];
    await running;
    await expectDeliveredOnce(it);
  });

  test('and stops it once more: nothing is followed', async () => {
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
