import { afterAll, expect, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await testDatabase();
afterAll(() => db.close());

/** What was said in a private conversation is made into a document that nobody else may open, unless somebody says so. */

async function sharingOf(changes: Partial<Ask>, isPrivate: boolean) {
  const { context, generations, service, run } = createHarness(db);
  context.readSource = async () => ({ text: 'Ben: the launch moves.', isPrivate });
  const source = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
  const { id } = await generations.start(anAsk({ source, ...changes }), `click ${Math.random()}`);
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  return (service.creates[0] as { sharingOptions?: object }).sharingOptions;
}

test('private: closed to everybody', async () => {
  expect(await sharingOf({}, true)).toEqual({ workspaceAccess: 'noAccess', externalAccess: 'noAccess' });
});

test('private, and its person has chosen who may see it: that is what holds', async () => {
  expect(await sharingOf({ sharing: { workspaceAccess: 'view' } }, true)).toEqual({
    workspaceAccess: 'view',
    externalAccess: 'noAccess',
  });
});

test('open: as the workspace of the service has it', async () => {
  expect(await sharingOf({}, false)).toBeUndefined();
});
