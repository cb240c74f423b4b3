import { expect, test } from 'vitest';
import { createFind, type FindOptions } from '../../src/documents/find.ts';
import { aClient } from '../service/harness.ts';
import { createTestLog } from '../support/log.ts';
import { replying } from '../support/send.ts';

test('the service is asked for as many documents as one search may return, because it has no cursor', async () => {
  const asked: string[] = [];
  const send = replying(({ url }) => {
    asked.push(new URL(url).search);
    return { body: { hits: [] } };
  });
  const none = async () => [];
  const records = {
    search: none,
    searchNear: none,
    withDocIds: none,
    madeHere: async () => new Set<string>(),
  };
  const find = createFind({
    records: records as unknown as FindOptions['records'],
    clientFor: async () => aClient({ send }).client,
    connectionOf: async () => null,
    log: createTestLog().log,
  });
  const access = { person: 'UANA', channels: [] } as never;
  await find({ team: 'T1', person: 'UANA' }, ' the year ', access, { isWide: false });
  expect(asked).toEqual(['?q=the+year&limit=25']);
});

test('documents with the words in their title come first, then those in which the service found them', async () => {
  const hit = { docId: 'd1', title: 'Shoes' };
  const records = {
    search: async () => [{ docId: 'd2', title: 'Boots' }],
    withDocIds: async () => [hit],
    madeHere: async () => new Set(['d1', 'd2']),
  };
  const find = createFind({
    records: records as unknown as FindOptions['records'],
    clientFor: async () => ({ searchDocs: async () => [hit] }) as never,
    connectionOf: async () => null,
    log: createTestLog().log,
  });
  const access = { person: 'UANA', channels: [] } as never;
  const { made } = await find({ team: 'T1', person: 'UANA' }, 'boots', access, { isWide: false });
  expect(made.map(({ docId }) => docId)).toEqual(['d2', 'd1']);
});
