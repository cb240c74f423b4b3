import { setTimeout as wait } from 'node:timers/promises';
import { TIER_3 } from '../../sandbox/slack/api/call/rates.ts';
import { systemClock } from '../../src/clock.ts';
import { claimDue } from '../../src/digests/claim.ts';
import { addDue, delivered, startProcess } from '../digests/crowd.ts';
import { aProcess, channel, thread } from '../generations/limited-slack.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import type { Bench, Figure } from './figures.ts';

const BURST = 1_000;
const LIMIT_S = 60;
/** Threads in each channel, whose replies have to be read. With Slack's limits, reading four such channels takes more than two hours. */
const THREADS = 2_000;
const CHANNELS = 4;
const TEAMS = 16;
const THREAD_LIMIT_S = 30;
/** Short threads that are asked for one after another. The slowest counts. */
const ASKS = 10;

/**
 * Measures how long a team waits for its due digest and its ask while another team has a thousand of each, and how long a person waits
 * for a document of three messages while long channels are read. The baseline is the same alone. Runs in memory, or on the server that
 * DATABASE_URL names.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  const baseline = await waitOfOne(0);
  const value = await waitOfOne(BURST);
  return [
    {
      name: `a digest and an ask beside ${BURST} of another team each`,
      ...{ value, baseline, baselineName: 'alone', unit: 's' },
      target: { of: 'difference', most: LIMIT_S },
    },
    ...(await shortThreads()),
  ];
}

async function shortThreads(): Promise<Figure[]> {
  const baseline = await waitForThread(0, 'replies', 200);
  const figure = (name: string, value: number): Figure => ({
    ...{ name, value, baseline, baselineName: 'alone', unit: 's' },
    target: { of: 'difference', most: THREAD_LIMIT_S },
  });
  return [
    figure(
      `a thread of 3 beside ${CHANNELS} channels of ${THREADS} threads`,
      await waitForThread(1, 'replies', 200),
    ),
    figure(`a thread of 3 beside the same in ${TEAMS} teams`, await waitForThread(TEAMS, 'history', 20)),
  ];
}

/**
 * Has long channels read by people of some teams. Once Slack limits these teams, asks for short threads in one of them.
 * @param method the method that Slack limits first. With small pages it is the one for the history
 * @param pageSize messages per page of history
 * @returns seconds of the slowest thread
 */
async function waitForThread(
  teams: number,
  method: 'replies' | 'history',
  pageSize: number,
): Promise<number> {
  const db = await testDatabase();
  const stopping = new AbortController();
  const { generations, run, slackOfTeams, cancellations } = aProcess(db, THREADS, {
    clock: systemClock,
    pageSize,
  });
  const running: Promise<void>[] = [];
  for (let each = 0; each < CHANNELS * teams; each += 1) {
    const team = `T${1 + (each % teams)}`;
    const person = `U${each % CHANNELS}`;
    const { id } = await generations.start(anAsk({ team, person, source: channel }), `channel ${each}`);
    running.push(run({ team, generation: id }, stopping.signal).catch(() => {}));
  }
  const called = (team: number) =>
    slackOfTeams.calls.filter((call) => call.startsWith(`T${team} ${method}`)).length;
  for (let team = 1; team <= teams; team += 1) while (called(team) < TIER_3.perMinute) await wait(20);
  let slowest = 0;
  for (let each = 0; each < ASKS; each += 1) {
    const began = performance.now();
    const { id } = await generations.start(anAsk({ source: thread }), `thread ${each}`);
    await run({ team: 'T1', generation: id }, stopping.signal);
    const made = await generations.find('T1', id);
    if (made?.state !== 'delivered') throw new Error(`The thread is ${made?.state}`);
    slowest = Math.max(slowest, (performance.now() - began) / 1000);
  }
  stopping.abort(new Error('the bench ends'));
  await Promise.all(running);
  cancellations.close();
  await db.close();
  return slowest;
}

/** @returns seconds */
async function waitOfOne(crowd: number): Promise<number> {
  const db = await testDatabase();
  const { begin, generations, digests, stop } = await startProcess(db);
  await addDue(db, 'TBUSY', crowd);
  for (let each = 0; each < crowd; each += 1)
    await generations.start(anAsk({ team: 'TBUSY' }), `ask ${each}`);
  begin();
  const stopping = new AbortController();
  const claiming = claimDue(digests, stopping.signal);
  const began = performance.now();
  await generations.start(anAsk({ team: 'TOTHER' }), 'ask');
  await addDue(db, 'TOTHER', 1);
  if (crowd === 0) await claimDue(digests);
  while ((await delivered(db, 'TOTHER')) < 2) await wait(20);
  const took = (performance.now() - began) / 1000;
  stopping.abort();
  await claiming;
  await stop();
  await db.close();
  return took;
}
