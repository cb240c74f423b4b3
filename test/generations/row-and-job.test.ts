import { describe, expect, test } from 'vitest';
import type { FinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { State } from '../../src/generations/generation.ts';
import type { Generations } from '../../src/generations/generations.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/**
 * A row that changed without a job would be a lost ask, so both are written in one transaction. Here the process dies between the
 * two.
 */

const db = await cleanDatabase();

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

const dies = () => Promise.reject(new Error('the process dies'));

describe('if the process dies between the row and its job, nothing is written:', () => {
  test.each(cases)('%s', async (_, state, act) => {
    const { generations, finished, queue } = createHarness(db);
    const { id } = await generations.start(anAsk(), 'click');
    await db.query(`update generations set state = $2, doc_id = 'doc' where id = $1`, [id, state]);
    while (queue.take('generation'));
    const before = await written();
    const { send } = queue.jobs;
    queue.jobs.send = dies;
    await expect(act(generations, id, finished)).rejects.toThrow('the process dies');
    expect(await written()).toEqual(before);
    expect(queue.waiting).toEqual([]);

    queue.jobs.send = send;
    await act(generations, id, finished);
    expect(await written()).not.toEqual(before);
    expect(queue.waiting).toHaveLength(1);
  });

  test('an ask', async () => {
    const { generations, queue } = createHarness(db);
    queue.jobs.send = dies;
    await expect(generations.start(anAsk(), 'click')).rejects.toThrow('the process dies');
    expect(await written()).toEqual([]);
  });
});
