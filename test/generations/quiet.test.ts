import { afterAll, beforeAll, expect, test } from 'vitest';
import { SourceProblem } from '../../src/sources/problem.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from './fakes.ts';
import { createHouse } from './house.ts';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test('a channel that turns out quiet is said to be so once, and nobody is called to a failure', async () => {
  const house = createHouse(db);
  house.context.readSource = async () => {
    throw new SourceProblem('thread_empty', 'Nothing that may be used was said there.');
  };
  const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00.000Z' };
  const { id } = await house.generations.start({ ...anAsk(), source }, 'quiet-1');
  await house.work();
  expect(await house.stateOf(id)).toBe('failed');
  expect(house.slack.messages).toMatchObject([{ kind: 'root' }]);
  expect(house.slack.edits.at(-1)).toMatchObject({ state: 'failed' });
});
