import { expect, onTestFinished, test } from 'vitest';
import { claimDue } from '../../src/digests/claim.ts';
import { dueDigests } from '../../src/digests/run-store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { serverUrl } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { allowErrors } from '../support/log-errors.ts';
import * as crowd from './crowd.ts';

allowErrors(/could not be claimed/);

const db = await cleanDatabase();

const BUSY = 'TBUSY';
const OTHER = 'TOTHER';
/** Fewer with the embedded database, whose work is done in this process. */
const BURST = serverUrl ? 1_000 : 300;
const MINUTE = 60_000;

const addDue = (team: string, count: number, from?: Date) => crowd.addDue(db, team, count, from);
const delivered = (team: string) => crowd.delivered(db, team);

async function startProcess() {
  const process = await crowd.startProcess(db);
  onTestFinished(process.stop);
  return process;
}

test('claims all digests that are due, with the teams in turn', async () => {
  const { digests } = await startProcess();
  await addDue(BUSY, 250);
  await addDue(OTHER, 2);
  const turns = await dueDigests(db, new Date(), { limit: 5, besides: [] });
  expect(turns.map(({ team }) => team).sort()).toEqual([BUSY, BUSY, BUSY, OTHER, OTHER]);
  await claimDue(digests);
  expect(await dueDigests(db, new Date(), { limit: 5, besides: [] })).toEqual([]);
});

test('unreadable rows do not block the others', async () => {
  const { digests } = await startProcess();
  await addDue(BUSY, 120);
  await db.query(`update digests set schedule = '{"every": "moon"}'`);
  await addDue(OTHER, 120);
  await claimDue(digests);
  const left = await dueDigests(db, new Date(), { limit: 500, besides: [] });
  expect(left.map(({ team }) => team)).toEqual(Array(120).fill(BUSY));
});

test(`a team's ${BURST} due digests and as many asks make another's late by less than a minute`, {
  timeout: 3 * MINUTE,
}, async () => {
  const { begin, generations, digests } = await startProcess();
  await addDue(BUSY, BURST);
  for (let each = 0; each < BURST; each += 1) await generations.start(anAsk({ team: BUSY }), `ask ${each}`);
  begin();
  const stopping = new AbortController();
  const claiming = claimDue(digests, stopping.signal);

  const before = process.cpuUsage();
  await generations.start(anAsk({ team: OTHER }), 'ask');
  await addDue(OTHER, 1);
  await expect.poll(() => delivered(OTHER), { timeout: 2 * MINUTE, interval: 50 }).toBe(2);
  const { user, system } = process.cpuUsage(before);
  const ahead = await delivered(BUSY);
  stopping.abort();
  await claiming;

  // Processor time, because a busy machine makes elapsed time meaningless.
  expect((user + system) / 1000).toBeLessThan(MINUTE);
  // The other team did not have to wait until the burst was over.
  expect(ahead).toBeLessThan(BURST);
});
