import { describe, expect, test } from 'vitest';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** One process runs a generation, a person stops it through another one. */

const db = await cleanDatabase();

const goesOn = () => new AbortController().signal;

/** A process that follows a generation until it is stopped. */
function aProcess() {
  const harness = createHarness(db, { followLimitMs: Number.MAX_SAFE_INTEGER });
  harness.service.script.answers = [pending];
  /** Begins to follow without waiting for the end. */
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
    // Ten polls at most: stops are checked for every five seconds.
    expect(here.clock.now() - began).toBeLessThan(60_000);
    expect(here.slack.files).toEqual([]);
    expect(await there.generations.find('T1', id)).toMatchObject({ state: 'stopped' });
  });

  test('is also noticed after this process had nothing to do for a while', async () => {
    const [here, there] = [aProcess(), createHarness(db)];
    for (const click of ['first', 'second', 'third']) {
      const { id } = await there.generations.start(anAsk(), click);
      const { run } = await here.begin(id);
      await there.generations.stop('T1', id);
      await run;
      // The last check finds nothing to watch, and ends.
      await here.clock.sleep(10_000);
    }
    expect(here.slack.files).toEqual([]);
  });

  test('ends the run that has replaced one without a lease', async () => {
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

  test('leaves the rest to another process if this process stops, too', async () => {
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
