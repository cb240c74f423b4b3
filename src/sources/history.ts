import type { Clock } from '../clock.ts';
import type { SlackClient } from '../slack-client.ts';
import { isReply, msFromTs, type SlackMessage, tsFrom, uniqueMessages } from './message.ts';
import { type History, isSpent, newBudget, type Page, type PageStore, readPages } from './pages.ts';
import { throwAsSourceProblem } from './problem.ts';
import { retryRateLimited } from './slack-read-retry.ts';

/** How one generation reads the history of a conversation. */
export interface HistoryReading {
  store: PageStore;
  /** Messages asked for at once. */
  pageSize: number;
  clock: Clock;
  signal: AbortSignal;
  /** Called after each page. */
  progress(read: ReadProgress): Promise<void>;
}

export interface ReadProgress {
  messages: number;
  /** How many there are, where that is known. */
  of?: number;
}

interface Thread {
  channel: string;
  ts: string;
  /** Slack's `ts`: replies after and before these times only. */
  oldest?: string;
  latest?: string;
}

/** A whole thread, its first message included; each message once. */
export async function readThread(
  client: SlackClient,
  thread: Thread,
  reading: HistoryReading,
  left = newBudget(),
): Promise<History> {
  const { store, pageSize, progress } = reading;
  const { messages, isWhole } = await readPages({
    list: thread.ts,
    store,
    ask: (page) => ask(() => client.conversations.replies({ ...thread, limit: pageSize, ...page }), reading),
    onPage: (pages) => progress(threadProgress(pages)),
    left,
  });
  return { messages: uniqueMessages(messages), isWhole };
}

/** @throws SourceProblem where Slack's refusal says why the source cannot be used */
function ask<T>(call: () => Promise<T>, { clock, signal }: HistoryReading): Promise<T> {
  return retryRateLimited(call, clock, signal).catch(throwAsSourceProblem);
}

function threadProgress(pages: Page[]): ReadProgress {
  const messages = uniqueMessages(pages.flatMap((page) => page.messages));
  const replies = messages[0]?.reply_count;
  return { messages: messages.length, ...(replies !== undefined && { of: replies + 1 }) };
}

export interface Span {
  since: Date;
  until?: Date;
}

const DAY = 86_400_000;
/** Threads begun this long before the span may have got replies in it. */
const LOOK_BACK_MS = 7 * DAY;
/** Below this page size, Slack gives a few messages a minute, and looking back would take hours. */
const LOOK_BACK_FROM_PAGE = 100;

/** How far back threads are looked for, in days; 0 where only those begun in the span are read. */
export function lookBackDays(pageSize: number): number {
  return pageSize >= LOOK_BACK_FROM_PAGE ? LOOK_BACK_MS / DAY : 0;
}

/** The messages of a channel in a span of time, with their replies, and the replies to threads begun shortly before. */
export async function readChannel(
  client: SlackClient,
  channel: string,
  { since, until }: Span,
  reading: HistoryReading,
): Promise<History> {
  const { store, pageSize, progress } = reading;
  const latest = until && { latest: tsFrom(until) };
  const oldest = tsFrom(new Date(since.getTime() - lookBackDays(pageSize) * DAY));
  let count = 0;
  const { messages: top, isWhole: isTopWhole } = await readPages({
    list: 'history',
    store,
    ask: (page) =>
      ask(
        () => client.conversations.history({ channel, limit: pageSize, oldest, ...latest, ...page }),
        reading,
      ),
    onPage: async (pages) => {
      count = pages.reduce((sum, { messages }) => sum + messages.length, 0);
      await progress({ messages: count });
    },
    left: newBudget(),
  });
  const isInSpan = ({ ts }: SlackMessage) => isSince(ts, since);
  const all = top.filter(isInSpan);
  const left = newBudget();
  let isWhole = isTopWhole;
  for (const first of top.filter((message) => mayHaveRepliesSince(message, since))) {
    const thread = { channel, ts: first.ts, oldest: tsFrom(since), ...latest };
    if (isSpent(left)) {
      isWhole = false;
      break;
    }
    const replies = await readThread(client, thread, { ...reading, progress: async () => {} }, left);
    isWhole &&= replies.isWhole;
    all.push(first, ...replies.messages.filter((message) => isReply(message) && isInSpan(message)));
    count += replies.messages.length;
    await progress({ messages: count });
  }
  return { messages: uniqueMessages(all), isWhole };
}

function mayHaveRepliesSince(message: SlackMessage, since: Date): boolean {
  const { reply_count: replies = 0, latest_reply: latest } = message;
  return !isReply(message) && replies > 0 && (latest === undefined || isSince(latest, since));
}

function isSince(ts: string, since: Date): boolean {
  return (msFromTs(ts) ?? 0) >= since.getTime();
}
