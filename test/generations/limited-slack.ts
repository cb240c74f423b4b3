import { WebAPIRateLimitedError } from '@slack/web-api';
import { createRates, TIER_3 } from '../../sandbox/slack/api/call/rates.ts';
import type { Clock } from '../../src/clock.ts';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { createReadingTurns } from '../../src/generations/reading-turns.ts';
import { limits } from '../../src/generations/waits-and-limits.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createConversationReader } from '../../src/sources/conversation-reader.ts';
import { createDirectory } from '../../src/sources/directory.ts';
import { createSourceReader } from '../../src/sources/reader.ts';
import type { Database } from '../../src/storage/database.ts';
import { completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Processes that read long conversations from a Slack that limits each method for each team. */

const SINCE = '2025-03-02T09:00:00.000Z';
const SINCE_S = Date.parse(SINCE) / 1000;
export const channel = { kind: 'channel', channel: 'CBUSY', since: SINCE } as const;
export const thread = { kind: 'thread', channel: 'CSHORT', ts: '1772445000.000100' } as const;

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
export function aProcess(
  db: Database,
  threads: number,
  { clock, pageSize = 200, ...shared }: SharedBetweenProcesses = {},
) {
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

export interface SharedBetweenProcesses {
  clock?: Clock | undefined;
  /** Messages per request. */
  pageSize?: number;
  slack?: ReturnType<typeof createSlack>;
}
