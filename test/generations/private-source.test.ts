import { expect, test } from 'vitest';
import { createPrivacyCheck } from '../../src/asks/access.ts';
import type { Ask } from '../../src/asks/schema.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

/** Others have no access to a document of a private conversation, unless the asker has chosen some. */

async function sharingOf(changes: Partial<Ask>, isPrivate: boolean, privateTemplates: string[] = []) {
  const { context, generations, service, run } = createHarness(db);
  context.readSource = async () => ({ text: 'Ben: the launch moves.', isPrivate });
  context.isOfPrivateConversation = async (_, docId) => privateTemplates.includes(docId);
  const source = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
  const { id } = await generations.start(anAsk({ source, ...changes }), `click ${Math.random()}`);
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  return (service.creates[0] as { sharingOptions?: object }).sharingOptions;
}

test('private: no access for others', async () => {
  expect(await sharingOf({}, true)).toEqual({ workspaceAccess: 'noAccess', externalAccess: 'noAccess' });
});

test("private: the asker's choice wins", async () => {
  expect(await sharingOf({ sharing: { workspaceAccess: 'view' } }, true)).toEqual({
    workspaceAccess: 'view',
    externalAccess: 'noAccess',
  });
});

test("public: the service's default", async () => {
  expect(await sharingOf({}, false)).toBeUndefined();
});

test('a text with a document of a private conversation as template: no access for others', async () => {
  const template = { id: 'g_secret', name: 'Secret' };
  const ask = { source: { kind: 'text' }, template } as const;
  const closed = { workspaceAccess: 'noAccess', externalAccess: 'noAccess' };
  expect(await sharingOf(ask, false, ['g_secret'])).toEqual(closed);
  expect(await sharingOf(ask, false, ['g_other'])).toBeUndefined();
});

test('a document is of a private conversation if Slack says so, or does not show it', async () => {
  const open = { name: 'x', isPrivate: false, isArchived: false, hasDeckhand: true };
  const places = new Map([
    ['public', ['C1', 'UANA']],
    ['private', ['C1', 'C2']],
    ['gone', ['C3']],
    ['own', ['UANA']],
  ]);
  const isPrivate = createPrivacyCheck(
    { placesOf: async (_, id) => (places.get(id) ?? []).map((channel) => ({ person: 'UANA', channel })) },
    { conversation: async (_, id) => (id === 'C3' ? 'channel_gone' : { ...open, isPrivate: id === 'C2' }) },
  );
  const { signal } = new AbortController();
  const found = [...places.keys(), 'unknown'].map((id) => isPrivate('T1', id, signal));
  expect(await Promise.all(found)).toEqual([false, true, true, false, false]);
});
