import { describe, expect, test } from 'vitest';
import { createCancellationWatcher } from '../../src/generations/cancellation.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import { createRunner } from '../../src/generations/runner.ts';
import { RateLimited, Unavailable } from '../../src/service/errors.ts';
import { failureMessage } from '../../src/slack/result/failure-card.ts';
import { progressMessage } from '../../src/slack/result/progress-card.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';

/** The service asks to wait: it is waited for as long as it says, up to a day, and the person is told and may stop it. */

const db = await cleanDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const limited = (retryAfterMs: number) => new RateLimited('', { status: 429, retryAfterMs });
const forever = () => new AbortController().signal;

/** Sleeping moves this clock to the end of the sleep at once, except long sleeps while it is held: they end when they are aborted. */
function createLeapingClock() {
  let now = Date.parse('2026-03-02T09:00:00Z');
  const clock = {
    isHeld: false,
    now: () => now,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      if (clock.isHeld && ms >= MINUTE)
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      now += ms;
    },
  };
  return clock;
}

/** Nobody stops these, so no time passes between checks whether somebody has. */
const unwatched = {
  watch: (_: string, signal: AbortSignal) => ({ signal, end: () => true }),
  cancel() {},
  close() {},
};

/** A harness whose clock leaps over a wait of hours. `work` runs the ask. */
async function asked(key: string) {
  const clock = createLeapingClock();
  const harness = createHarness(db, {}, clock);
  harness.service.script.answers = [completed()];
  const { id } = await harness.generations.start(anAsk(), key);
  const work = () => createRunner(harness.context, unwatched).run({ team: 'T1', generation: id }, forever());
  const find = async () => {
    const found = await harness.generations.find('T1', id);
    if (!found) throw new Error('It was deleted');
    return found;
  };
  return { ...harness, clock, id, work, find };
}

describe('an ask that the service puts off', () => {
  test.each([15 * MINUTE, 5 * 60 * MINUTE, DAY])(
    'by %i ms is made then, and its card says so',
    async (ms) => {
      const { service, slack, slept, work, find } = await asked(`put off by ${ms}`);
      service.script.create = [limited(ms), null];
      await work();
      expect(await find()).toMatchObject({ state: 'delivered' });
      expect(service.creates).toHaveLength(2);
      expect(slept()).toBeGreaterThanOrEqual(ms);
      expect(slack.edits).toContainEqual(
        expect.objectContaining({ state: 'collecting', wait: { for: 'service', askedMs: ms } }),
      );
    },
  );

  test('by more than a day fails at once, and the person reads for how long', async () => {
    const { service, slept, work, find } = await asked('too long');
    service.script.create = [limited(3 * DAY)];
    await work();
    const failed = await find();
    expect(failed.state).toBe('failed');
    expect(slept()).toBeLessThan(MINUTE);
    const words = wordsOf(failureMessage(failed, { serviceName: 'Papermill' }).blocks);
    expect(words).toContain('Papermill asks to wait 3 days.');
    expect(words).toContain('After that, ask again.');
  });

  test('again and again is given up after a day', async () => {
    const { service, slept, work, find } = await asked('again and again');
    service.script.create = Array.from({ length: 100 }, () => limited(60 * MINUTE));
    await work();
    expect(await find()).toMatchObject({ state: 'failed', failure: { reason: 'rate_limited' } });
    expect(slept()).toBeGreaterThan(DAY / 2);
    expect(slept()).toBeLessThanOrEqual(DAY + 60 * MINUTE);
  });

  test('with an unknown outcome (502, 503) is never created again, whatever it asks', async () => {
    const { service, work, find } = await asked('unknown');
    service.script.create = [new Unavailable('', { status: 503, retryAfterMs: 15 * MINUTE })];
    await work();
    expect(await find()).toMatchObject({ state: 'unsure' });
    expect(service.creates).toHaveLength(1);
  });

  test('and whose process is restarted meanwhile, is refused once more, waits for the rest, and is made once', async () => {
    const { context, clock, service, slack, id, work, find } = await asked('restarted');
    service.script.create = [limited(15 * MINUTE), limited(10 * MINUTE), null];
    clock.isHeld = true;
    const stopping = new AbortController();
    const waiting = createRunner(context, unwatched).run({ team: 'T1', generation: id }, stopping.signal);
    await expect.poll(() => slack.edits.some(({ wait }) => wait)).toBe(true);
    stopping.abort();
    await Promise.allSettled([waiting]);
    clock.isHeld = false;
    await work();
    expect(await find()).toMatchObject({ state: 'delivered' });
    expect(service.creates).toHaveLength(3);
    expect(slack.edits.flatMap(({ wait }) => wait ?? [])).toEqual([
      { for: 'service', askedMs: 15 * MINUTE },
      { for: 'service', askedMs: 10 * MINUTE },
    ]);
  });

  test('gives its place back, and ends at once when the person stops it', async () => {
    const { context, clock, queue, service, slack, id, find } = await asked('stopped');
    clock.isHeld = true;
    const watcher = createCancellationWatcher({
      db: context.db,
      clock: { ...clock, sleep: () => new Promise(() => {}) },
      log: context.log,
    });
    const generations = createGenerations(context, queue.jobs, watcher);
    const { run } = createRunner(context, watcher);
    service.script.create = [limited(15 * MINUTE), null, null, null, null];
    const waiting = run({ team: 'T1', generation: id }, forever());
    await expect.poll(() => slack.edits.some(({ wait }) => wait)).toBe(true);
    // More than the places of a team.
    for (const key of ['one', 'two', 'three']) {
      const other = await generations.start(anAsk(), `beside it ${key}`);
      await run({ team: 'T1', generation: other.id }, forever());
      expect((await generations.find('T1', other.id))?.state).toBe('delivered');
    }
    expect(await generations.stop('T1', id)).toBe(true);
    await waiting;
    expect((await find()).state).toBe('stopped');
    expect(service.creates).toHaveLength(4);
  });
});

describe('a document in the making, whose polls the service puts off', () => {
  test('is polled when the service says, and its card says so', async () => {
    const { service, slack, slept, work, find } = await asked('polls');
    service.script.answers = [pending, limited(2 * 60 * MINUTE), completed()];
    await work();
    expect(await find()).toMatchObject({ state: 'delivered' });
    expect(slept()).toBeGreaterThanOrEqual(2 * 60 * MINUTE);
    expect(slack.edits).toContainEqual(
      expect.objectContaining({ wait: { for: 'service', askedMs: 2 * 60 * MINUTE } }),
    );
  });

  test('by more than a day is left to the person at once', async () => {
    const { service, slept, work, find } = await asked('polls for days');
    service.script.answers = [pending, limited(30 * DAY)];
    await work();
    expect(await find()).toMatchObject({ state: 'late' });
    expect(slept()).toBeLessThan(MINUTE);
  });

  test('is delivered at once if only its file is missing', async () => {
    const { service, slept, work, find } = await asked('only the file');
    service.script.answers = [completed({ exportUrl: undefined }), limited(60 * MINUTE)];
    await work();
    expect((await find()).docUrl).toBeDefined();
    expect(slept()).toBeLessThan(10 * MINUTE);
  });
});

test('the card says for how long, that Deckhand keeps trying, and has Stop', () => {
  const wait = { for: 'service' as const, askedMs: 15 * MINUTE };
  const card = progressMessage(
    aGeneration({ state: 'collecting' }),
    { serviceName: 'Papermill' },
    { elapsedMs: 0, wait },
  );
  expect(card.text).toBe(
    "Working on “Spring launch in Lisbon”: Papermill asks to wait 15 minutes. I'll keep trying.",
  );
  expect(JSON.stringify(card.blocks[0])).toContain("Papermill asks to wait 15 minutes. I'll keep trying");
  expect(buttonsOf(card)).toEqual(['Stop']);
});
