import { expect, test } from 'vitest';
import { settleRestored } from '../../src/storage/after-restore.ts';
import { createStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';

const db = await cleanDatabase();

test('an approval of a workflow’s step ends with a restore, because the person may have ended it after the backup', async () => {
  const approvals = createStore(db, 'step_approvals');
  await approvals.set('T1/UANA/hash', { execution: 'Fx1', at: 0 }, 60_000);
  await db.transaction(settleRestored);
  expect(await approvals.keys()).toEqual([]);
});
