import { expect, test } from 'vitest';
import { claimDue } from '../../src/digests/claim.ts';
import { createDigestGiveUp } from '../../src/digests/run.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarnessWithDigest, TEAM } from '../support/harness/digests.ts';

/** A digest whose job has failed each time. */

const db = await cleanDatabase();

const due = new Date('2026-03-09T09:00Z');

async function createRun() {
  const { harness, id } = await createHarnessWithDigest(db);
  harness.pass('2026-03-09T09:00Z');
  await claimDue(harness.context);
  const giveUp = () => createDigestGiveUp(harness.context)({ team: TEAM, digest: id });
  return { ...harness, id, giveUp };
}

test('the owner gets one note, and the next digest covers its time', async () => {
  const { giveUp, id, ...harness } = await createRun();
  harness.context.jobs.forget(TEAM);
  await giveUp();
  await giveUp();
  await harness.work();
  expect(harness.posted()).toEqual([{ place: ANA, note: { kind: 'given_up', due } }]);
  expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'active', skipped: due });
  await harness.until('2026-03-16T09:00Z');
  expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-16T09:00']);
});

test('a document is made once if its generation was started but is missing in the run', async () => {
  const { giveUp, ...harness } = await createRun();
  await harness.work();
  await db.query("update digest_runs set state = 'claimed', generation = null");
  await db.query('update digests set last_window_end = null');
  await giveUp();
  await harness.work();
  expect(harness.posted()).toEqual([]);
  await harness.until('2026-03-16T09:00Z');
  expect(await harness.windows()).toEqual([
    '2026-03-02T09:00 to 2026-03-09T09:00',
    '2026-03-09T09:00 to 2026-03-16T09:00',
  ]);
});
