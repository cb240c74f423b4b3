import { describe, expect, test } from 'vitest';
import { Conflict, Forbidden, RateLimited, Timeout, Unavailable } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, anEdit, edited, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Changes of a document: each is sent once, and those of one document one after the other. */

const db = await cleanDatabase();

type Harness = ReturnType<typeof createHarness>;
const running = new AbortController().signal;

async function start(harness: Harness, key: string, changes: Parameters<typeof anEdit>[0] = {}) {
  const generation = await harness.generations.startEdit(anEdit(changes), key);
  if (!generation) throw new Error('Three changes wait already');
  return generation;
}

describe('a change of a document', () => {
  test('is sent once and followed, updates the card and posts a new file of the same format', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending, edited];
    const { id } = await start(harness, 'a press', { exportAs: 'pdf' });
    await harness.work();
    expect(harness.service.creates).toEqual([{ docId: 'g_doc', prompt: 'Make the title shorter' }]);
    expect(harness.service.exports).toEqual([{ docId: 'g_doc', exportAs: 'pdf' }]);
    expect(harness.slack.files).toMatchObject([{ shared: 1 }]);
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'delivered',
      work: 'edit',
      label: 'Make the title shorter',
      title: 'Quarterly review',
      docId: 'g_doc',
      docUrl: 'https://docs.example.com/doc',
      credits: { deducted: 3 },
    });
  });

  test('is in the history of its document, for its own team, and a share of the document is not', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [edited];
    const { id } = await start(harness, 'a press');
    expect(await harness.generations.historyOf('T1', 'g_doc')).toEqual([]);
    await harness.work();
    await harness.generations.share('T1', id, 'C2');
    await harness.work();
    expect(await harness.generations.historyOf('T1', 'g_doc')).toMatchObject([
      { id, credits: { deducted: 3 } },
    ]);
    expect(await harness.generations.historyOf('T2', 'g_doc')).toEqual([]);
  });

  test('posts a notice and no file if the document had none', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [edited];
    await start(harness, 'a press', { exportAs: undefined });
    await harness.work();
    expect(harness.service.exports).toEqual([]);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['notice']);
  });

  test('a missing response asks the person, as for a document', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Timeout('slow')];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('unsure');
    expect(harness.service.creates).toHaveLength(1);
  });

  test.each([
    ['the service’s own 503', new Unavailable('', { status: 503, serviceMessage: 'Agents are busy' })],
    ['too many at once', new RateLimited('', { retryAfterMs: 40_000 })],
  ])('%s is waited for, and said', async (_, busy) => {
    const harness = createHarness(db);
    harness.service.script.create = Array.from({ length: 8 }, () => busy);
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(9);
    expect(harness.slack.edits).toContainEqual(
      expect.objectContaining({ wait: expect.objectContaining({ for: 'service' }) }),
    );
  });

  test('a 503 of a proxy leaves the outcome unknown, so the person is asked', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Unavailable('', { status: 503 })];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('unsure');
  });

  test('a missing permission is reported as such', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Forbidden('no')];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'forbidden' },
    });
  });
});

const OTHER_CHANGE = { wait: { for: 'other_change' } };
/** The service's refusal while another change of the document is under way there. */
const conflict = () => new Conflict('Edit already in progress', { code: 'edit_in_progress' }, 'edit9');

describe('several changes of one document', () => {
  /** Starts a change that the service is working on. */
  async function startFirst(harness: Harness) {
    const first = await start(harness, 'first');
    await db.query("update generations set state = 'following', generation_id = 'edit1' where id = $1", [
      first.id,
    ]);
    await harness.clock.sleep(1);
    return first;
  }

  const endFirst = (id: string) => db.query("update generations set state = 'delivered' where id = $1", [id]);

  /** Runs a change until its card says that it waits. */
  async function runUntilItWaits(harness: Harness, id: string, process = new AbortController()) {
    const run = harness.run({ team: 'T1', generation: id }, process.signal);
    await expect.poll(() => harness.slack.edits).toContainEqual(expect.objectContaining(OTHER_CHANGE));
    return { run, process };
  }

  test('they are sent in their order, each once', async () => {
    const harness = createHarness(db);
    const first = await start(harness, 'one');
    await harness.clock.sleep(1);
    const second = await start(harness, 'two', { prompt: 'Add a slide' });
    harness.service.script.answers = [pending, pending, pending, edited];
    const both = [second, first].map(({ id }) => harness.run({ team: 'T1', generation: id }, running));
    await Promise.all(both);
    expect(harness.service.creates).toEqual([
      expect.objectContaining({ prompt: 'Make the title shorter' }),
      expect.objectContaining({ prompt: 'Add a slide' }),
    ]);
    expect(harness.slack.edits).toContainEqual(expect.objectContaining(OTHER_CHANGE));
    expect(await harness.stateOf(first.id)).toBe('delivered');
    expect(await harness.stateOf(second.id)).toBe('delivered');
  });

  test('three wait, and a fourth is not accepted', async () => {
    const harness = createHarness(db);
    const first = await startFirst(harness);
    const waiting = [await start(harness, 'a'), await start(harness, 'b'), await start(harness, 'c')];
    expect(await harness.generations.startEdit(anEdit(), 'd')).toBeNull();
    // The same key again gives the same change.
    expect((await start(harness, 'c')).id).toBe(waiting[2]?.id);
    // Another team's document may have the same id.
    expect(await harness.generations.startEdit(anEdit({ team: 'T2' }), 'd')).not.toBeNull();
    await endFirst(first.id);
    expect(await harness.generations.startEdit(anEdit(), 'd')).not.toBeNull();
  });

  test('three wait for a change that was made at the service, too', async () => {
    const harness = createHarness(db);
    const { id } = await start(harness, 'a');
    harness.service.script.create = Array.from({ length: 100 }, conflict);
    const { run, process } = await runUntilItWaits(harness, id);
    process.abort();
    await expect(run).rejects.toThrow();
    await start(harness, 'b');
    await start(harness, 'c');
    expect(await harness.generations.startEdit(anEdit(), 'd')).toBeNull();
  });

  test('of many clicks at the same moment, only as many are accepted as may wait', async () => {
    const harness = createHarness(db);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const taken = await Promise.all(keys.map((key) => harness.generations.startEdit(anEdit(), key)));
    expect(taken.filter((one) => one !== null)).toHaveLength(4);
  });

  test('a change that waits survives a restart, and is sent once', async () => {
    const first = await startFirst(createHarness(db));
    const dying = createHarness(db);
    // Each harness has a clock of its own.
    await dying.clock.sleep(1);
    const { id } = await start(dying, 'second');
    const { run, process } = await runUntilItWaits(dying, id);
    process.abort(new Error('the process stops'));
    await expect(run).rejects.toThrow('the process stops');
    await endFirst(first.id);
    const next = createHarness(db);
    next.service.script.answers = [edited];
    await next.run({ team: 'T1', generation: id }, running);
    expect(await next.stateOf(id)).toBe('delivered');
    expect([...dying.service.creates, ...next.service.creates]).toHaveLength(1);
  });

  test('*Stop* ends a change that waits, and nothing is sent', async () => {
    const harness = createHarness(db);
    const first = await startFirst(harness);
    const { id } = await start(harness, 'second');
    const { run } = await runUntilItWaits(harness, id);
    expect(await harness.generations.stop('T1', id)).toBe(true);
    await run;
    await endFirst(first.id);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.service.creates).toEqual([]);
  });

  test('a change whose document was deleted meanwhile is stopped, and nothing is sent', async () => {
    const harness = createHarness(db);
    const made = await harness.generations.start(anAsk(), 'the document');
    await harness.work();
    const created = harness.service.creates.length;
    await startFirst(harness);
    const { id } = await start(harness, 'second');
    const { run } = await runUntilItWaits(harness, id);
    await harness.finished.markDeleted('T1', made.id);
    harness.cancellations.cancel(id);
    await run;
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'stopped',
      deletedAt: expect.any(Date),
    });
    expect(harness.service.creates).toHaveLength(created);
  });

  test('a change that was started while its document was deleted fails with a reason, and nothing is sent', async () => {
    const harness = createHarness(db);
    const made = await harness.generations.start(anAsk(), 'the document');
    await harness.work();
    const created = harness.service.creates.length;
    await harness.finished.markDeleted('T1', made.id);
    const { id } = await start(harness, 'too late');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'not_found' },
    });
    expect(harness.service.creates).toHaveLength(created);
  });

  test('a change whose asker may no longer change the document fails with a reason, and nothing is sent', async () => {
    const harness = createHarness(db);
    const hasLeft = new Set<string>();
    harness.context.mayStillChange = async ({ person }) => !hasLeft.has(person);
    const first = await startFirst(harness);
    const { id } = await start(harness, 'second', { person: 'U2' });
    const { run } = await runUntilItWaits(harness, id);
    hasLeft.add('U2');
    await endFirst(first.id);
    await run;
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'no_longer_allowed' },
    });
    expect(harness.service.creates).toEqual([]);
  });
});

describe('while the document is being changed at the service itself', () => {
  test('a change waits, its card says so, and it is sent when the other change has ended', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [conflict(), conflict(), null];
    harness.service.script.answers = [edited];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'delivered',
      generationId: 'gen3',
    });
    expect(harness.service.creates).toHaveLength(3);
    expect(harness.slack.edits).toContainEqual(expect.objectContaining(OTHER_CHANGE));
  });

  test('a change that is still refused after half an hour fails with a reason', async () => {
    const harness = createHarness(db);
    harness.service.script.create = Array.from({ length: 500 }, conflict);
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(harness.slept()).toBeGreaterThan(29 * 60_000);
    expect(harness.slept()).toBeLessThan(31 * 60_000);
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'conflict' },
    });
  });

  test('the half hour begins when no earlier change of ours is under way', async () => {
    const harness = createHarness(db);
    const first = await start(harness, 'one');
    await db.query("update generations set state = 'following', generation_id = 'edit1' where id = $1", [
      first.id,
    ]);
    await harness.clock.sleep(1);
    const second = await start(harness, 'two');
    const run = harness.run({ team: 'T1', generation: second.id }, running);
    await harness.clock.sleep(40 * 60_000);
    harness.service.script.create = [conflict(), null];
    harness.service.script.answers = [edited];
    await db.query("update generations set state = 'delivered' where id = $1", [first.id]);
    await run;
    expect(await harness.stateOf(second.id)).toBe('delivered');
  });
});
