import { expect, test } from 'vitest';
import { insertRun } from '../../src/digests/run-store.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';

const db = await cleanDatabase();

const NOW = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

/** The rows of runs decide where the next window begins, and in which thread a digest is posted. */
test('runs are deleted after the retention time unless the next window depends on them', async () => {
  const { digests } = createHarness(db, '2026-03-04T12:00Z');
  const { id: digest } = await digests.create(TEAM, ANA, settings(), 'view-1');
  const run = (due: Date, state: 'started' | 'quiet' | 'claimed') =>
    insertRun(db, { team: TEAM, digest, due, state });
  const last = daysAgo(90);
  await run(daysAgo(100), 'started');
  await run(last, 'started');
  await run(daysAgo(80), 'claimed');
  await run(daysAgo(31), 'quiet');
  await run(daysAgo(29), 'quiet');
  await db.query('update digests set last_window_end = $1', [last]);

  // A second deletion must not delete more.
  for (let hour = 0; hour < 2; hour += 1) await deleteExpired(db, NOW, 30);
  const left = await db.query<{ due: Date; state: string }>(
    'select due, state from digest_runs order by due',
  );
  expect(left).toEqual([
    { due: last, state: 'started' },
    { due: daysAgo(80), state: 'claimed' },
    { due: daysAgo(29), state: 'quiet' },
  ]);
});
