import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { State } from '../../src/generations/generation.ts';
import type { Generations } from '../../src/generations/generations.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/**
 * A row that changed and a job that was never sent is an ask that is lost: a change of the one sends the other in the
 * same transaction. Here the power goes between the two.
 */

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

const cases: [
  string,
  State,
  (generations: Generations, id: string, finished: FinishedDocuments) => Promise<unknown>,
][] = [
  ['a stop', 'following', (generations, id) => generations.stop('T1', id)],
  ['trying again', 'unsure', (generations, id) => generations.resolveUnsure('T1', id, 'again')],
  ['leaving it', 'unsure', (generations, id) => generations.resolveUnsure('T1', id, 'leave')],
  ['checking again', 'late', (generations, id) => generations.checkAgain('T1', id)],
  ['an export', 'delivered', (generations, id) => generations.exportDoc('T1', id, 'pdf', 'U1', 'click')],
  ['a new connection', 'disconnected', (generations) => generations.reconnected('T1')],
  ['an archived document', 'delivered', (_, id, finished) => finished.markArchived('T1', id)],
];

/** All rows of generations and of the outbox. */
const written = () =>
  db.query(
    `select to_jsonb(g) as generation, to_jsonb(d) as delivery from generations g left join deliveries d on d.generation = g.id`,
  );

const powerGoes = () => Promise.reject(new Error('the power goes'));

describe('where the power goes between row and job, nothing has happened:', () => {
  test.each(cases)('%s', async (_, state, act) => {
    const { generations, finished, queue } = createHarness(db);
    const { id } = await generations.start(anAsk(), 'click');
    await db.query(`update generations set state = $2, doc_id = 'doc' where id = $1`, [id, state]);
    while (queue.take('generation'));
    const before = await written();
    const { send } = queue.jobs;
    queue.jobs.send = powerGoes;
    await expect(act(generations, id, finished)).rejects.toThrow('the power goes');
    expect(await written()).toEqual(before);
    expect(queue.waiting).toEqual([]);

    queue.jobs.send = send;
    await act(generations, id, finished);
    expect(await written()).not.toEqual(before);
    expect(queue.waiting).toHaveLength(1);
  });

  test('an ask', async () => {
    const { generations, queue } = createHarness(db);
    queue.jobs.send = powerGoes;
    await expect(generations.start(anAsk(), 'click')).rejects.toThrow('the power goes');
    expect(await written()).toEqual([]);
  });
});
