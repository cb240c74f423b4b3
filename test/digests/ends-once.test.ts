import { afterAll, expect, test } from 'vitest';
import { claimedRuns, endRun, insertRun } from '../../src/digests/runs.ts';
import { testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';

const db = await testDatabase();
afterAll(() => db.close());

test('a run that another process has ended meanwhile does not end again, nor otherwise', async () => {
  const { digests } = createHarness(db, '2026-03-04T12:00Z');
  const { id: digest } = await digests.create(TEAM, ANA, settings(), 'view-1');
  const due = new Date('2026-03-09T09:00Z');
  await insertRun(db, { team: TEAM, digest, due, state: 'claimed' });
  expect(await endRun(db, { digest, due }, 'quiet')).toBe(true);
  expect(await endRun(db, { digest, due }, 'started')).toBe(false);
  expect(await claimedRuns(db, digest)).toEqual([]);
  expect(await db.query('select state from digest_runs')).toEqual([{ state: 'quiet' }]);
});
