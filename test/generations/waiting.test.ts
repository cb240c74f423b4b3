import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { resumeWaiting } from '../../src/generations/resume.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { NotFound, Unauthorized } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Generations that wait until the right connection works. */

const db = await cleanDatabase();

const noSuchGeneration = () => new NotFound('no such generation', { status: 404 });
const lost = () => new NotConnected('unauthorized');

/** A harness where an ask is in the making as the service answers polls with this, again and again. */
async function waitingFor(answer: Error, connection: string) {
  const harness = createHarness(db, { resumeAfterMs: 0 });
  const { service } = harness;
  service.script.answers = [answer];
  const create = service.client.createGeneration.bind(service.client);
  service.client.createGeneration = async (input) => {
    const created = await create(input);
    service.connection = connection;
    return created;
  };
  const { id } = await harness.generations.start(anAsk(), 'click');
  await harness.work();
  expect(await harness.stateOf(id)).toBe('disconnected');
  const resume = (usableIdOf: string | null) =>
    resumeWaiting(harness.context, harness.queue.jobs, async () => usableIdOf);
  return { harness, id, resume };
}

describe('a document that is being made', () => {
  test('waits if another workspace is connected, and is delivered when its own is connected again', async () => {
    const { harness, id, resume } = await waitingFor(noSuchGeneration(), 'second');
    expect(await harness.generations.find('T1', id)).toMatchObject({ failure: { reason: 'elsewhere' } });
    await resume('second');
    expect(harness.queue.waiting).toEqual([]);

    harness.service.connection = 'third';
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('disconnected');

    harness.service.connection = 'first, renewed';
    harness.service.script.answers = [completed()];
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(1);
  });

  test('fails if its own workspace no longer knows it, also after a new sign-in, and is reported once', async () => {
    const { harness, id } = await waitingFor(lost(), 'second');
    harness.service.account = 'first';
    harness.service.script.answers = [noSuchGeneration()];
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'not_found' },
    });
  });

  test('is delivered if the team connects again while a poll with the old connection is under way', async () => {
    const harness = createHarness(db);
    const { service } = harness;
    service.script.answers = [new Unauthorized('expired', { status: 401 }), completed()];
    const getGeneration = service.client.getGeneration.bind(service.client);
    service.client.getGeneration = (...given) => {
      Object.assign(service, { connection: 'second', account: 'first' });
      return getGeneration(...given);
    };
    const { id } = await harness.generations.start(anAsk(), 'click');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('fails if its own workspace does not know it', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [noSuchGeneration()];
    const { id } = await harness.generations.start(anAsk(), 'click');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('failed');
  });
});

describe('a generation that waits for a connection', () => {
  test('continues later if it could not be queued when the connection was made', async () => {
    const { harness, id, resume } = await waitingFor(lost(), 'first');
    await resume(null);
    expect(harness.queue.waiting).toEqual([]);
    harness.service.script.answers = [completed()];
    await resume('second');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('continues once the operator’s key works again, and says until then who has to renew it', async () => {
    const { harness, id, resume } = await waitingFor(new NotConnected('key_refused'), 'first');
    expect(await harness.generations.find('T1', id)).toMatchObject({ failure: { reason: 'key_refused' } });
    harness.service.script.answers = [completed()];
    await resume('first');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('is not tried again with the same connection if the service refuses new tokens, too', async () => {
    const refused = () => new Unauthorized('not tied to an eligible account', { status: 401 });
    const { harness, id, resume } = await waitingFor(refused(), 'first');
    await resume('first');
    expect(harness.queue.waiting).toEqual([]);
    harness.service.script.answers = [completed()];
    await resume('second');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('whose create was refused is not tried again with the same connection', async () => {
    const harness = createHarness(db, { resumeAfterMs: 0 });
    harness.service.script.create = [new Unauthorized('not tied to an eligible account', { status: 401 })];
    const { id } = await harness.generations.start(anAsk(), 'click');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('disconnected');
    await resumeWaiting(harness.context, harness.queue.jobs, async () => 'first');
    expect(harness.queue.waiting).toEqual([]);
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });

  test('costs one statement if nothing waits', async () => {
    const harness = createHarness(db);
    let statements = 0;
    const stop = db.onStatement(() => {
      statements += 1;
    });
    await resumeWaiting(harness.context, {} as Jobs, async () => 'first');
    stop();
    expect(statements).toBe(1);
  });
});
