import { afterAll, beforeEach, expect, test } from 'vitest';
import { claimDue } from '../../src/digests/claim.ts';
import { createDigestGiveUp } from '../../src/digests/run.ts';
import { lastTry } from '../../src/jobs/last-try.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, settings, TEAM } from '../support/harness/digests.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

/** A job that has failed each time ends in no silence. */

const db = await testDatabase();
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());
allowErrors(/A line was not posted/);

const due = new Date('2026-03-09T09:00Z');

async function createRun() {
  const harness = createHarness(db, '2026-03-04T12:00Z');
  const { id } = await harness.digests.create(TEAM, ANA, settings(), 'view-1');
  harness.pass('2026-03-09T09:00Z');
  await claimDue(harness.context);
  const giveUp = () => createDigestGiveUp(harness.context)({ team: TEAM, digest: id });
  return { ...harness, id, giveUp };
}

test('a digest: its owner hears that it does not come, and the next one covers that time', async () => {
  const { giveUp, id, ...harness } = await createRun();
  harness.context.jobs.forget(TEAM);
  await giveUp();
  await giveUp();
  await harness.work();
  expect(harness.channel.posted).toEqual([{ place: ANA, note: { kind: 'given_up', due } }]);
  expect(await harness.digests.find(TEAM, id)).toMatchObject({ state: 'active', skipped: due });
  await harness.until('2026-03-16T09:00Z');
  expect(await harness.windows()).toEqual(['2026-03-02T09:00 to 2026-03-16T09:00']);
});

test('a digest whose document was started, and not written down: it comes by itself, and once', async () => {
  const { giveUp, ...harness } = await createRun();
  await harness.work();
  await db.query("update digest_runs set state = 'claimed', generation = null");
  await db.query('update digests set last_window_end = null');
  await giveUp();
  await harness.work();
  expect(harness.channel.posted).toEqual([]);
  await harness.until('2026-03-16T09:00Z');
  expect(await harness.windows()).toEqual([
    '2026-03-02T09:00 to 2026-03-09T09:00',
    '2026-03-09T09:00 to 2026-03-16T09:00',
  ]);
});

test('a line is tried once more, and the log says where that fails, too', async () => {
  const { log, lines } = createTestLog();
  let tries = 0;
  const post = async (_: object, signal: AbortSignal) => {
    tries += 1;
    if (tries === 1) throw new Error('service_unavailable');
    expect(signal.aborted).toBe(false);
  };
  const given = lastTry(post, 'A line was not posted', log);
  await given({ team: TEAM });
  expect(lines.join()).toMatch(/A line was not posted.*|service_unavailable/);
  await given({ team: TEAM });
  expect([tries, lines.length]).toEqual([2, 1]);
});
