import { expect, test } from 'vitest';
import { SourceProblem } from '../../src/sources/problem.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

test('a channel without messages is reported once, and not as a failure', async () => {
  const harness = createHarness(db);
  harness.context.readSource = async () => {
    throw new SourceProblem('thread_empty', 'Nothing that may be used was said there.');
  };
  const source = { kind: 'channel' as const, channel: 'C1', since: '2026-03-02T09:00:00.000Z' };
  const { id } = await harness.generations.start({ ...anAsk(), source }, 'quiet-1');
  await harness.work();
  expect(await harness.stateOf(id)).toBe('failed');
  expect(harness.slack.messages).toMatchObject([{ kind: 'root' }]);
  expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'failed' });
});
