import { expect, it } from 'vitest';
import { createProposals, MOST_PROPOSALS } from '../../src/asks/proposals.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';

const db = await cleanDatabase();

it('keeps the newest proposals of each person, so that one person’s messages do not fill the disk', async () => {
  const proposals = createProposals(
    createSealedStore<unknown>(db, 'proposals'),
    (origin = '') => origin,
    30,
    (_, fn) => fn(),
  );
  const ben = { team: 'T1', person: 'UBEN' };
  const bens = await proposals.save(anAsk(ben), { id: 'his' });
  // "UBE" is another person, although the id of Ben begins with it.
  const other = { team: 'T1', person: 'UBE' };
  for (let n = 0; n < MOST_PROPOSALS + 3; n += 1) await proposals.save(anAsk(other), { id: `p${n}` });
  const rows = await db.query<{ kept: number }>(
    "SELECT count(*)::int AS kept FROM kv WHERE namespace = 'proposals' AND key LIKE 'T1/UBE/%'",
  );
  expect(rows).toEqual([{ kept: MOST_PROPOSALS }]);
  expect(await proposals.find(other, `p${MOST_PROPOSALS + 2}`)).not.toBeNull();
  expect(await proposals.find(ben, bens)).not.toBeNull();
});
