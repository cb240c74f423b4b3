import { expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import type { StepContext } from '../../src/generations/context.ts';
import type { Generation } from '../../src/generations/generation.ts';
import { collect } from '../../src/generations/steps/collect.ts';
import { advance } from '../../src/generations/transitions.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { clearDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { killable } from '../support/killable-database.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/an id could not be written/);

/** The process dies after each statement of a transaction: all of it is written, or none. */

const db = await cleanDatabase();

/** Runs `act` on a database that dies after no statement, after one, after two, until it ends. */
async function dyingAfterEach(
  changes: Partial<Ask>,
  act: (generation: Generation, context: StepContext) => Promise<unknown>,
  check: (generation: Generation) => Promise<void>,
): Promise<void> {
  for (let statements = 0; ; statements += 1) {
    await clearDatabase(db);
    const { generations, context } = createHarness(db);
    const { id } = await generations.start(anAsk(changes), 'click');
    await db.query(`update generations set state = 'collecting' where id = $1`, [id]);
    const generation = await generations.find('T1', id);
    if (!generation) throw new Error('gone');
    await createCollectedPages(db, { team: 'T1', generation: id }).save('history', {
      messages: [],
      next: null,
      left: { messages: 1, characters: 1 },
      number: 0,
    });
    const dying = killable(db, statements);
    const ended = await act(generation, { ...context, db: dying.db }).then(
      () => true,
      () => false,
    );
    await check(generation);
    if (ended) return expect(statements).toBeGreaterThan(0);
  }
}

const kept = async () => {
  const [row] = await db.query<{ state: string; texts: boolean; collected: boolean; pages: number }>(
    `select state, prompt is not null as texts, collected is not null as collected,
       (select count(*)::int from collected_pages p where p.generation = g.id) as pages from generations g`,
  );
  return row;
};

test('writes an outcome and deletes its texts together', async () => {
  await dyingAfterEach(
    {},
    (generation, context) => advance(generation, context, 'delivered'),
    async () => {
      const row = await kept();
      const isDelivered = row?.state === 'delivered';
      expect(row).toMatchObject({ texts: !isDelivered, pages: isDelivered ? 0 : 1 });
    },
  );
});

test('writes a collected text and deletes its pages together', async () => {
  await dyingAfterEach(
    { source: { kind: 'channel', channel: 'C1', since: '2026-03-01T00:00:00Z' } },
    async (generation, context) => {
      context.readSource = async () => ({ text: 'Ben: the launch moves.' });
      await collect(generation, { ...context, signal: new AbortController().signal });
    },
    async () => {
      const row = await kept();
      expect(row?.pages).toBe(row?.collected ? 0 : 1);
    },
  );
});
