import { describe, expect, test } from 'vitest';
import { createRunner } from '../../src/generations/runner.ts';
import { MalformedAnswer, NotFound, Unauthorized, Unavailable } from '../../src/service/errors.ts';
import { resultMessage } from '../../src/slack/result/result-card.ts';
import type { Database } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { wordsOf } from '../support/reading.ts';

/** A paid document is not thrown away: an id that comes late, a document whose file never comes. */

const db = await cleanDatabase();

let keys = 0;

describe('the id of a generation', () => {
  test('arrives after another process has asked the person: trying again follows it and spends nothing', async () => {
    const harness = createHarness(db);
    const { client } = harness.service;
    const create = client.createGeneration.bind(client);
    const { id } = await harness.generations.start(anAsk(), `late id ${++keys}`);
    const job = harness.queue.take('generation') as { team: string; generation: string };
    const { signal } = new AbortController();
    client.createGeneration = async (input) => {
      // This process has lost its lease meanwhile; the one that took over finds `submitting`.
      await harness.run(job, signal);
      expect(await harness.stateOf(id)).toBe('unsure');
      return create(input);
    };
    await harness.run(job, signal);
    expect(await harness.stateOf(id)).toBe('unsure');
    expect(await harness.generations.find('T1', id)).toMatchObject({ generationId: 'gen1' });

    expect(await harness.generations.resolveUnsure('T1', id, 'again')).toBe(true);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(1);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root', 'notice']);
  });

  test('is written once the database is back, a minute later', async () => {
    const harness = createHarness(db);
    const { client } = harness.service;
    const create = client.createGeneration.bind(client);
    let backAt = 0;
    client.createGeneration = async (input) => {
      backAt = harness.clock.now() + 60_000;
      return create(input);
    };
    const gone = <T>(act: () => Promise<T>): Promise<T> => {
      if (harness.clock.now() < backAt) throw new Error('terminating connection');
      return act();
    };
    const flaky = {
      cipher: db.cipher,
      query: (sql: string, params?: unknown[]) => gone(() => db.query(sql, params)),
      transaction: (fn: Parameters<Database['transaction']>[0]) => gone(() => db.transaction(fn)),
    } as unknown as Database;
    const runner = createRunner({ ...harness.context, db: flaky }, harness.cancellations);
    const { id } = await harness.generations.start(anAsk(), `late id ${++keys}`);
    await runner.run(harness.queue.take('generation') as never, new AbortController().signal);
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(1);
  });

  test('arrives after a stop: it is stored, and nothing is followed', async () => {
    const harness = createHarness(db);
    const { client } = harness.service;
    const create = client.createGeneration.bind(client);
    const { id } = await harness.generations.start(anAsk(), `late id ${++keys}`);
    client.createGeneration = async (input) => {
      expect(await harness.generations.stop('T1', id)).toBe(true);
      return create(input);
    };
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'stopped',
      generationId: 'gen1',
    });
    expect(harness.service.polls).toBe(0);
  });
});

describe('a completed document whose export link is still missing', () => {
  test.each([
    ['it is gone', new NotFound('gone')],
    ['the service is away', new Unavailable('502')],
    ['answers cannot be read', new MalformedAnswer('html')],
    ['the connection is lost', new Unauthorized('expired')],
  ])('%s then: the document is delivered', async (_, trouble) => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending, completed({ exportUrl: undefined }), trouble];
    const { id } = await harness.generations.start(anAsk(), `no link ${++keys}`);
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'delivered',
      docUrl: 'https://docs.example.com/doc',
      failure: {},
    });
    expect(harness.slept()).toBeLessThan(10 * 60_000);
  });
});

describe('a completed document whose address is still missing', () => {
  const early = completed({ docUrl: undefined, exportUrl: undefined });

  test('is asked for again, and delivered with its address', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [early, early, completed()];
    const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), `no address ${++keys}`);
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'delivered',
      docUrl: 'https://docs.example.com/doc',
    });
    expect(harness.service.creates).toHaveLength(1);
  });

  test('is delivered without it after some minutes, and its card says where to look', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [early];
    const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), `no address ${++keys}`);
    await harness.work();
    const made = await harness.generations.find('T1', id);
    expect(made).toMatchObject({ state: 'delivered', docId: 'g_doc' });
    expect(harness.slept()).toBeLessThan(10 * 60_000);
    const card = made && resultMessage(made, { serviceName: 'Papermill' });
    expect(wordsOf(card)).toContain(
      'Papermill gave no link to it. Anybody with an account there can open it.',
    );
  });
});

describe('a job that becomes a dead letter', () => {
  test.each([
    ['collecting', 'failed'],
    ['submitting', 'unsure'],
    ['following', 'late'],
    ['late', 'late'],
    ['delivering', 'delivered'],
  ])('in %s ends %s, and the person is notified', async (state, ended) => {
    const harness = createHarness(db);
    const { id } = await harness.generations.start(anAsk(), `given up ${++keys}`);
    await db.query("update generations set state = $2, generation_id = 'gen1' where id = $1", [id, state]);
    const job = { team: 'T1', generation: id };
    await harness.onDeadLetter(job);
    await harness.onDeadLetter(job);
    expect(await harness.stateOf(id)).toBe(ended);
    // A failure is reported to the person alone, so it leaves no first message.
    const first = ended === 'failed' ? [] : [`root ${ended}`];
    expect(harness.slack.messages.map((message) => `${message.kind} ${message.state}`)).toEqual([
      ...first,
      `notice ${ended}`,
    ]);
  });
});

test('the texts of an ask are deleted when a person stops it', async () => {
  const harness = createHarness(db);
  const { id } = await harness.generations.start(
    anAsk({ prompt: 'the secret plan', title: 'Plan' }),
    'forget',
  );
  await harness.generations.stop('T1', id);
  const rows = await db.query('select * from generations where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain('the secret plan');
});
