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
  const records = { search: none, withDocIds: none, madeHere: async () => new Set<string>() };
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
