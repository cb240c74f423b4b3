import { describe, expect, test } from 'vitest';
import { NotFound, RateLimited, Timeout } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, aThoroughAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Thorough documents: the same road, more patience, and a line in front of it. */

const db = await cleanDatabase();

const MINUTE = 60_000;
const full = () =>
  new RateLimited('', { code: 'workspace_concurrency_limit_exceeded', retryAfterMs: 2 * MINUTE });

test('a thorough document is followed for longer than other documents', async () => {
  const harness = createHarness(db, { followLimitMs: 10 * MINUTE, agentFollowLimitMs: 30 * MINUTE });
  const until = harness.clock.now() + 20 * MINUTE;
  harness.service.client.getAgentGeneration = async () =>
    harness.clock.now() < until ? pending : (completed() as never);
  const { id } = await harness.generations.start(aThoroughAsk(), 'a press');
  await harness.work();
  expect(await harness.stateOf(id)).toBe('delivered');
  const quick = await harness.generations.start(anAsk(), 'another');
  harness.service.script.answers = [pending];
  await harness.work();
  expect(await harness.stateOf(quick.id)).toBe('late');
});

describe('the workspace has reached its limit of thorough documents', () => {
  test('an ask waits as long as the service says, and its card shows how many wait before it', async () => {
    const harness = createHarness(db);
    const first = await harness.generations.start(aThoroughAsk(), 'one');
    await db.query("update generations set state = 'following', generation_id = 'g1' where id = $1", [
      first.id,
    ]);
    harness.service.script.create = [full(), full(), null];
    const { id } = await harness.generations.start(aThoroughAsk(), 'two');
    await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(3);
    expect(harness.slept()).toBeGreaterThanOrEqual(4 * MINUTE);
    expect(harness.slack.edits).toContainEqual(
      expect.objectContaining({ wait: { for: 'turn', underWay: 1, ahead: 0 } }),
    );
  });

  test('asks that wait are submitted in their order, also before new ones', async () => {
    const harness = createHarness(db);
    const first = await harness.generations.start(aThoroughAsk({ prompt: 'first' }), 'one');
    await harness.clock.sleep(1);
    const second = await harness.generations.start(aThoroughAsk({ prompt: 'second' }), 'two');
    // The first has been refused, and sleeps until the service has room.
    await db.query(`update generations set state = 'collecting', failure = $2 where id = $1`, [
      first.id,
      { reason: 'rate_limited' },
    ]);
    const signal = new AbortController().signal;
    const two = harness.run({ team: 'T1', generation: second.id }, signal);
    await expect
      .poll(() => harness.slack.edits)
      .toContainEqual(expect.objectContaining({ wait: { for: 'turn', underWay: 0, ahead: 1 } }));
    expect(harness.service.creates).toEqual([]);
    await Promise.all([two, harness.run({ team: 'T1', generation: first.id }, signal)]);
    const order = harness.service.creates.map((body) => (body as { prompt: string }).prompt);
    expect(order).toEqual(['first', 'second']);
    expect(await harness.generations.find('T1', second.id)).not.toHaveProperty('failure');
  });

  test('after an hour the ask fails with a reason, and nothing was spent', async () => {
    const harness = createHarness(db);
    // Without Retry-After, because waits that the service asks for do not count.
    const refusal = new RateLimited('', { code: 'workspace_concurrency_limit_exceeded' });
    harness.service.script.create = Array.from({ length: 200 }, () => refusal);
    const { id } = await harness.generations.start(aThoroughAsk(), 'one');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'rate_limited' },
    });
    expect(harness.slept()).toBeLessThan(62 * MINUTE);
  });
});

test('a deployment without the route is reported as such', async () => {
  const harness = createHarness(db);
  harness.service.script.create = [new NotFound('Cannot POST')];
  const { id } = await harness.generations.start(aThoroughAsk(), 'one');
  await harness.work();
  expect(await harness.generations.find('T1', id)).toMatchObject({
    state: 'failed',
    failure: { reason: 'not_found' },
  });
});

test('a missing response asks the person, and a web page is refused before anything is sent', async () => {
  const harness = createHarness(db);
  harness.service.script.create = [new Timeout('slow')];
  const { id } = await harness.generations.start(aThoroughAsk(), 'one');
  await harness.work();
  expect(await harness.stateOf(id)).toBe('unsure');
});
