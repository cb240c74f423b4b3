import { WebAPIRateLimitedError } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createRates, TIER_3 } from '../../sandbox/slack/api/call/rates.ts';
import type { Clock } from '../../src/clock.ts';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { createReadingTurns } from '../../src/generations/reading-turns.ts';
import { limits } from '../../src/generations/waits-and-limits.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createConversationReader } from '../../src/sources/conversation-reader.ts';
import { createDirectory } from '../../src/sources/directory.ts';
import { createSourceReader } from '../../src/sources/reader.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const SINCE = '2025-03-02T09:00:00.000Z';
const SINCE_S = Date.parse(SINCE) / 1000;
const channel = { kind: 'channel', channel: 'CBUSY', since: SINCE } as const;
const thread = { kind: 'thread', channel: 'CSHORT', ts: '1772445000.000100' } as const;

const aMessage = (ts: string, text: string, more: object = {}) => ({ ts, user: 'U1', text, ...more });

/** Slack with one channel of `threads` threads with two replies each, and one thread of three messages. */
function createSlack(clock: Clock, threads: number) {
  const rates = createRates(clock);
  const calls: string[] = [];
  /** @param sent what distinguishes the call from others of the same method */
  async function call<Answer>(team: string, method: string, sent: string, answer: Answer) {
    const wait = rates.take(`${team} ${method}`, TIER_3);
    if (wait !== null) throw new WebAPIRateLimitedError(wait);
    calls.push(`${team} ${method} ${sent}`);
    return { ok: true, ...answer };
  }

  function pageOfHistory(cursor: string, limit: number) {
    const first = Number(cursor);
    const messages = Array.from({ length: Math.min(limit, threads - first) }, (_, index) => {
      const ts = `${SINCE_S + first + index}.000100`;
      return aMessage(ts, `Topic ${first + index}`, { thread_ts: ts, reply_count: 2 });
    });
    const next = first + limit < threads ? String(first + limit) : '';
    return { messages, response_metadata: { next_cursor: next } };
  }

  const repliesTo = (ts: string) => ({
    messages: [0, 1, 2].map((each) =>
      aMessage(ts.replace('.000100', `.00010${each}`), `Reply ${each} to ${ts}`, { thread_ts: ts }),
    ),
  });

  const clientFor = async (team: string) =>
    ({
      auth: { test: () => call(team, 'auth.test', '', { user_id: 'UBOT' }) },
      chat: { getPermalink: () => call(team, 'chat.getPermalink', '', {}) },
      users: { info: () => call(team, 'users.info', '', { user: { real_name: 'Ana Reyes' } }) },
      conversations: {
        history: ({ cursor = '0', limit = 0 }) => call(team, 'history', cursor, pageOfHistory(cursor, limit)),
        replies: ({ ts }: { ts: string }) => call(team, 'replies', ts, repliesTo(ts)),
      },
    }) as unknown as SlackClient;
  return { clientFor, calls };
}

const NO_FILES = async () => ({ texts: [], note: '' });

/** A process that reads conversations from this Slack, with the limits of production. */
function createProcess(threads: number, { clock, pageSize = 200, ...shared }: Partial<Shared> = {}) {
  const harness = createHarness(db, {}, clock);
  harness.service.script.answers = [completed()];
  const slack = shared.slack ?? createSlack(harness.clock, threads);
  harness.context.limiters.collect = createReadingTurns(limits.collect, harness.clock);
  harness.context.readSource = createSourceReader({
    files: NO_FILES,
    conversation: createConversationReader({
      readFiles: NO_FILES,
      clientFor: slack.clientFor,
      conversation: async () => ({ name: 'c', isPrivate: false, isArchived: false, hasDeckhand: true }),
      isMember: async () => true,
      isFullMember: async () => true,
      directory: createDirectory(harness.clock),
      optedOut: async () => new Set(),
      pagesOf: (team, generation) => createCollectedPages(harness.context.db, { team, generation }),
      pageSize,
      reaction: 'speak_no_evil',
    }),
  });
  return { ...harness, slackOfTeams: slack };
}

interface Shared {
  clock: Clock;
  /** Messages per request. */
  pageSize: number;
  slack: ReturnType<typeof createSlack>;
}

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
