import type { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import { countDays, previewThread } from '../../src/sources/preview.ts';
import { context } from './context.ts';

const text = '<@U0BOT> is <@U0BEN> fine with ~20% churn? See <#C0SECRET|secret-plans>';
const replies = async () => ({ ok: true, messages: [{ ts: '1772445900.000100', user: 'U0ANA', text }] });
const client = { conversations: { replies } } as unknown as WebClient;
const rules = { optedOut: new Set<string>(), reaction: 'speak_no_evil', ownUser: 'U0BOT' };

const nameOf = async (namesIn: () => Promise<typeof context.names>) => {
  const look = await previewThread(
    client,
    { channel: 'C0GENERAL', ts: '1' },
    { rules, pageSize: 15, canvases: true, namesIn },
  );
  return look.name;
};

it('a thread is named by its first words, with names for ids, without names of private channels', async () => {
  expect(await nameOf(async () => context.names)).toBe(
    'is @Ben Okafor fine with ~20% churn? See a private channel',
  );
});

it('the name has no names of people if Slack does not return them in time', async () => {
  expect(await nameOf(() => Promise.reject(new Error('too late')))).toBe(
    'is @somebody fine with ~20% churn? See a private channel',
  );
});

const LEO = 'U0LEO';
const says = (user: string, ts: string, more: object = {}) => ({ ts, user, text: 'Words', ...more });
const first = (user: string, ts: string, replies: string[]) =>
  says(user, ts, {
    thread_ts: ts,
    reply_count: replies.length,
    reply_users: [...new Set(replies)],
    reply_users_count: new Set(replies).size,
  });

/** Counts a channel in which Leo has opted out. @param threads first messages, with the authors of their replies */
async function countWith(threads: [author: string, replies: string[]][]) {
  const ts = (at: number) => `177244590${at}.000100`;
  const slack = {
    conversations: {
      history: async () => ({
        ok: true,
        messages: threads.map(([author, replies], at) => first(author, ts(at), replies)),
      }),
      replies: async ({ ts: of }: { ts: string }) => {
        const [author = '', replies = []] = threads.find((_, at) => ts(at) === of) ?? [];
        return {
          ok: true,
          messages: [says(author, of), ...replies.map((user, at) => says(user, `${of}${at}`))],
        };
      },
    },
  } as unknown as WebClient;
  const days = { channel: 'C0GENERAL', since: '2026-03-01T00:00:00Z' };
  return countDays(slack, days, { rules: { ...rules, optedOut: new Set([LEO]) }, pageSize: 100 });
}

it.each<[string, [string, string[]][], object]>([
  [
    'first messages',
    [
      ['U0ANA', []],
      [LEO, []],
    ],
    { messages: 1, people: 1, optedOut: 1 },
  ],
  ['several replies', [['U0ANA', [LEO, 'U0BEN', LEO]]], { messages: 2, people: 2, optedOut: 2 }],
  ['the first message of a thread', [[LEO, ['U0BEN', 'U0ANA']]], { messages: 2, people: 2, optedOut: 1 }],
  [
    'a whole thread',
    [
      ['U0ANA', []],
      [LEO, [LEO]],
    ],
    { messages: 1, people: 1, optedOut: 2 },
  ],
])('of a channel, the messages of people who opted out are counted apart: %s', async (_, threads, counts) => {
  expect(await countWith(threads)).toEqual({ ...counts, isWhole: true });
});

it('says no number if people who opted out have replied in many threads', async () => {
  expect(await countWith(Array.from({ length: 6 }, () => ['U0ANA', [LEO]]))).toBeUndefined();
});
