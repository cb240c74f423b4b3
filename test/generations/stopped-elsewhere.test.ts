import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** One process runs a generation, a person stops it through another one. */

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

const goesOn = () => new AbortController().signal;

/** A process in which a generation is followed until somebody stops it. */
function aProcess() {
  const harness = createHarness(db, { followLimitMs: Number.MAX_SAFE_INTEGER });
  harness.service.script.answers = [pending];
  /** Begins to follow, and does not wait for the end. */
  const begin = async (id: string, signal = goesOn()) => {
    const polled = harness.service.polls;
    const run = harness.run({ team: 'T1', generation: id }, signal);
    run.catch(() => {});
    await expect.poll(() => harness.service.polls).toBeGreaterThan(polled + 1);
    return { run };
  };
  return { ...harness, begin };
}

describe('a stop through another process', () => {
  test('ends the run here within seconds, and nothing is delivered', async () => {
    const [here, there] = [aProcess(), createHarness(db)];
    const { id } = await there.generations.start(anAsk(), 'click');
    const { run } = await here.begin(id);
    expect(await there.generations.stop('T1', id)).toBe(true);
    // Time passes here while the database works for the other process.
    const began = here.clock.now();
    await run;
    // Ten polls at the most: the look for stops is every five seconds.
    expect(here.clock.now() - began).toBeLessThan(60_000);
    expect(here.slack.files).toEqual([]);
    expect(await there.generations.find('T1', id)).toMatchObject({ state: 'stopped' });
  });

  test('is seen also after this process had nothing to do for a while', async () => {
    const [here, there] = [aProcess(), createHarness(db)];
    for (const click of ['first', 'second', 'third']) {
      const { id } = await there.generations.start(anAsk(), click);
      const { run } = await here.begin(id);
      await there.generations.stop('T1', id);
      await run;
      // The last look finds nothing to watch, and ends.
      await here.clock.sleep(10_000);
    }
    expect(here.slack.files).toEqual([]);
  });

  test('reaches the run that has taken the place of one which had lost its lease', async () => {
    const [here, there] = [aProcess(), createHarness(db)];
    const { id } = await there.generations.start(anAsk(), 'click');
    const lost = new AbortController();
    const old = await here.begin(id, lost.signal);
    const next = await here.begin(id);
    lost.abort(new Error('the lease is lost'));
    await expect(old.run).rejects.toThrow('the lease is lost');
    await there.generations.stop('T1', id);
    await next.run;
    expect(await there.generations.find('T1', id)).toMatchObject({ state: 'stopped' });
  });

  test('and the process itself stops: it leaves the rest to another, and does not go on', async () => {
    const [here, there] = [aProcess(), createHarness(db)];
    const { id } = await there.generations.start(anAsk(), 'click');
    const stopping = new AbortController();
    const { run } = await here.begin(id, stopping.signal);
    stopping.abort(new Error('this process stops'));
    await expect(run).rejects.toThrow('this process stops');
    here.service.script.answers = [completed()];
    expect(await there.generations.find('T1', id)).toMatchObject({ state: 'following' });
  });
});
