import { describe, expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { RETRY_DELAYS, runJob } from '../../src/jobs/run.ts';
import { Timeout } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/socket hang up/);

/** Slack is out of reach, turns us away, or will not let us look: the outcome is reported all the same, and once. */

const db = await cleanDatabase();

const MINUTE = 60_000;
let keys = 0;
type Harness = ReturnType<typeof createHarness>;

/** Runs the jobs as the queue does: several tries, and then the dead letter. */
async function work(harness: Harness): Promise<void> {
  const { signal } = new AbortController();
  const running = {
    signal,
    clock: harness.clock,
    log: createTestLog().log,
    about: {},
    retryDelays: RETRY_DELAYS,
  };
  for (let next = harness.queue.take('generation'); next; next = harness.queue.take('generation')) {
    const job = next;
    const tried = { work: () => harness.run(job, signal), isDeadLetter: false };
    const ended = await runJob({ ...running, ...tried });
    const last = { work: () => harness.onDeadLetter(job), isDeadLetter: true };
    if (ended === 'dead') await runJob({ ...running, ...last });
  }
}

/** Slack does not answer for this long, beginning with the first call that `begins` says. */
function outage(harness: Harness, minutes: number, begins: (call: string, state: string) => boolean): void {
  const { delivery } = harness.slack;
  let until: number | undefined;
  for (const name of [
    'postRoot',
    'postNotice',
    'update',
    'findMessage',
    'uploadFile',
    'shareFile',
  ] as const) {
    const real = delivery[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(delivery, {
      [name]: async (...args: unknown[]) => {
        if (begins(name, (args[0] as { state: string }).state))
          until ??= harness.clock.now() + minutes * MINUTE;
        if (until !== undefined && harness.clock.now() < until) throw new Error('socket hang up');
        return real(...args);
      },
    });
  }
}

describe('Slack is out of reach', () => {
  test.each([5, 300])('for %i minutes when the document is ready: it is delivered', async (minutes) => {
    const harness = createHarness(db);
    outage(harness, minutes, (_, state) => state === 'delivering');
    const { id } = await harness.generations.start(anAsk(), `outage ${++keys}`);
    await work(harness);
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'delivered' });
    expect(harness.service.creates).toHaveLength(1);
    const shared = harness.slack.files.reduce((sum, file) => sum + file.shared, 0);
    const lines = harness.slack.messages.filter(({ kind }) => kind === 'notice').length;
    expect(shared + lines).toBe(1);
  });

  test.each([5, 300])('for %i minutes when the person has to be asked: they are asked', async (minutes) => {
    const harness = createHarness(db);
    harness.service.script.create = [new Timeout('slow')];
    outage(harness, minutes, (_, state) => state === 'unsure');
    const { id } = await harness.generations.start(anAsk(), `outage ${++keys}`);
    await work(harness);
    expect(await harness.stateOf(id)).toBe('unsure');
    expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'unsure' });
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root', 'notice']);
  });

  test('for hours from the first message on: the person reads how it ended', async () => {
    const harness = createHarness(db);
    outage(harness, 300, (call) => call === 'postRoot');
    const { id } = await harness.generations.start(anAsk(), `outage ${++keys}`);
    await work(harness);
    expect(await harness.stateOf(id)).toBe('failed');
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['notice']);
  });

  test('when a line was to say that the document is ready: it says so afterwards', async () => {
    const harness = createHarness(db);
    outage(harness, 5, (call) => call === 'postNotice');
    await harness.generations.start(anAsk({ exportAs: undefined }), `outage ${++keys}`);
    await work(harness);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root', 'notice']);
  });
});

describe('Slack turns us away', () => {
  test('a burst: told to wait again and again, it waits and delivers everything', async () => {
    const harness = createHarness(db);
    const { delivery } = harness.slack;
    let refusals = 0;
    for (const name of ['postRoot', 'update', 'shareFile'] as const) {
      const real = delivery[name] as (...args: unknown[]) => Promise<unknown>;
      let left = 20;
      Object.assign(delivery, {
        [name]: async (...args: unknown[]) => {
          left -= 1;
          if (left < 0) return real(...args);
          refusals += 1;
          throw new PostRefused('ratelimited', 30_000);
        },
      });
    }
    harness.service.script.answers = [pending, completed()];
    const { id } = await harness.generations.start(anAsk(), `burst ${++keys}`);
    await work(harness);
    expect(refusals).toBe(60);
    expect(await harness.generations.find('T1', id)).toMatchObject({ state: 'delivered' });
    expect((await harness.generations.find('T1', id))?.failure).toBeUndefined();
    expect(harness.slack.files.reduce((sum, file) => sum + file.shared, 0)).toBe(1);
    expect(harness.slack.messages).toHaveLength(1);
  });

  test('where it may not look for its own message, the person gets a direct message, and no place twice', async () => {
    const harness = createHarness(db);
    const { delivery } = harness.slack;
    const { postRoot, findMessage } = delivery;
    Object.assign(delivery, {
      postRoot: async (...args: Parameters<typeof postRoot>) => {
        const posted = await postRoot(...args);
        if (args[1].channel === 'C1') throw new Error('socket hang up');
        return posted;
      },
      findMessage: async (...args: Parameters<typeof findMessage>) => {
        if (args[1].channel === 'C1') throw new PostRefused('not_in_channel');
        return findMessage(...args);
      },
    });
    const { id } = await harness.generations.start(anAsk(), `look ${++keys}`);
    await work(harness);
    expect(harness.slack.messages.map(({ place }) => place.channel)).toEqual(['C1', 'U1']);
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('where the thread is closed, the person gets a direct message', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Timeout('slow')];
    const { postNotice } = harness.slack.delivery;
    harness.slack.delivery.postNotice = async (generation, place, ...rest) => {
      if (place.channel === 'C1') throw new PostRefused('restricted_action_thread_locked');
      return postNotice(generation, place, ...rest);
    };
    await harness.generations.start(anAsk(), `closed ${++keys}`);
    await work(harness);
    expect(
      harness.slack.messages.map(({ kind, place, state }) => `${kind} ${place.channel} ${state}`),
    ).toEqual(['root C1 queued', 'root U1 unsure']);
    expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'unsure' });
  });

  test('told to wait before it may look, it waits and looks, and does not post blindly', async () => {
    const harness = createHarness(db);
    const { delivery } = harness.slack;
    const { postRoot, findMessage } = delivery;
    let posts = 0;
    let looks = 0;
    Object.assign(delivery, {
      postRoot: async (...args: Parameters<typeof postRoot>) => {
        const posted = await postRoot(...args);
        posts += 1;
        if (posts === 1) throw new Error('socket hang up');
        return posted;
      },
      findMessage: async (...args: Parameters<typeof findMessage>) => {
        looks += 1;
        if (looks <= 3) throw new PostRefused('ratelimited', 60_000);
        return findMessage(...args);
      },
    });
    await harness.generations.start(anAsk(), `look ${++keys}`);
    await work(harness);
    expect(harness.slack.messages).toHaveLength(1);
  });
});
