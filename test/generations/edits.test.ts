import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Conflict, Forbidden, RateLimited, Timeout, Unavailable } from '../../src/service/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { anEdit, edited, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Changes of a document go the same road as a document, and take turns. */

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

type Harness = ReturnType<typeof createHarness>;
const running = new AbortController().signal;

async function start(harness: Harness, key: string, changes: Parameters<typeof anEdit>[0] = {}) {
  const generation = await harness.generations.edits.start(anEdit(changes), key);
  if (!generation) throw new Error('The line was full');
  return generation;
}

describe('a change of a document', () => {
  test('is sent once and followed; the card, and a fresh file of the kind that was there', async () => {
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

  test('without a file before, none after, and a line that it is done', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [edited];
    await start(harness, 'a press', { exportAs: undefined });
    await harness.work();
    expect(harness.service.exports).toEqual([]);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root', 'notice']);
  });

  test('a lost answer asks the person, as for a document', async () => {
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
    expect(harness.slack.edits).toContainEqual(expect.objectContaining({ wait: { for: 'service' } }));
  });

  test('a 503 of something on the way says nothing: the person is asked', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Unavailable('', { status: 503 })];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('unsure');
  });

  test('a right that is missing is said as such', async () => {
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

describe('of several changes of one document', () => {
  test('the second waits for the first, and says so; a third is not taken', async () => {
    const harness = createHarness(db);
    const first = await start(harness, 'one');
    await harness.clock.sleep(1);
    const second = await start(harness, 'two', { prompt: 'Add a slide' });
    expect(await harness.generations.edits.start(anEdit(), 'three')).toBeNull();
    // A press that Slack delivers again is not another one.
    expect((await start(harness, 'two')).id).toBe(second.id);
    // Another team's document may have the same id.
    expect(await harness.generations.edits.start(anEdit({ team: 'T2' }), 'three')).not.toBeNull();

    harness.service.script.answers = [pending, pending, pending, edited];
    const both = [second, first].map(({ id }) => harness.run({ team: 'T1', generation: id }, running));
    await Promise.all(both);
    expect(harness.service.creates).toEqual([
      expect.objectContaining({ prompt: 'Make the title shorter' }),
      expect.objectContaining({ prompt: 'Add a slide' }),
    ]);
    expect(harness.slack.edits).toContainEqual(expect.objectContaining({ wait: { for: 'other_change' } }));
    expect(await harness.stateOf(first.id)).toBe('delivered');
    expect(await harness.stateOf(second.id)).toBe('delivered');
  });

  test('many presses at one moment: two are taken', async () => {
    const harness = createHarness(db);
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const taken = await Promise.all(keys.map((key) => harness.generations.edits.start(anEdit(), key)));
    expect(taken.filter((one) => one !== null)).toHaveLength(2);
  });

  test('our own that the service is busy with is waited for by itself', async () => {
    const harness = createHarness(db);
    const first = await start(harness, 'one');
    const second = await start(harness, 'two');
    await db.query("update generations set state = 'following', generation_id = 'edit1' where id = $1", [
      first.id,
    ]);
    // A clock that is behind lets the second go first.
    await db.query("update generations set created_at = created_at - interval '1 minute' where id = $1", [
      second.id,
    ]);
    harness.service.script.create = [new Conflict('busy', { code: 'edit_in_progress' }, 'edit1')];
    await harness.run({ team: 'T1', generation: second.id }, running);
    expect(await harness.stateOf(second.id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(2);
  });
});

describe('while the service changes the document for somebody else', () => {
  const busy = () => new Conflict('Edit already in progress', { code: 'edit_in_progress' }, 'edit9');

  async function refused(harness: Harness) {
    harness.service.script.create = [busy()];
    const { id } = await start(harness, 'a press');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'conflict', editId: 'edit9' },
    });
    return id;
  }

  test('"Do mine after" waits and sends it once the other is through', async () => {
    const harness = createHarness(db);
    const id = await refused(harness);
    harness.service.script.create = [busy(), busy(), null];
    expect(await harness.generations.edits.waitForOther('T2', id)).toBe('over');
    expect(await harness.generations.edits.waitForOther('T1', id)).toBe('waits');
    expect(await harness.generations.edits.waitForOther('T1', id)).toBe('over');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(4);
    expect(harness.slack.edits).toContainEqual(expect.objectContaining({ wait: { for: 'other_change' } }));
  });

  test('after half an hour the person is asked again', async () => {
    const harness = createHarness(db);
    const id = await refused(harness);
    harness.service.script.create = Array.from({ length: 500 }, busy);
    await harness.generations.edits.waitForOther('T1', id);
    const before = harness.slept();
    await harness.work();
    expect(harness.slept() - before).toBeGreaterThan(29 * 60_000);
    expect(harness.slept() - before).toBeLessThan(31 * 60_000);
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'conflict' },
    });
  });

  test('one waits at most', async () => {
    const harness = createHarness(db);
    const id = await refused(harness);
    const other = await start(harness, 'another press');
    expect(await harness.generations.edits.waitForOther('T1', id)).toBe('full');
    await harness.generations.stop('T1', other.id);
    expect(await harness.generations.edits.waitForOther('T1', id)).toBe('waits');
  });

  test('"Follow it" follows the other one and spends nothing', async () => {
    const harness = createHarness(db);
    const id = await refused(harness);
    expect(await harness.generations.edits.followOther('T2', id)).toBe(false);
    expect(await harness.generations.edits.followOther('T1', id)).toBe(true);
    expect(await harness.generations.edits.followOther('T1', id)).toBe(false);
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'delivered',
      generationId: 'edit9',
      label: '',
      title: 'Quarterly review',
    });
    expect(harness.service.creates).toHaveLength(1);
  });
});
