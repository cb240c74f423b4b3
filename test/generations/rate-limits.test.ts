import { WebAPIRateLimitedError } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { TIER_3 } from '../../sandbox/slack/api/call/rates.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { aProcess, channel, type SharedBetweenProcesses, thread } from './limited-slack.ts';

const db = await cleanDatabase();

const createProcess = (threads: number, shared?: SharedBetweenProcesses) => aProcess(db, threads, shared);

describe('a thread of three messages is made within 30 s', () => {
  test.each([
    ['four channels of 9,000 threads of the same team, whose replies are read', 1, 'replies', 200],
    ['sixteen teams that each read four such channels', 16, 'history', 20],
  ])('beside %s', async (_, teams, method, pageSize) => {
    const { clock, generations, run, slackOfTeams } = createProcess(9_000, { pageSize });
    const stopped = new AbortController();
    const running: Promise<void>[] = [];
    for (let each = 0; each < 4 * teams; each += 1) {
      const team = `T${1 + (each % teams)}`;
      const { id } = await generations.start(anAsk({ team, source: channel }), `channel ${each}`);
      running.push(run({ team, generation: id }, stopped.signal).catch(() => {}));
    }
    const isLimited = (team: number) =>
      slackOfTeams.calls.filter((call) => call.startsWith(`T${team} ${method}`)).length >= TIER_3.perMinute;
    await expect.poll(() => isLimited(1) && isLimited(teams), { timeout: 50_000 }).toBe(true);

    for (let each = 0; each < 5; each += 1) {
      await clock.sleep(1_300);
      const asked = clock.now();
      const { id } = await generations.start(anAsk({ source: thread }), `thread ${each}`);
      await run({ team: 'T1', generation: id }, stopped.signal);
      expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered' });
      expect(clock.now() - asked).toBeLessThan(30_000);
    }
    stopped.abort(new Error('the test ends'));
    await Promise.all(running);
  });
});

test('a channel that is read over restarts of the process: no page is requested twice', async () => {
  const first = createProcess(230);
  const { id } = await first.generations.start(anAsk({ source: channel }), 'channel');
  const { slackOfTeams: slack, clock } = first;
  for (let restart = 1; restart <= 6; restart += 1) {
    const stopping = new AbortController();
    const process = createProcess(230, { clock, slack });
    const end = process.run({ team: 'T1', generation: id }, stopping.signal);
    await expect.poll(() => slack.calls.length).toBeGreaterThan(restart * 30);
    stopping.abort(new Error('this process stops'));
    await expect(end).rejects.toThrow('this process stops');
  }
  const last = createProcess(230, { clock, slack });
  await last.run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(await last.generations.find('T1', id)).toMatchObject({ state: 'delivered' });
  const pages = slack.calls.filter((call) => /history|replies/.test(call));
  expect(pages).toHaveLength(2 + 230);
  expect(new Set(pages).size).toBe(pages.length);
  const [{ inputText = '' } = {}] = last.service.creates as { inputText?: string }[];
  expect(inputText.match(/Topic \d+/g)).toHaveLength(230);
  expect(inputText.match(/Reply [12] to/g)).toHaveLength(460);
});

test('*Stop* during a rate limit ends the run at once', async () => {
  const { clock, context, generations, run } = createProcess(1);
  const waiting = Promise.withResolvers<void>();
  context.readSource = async () => {
    waiting.resolve();
    throw new WebAPIRateLimitedError(3_600);
  };
  const { id } = await generations.start(anAsk({ source: thread }), 'thread');
  const began = clock.now();
  const ended = run({ team: 'T1', generation: id }, new AbortController().signal);
  await waiting.promise;
  expect(await generations.stop('T1', id)).toBe(true);
  await ended;
  expect(clock.now() - began).toBeLessThan(60_000);
  expect(await generations.find('T1', id)).toMatchObject({ state: 'stopped' });
});
