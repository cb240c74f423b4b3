import type { Clock } from '../../clock.ts';
import type { Window } from '../../digests/digest.ts';
import type { SlackClient } from '../../slack-client.ts';
import { lookBackDays } from '../../sources/history.ts';
import { isByPerson, isReply, messagesFrom, type SlackMessage, tsFrom } from '../../sources/message.ts';
import { eachPage, type PagedAnswer } from '../../sources/pages.ts';
import { retryRateLimited } from '../../sources/slack-read-retry.ts';
import { type FilterRules, filterMessages } from '../../sources/transcript/filter.ts';
import { slackError } from '../bolt/calls/clients.ts';

interface Counting {
  channel: string;
  window: Window;
  /** Maximum number of messages that Slack returns per page. */
  historyPage: number;
  /** The digest's minimum number of messages. Counting stops when this number is reached. */
  upTo: number;
  rules: FilterRules;
  clock: Clock;
  signal: AbortSignal;
}

/** Number of pages that may be read in addition to the pages that `upTo` messages fill, because some messages do not count. */
const SPARE_PAGES = 5;

/**
 * Returns how many messages and replies in the digest's time span (`window`) a digest would use, at most `upTo`.
 *
 * A thread is read only if the numbers in the channel's history do not suffice (`repliesTo`), and after the history, because Slack may
 * allow only one call for replies a minute.
 */
export async function countMessages(client: SlackClient, counting: Counting): Promise<number> {
  const { channel, window, historyPage, upTo } = counting;
  const oldest = new Date(window.since.getTime() - lookBackDays(historyPage) * DAY);
  const span = { channel, oldest: tsFrom(oldest), latest: tsFrom(window.until) };
  /** Timestamps of the threads whose replies have to be read. */
  const toRead: string[] = [];
  let count = 0;
  const history = (page: object) => client.conversations.history({ ...span, limit: historyPage, ...page });
  for await (const { messages = [] } of pages(history, counting)) {
    count += await countInChannel(messages, window.since, oldest, counting);
    for (const message of messages) {
      const replies = repliesTo(message, window.since, counting.rules);
      if (replies === 'unknown') toRead.push(String(message.ts));
      else count += replies;
    }
    if (count >= upTo) return upTo;
  }
  for (const ts of toRead) {
    count += await countReplies(client, ts, counting);
    if (count >= upTo) return upTo;
  }
  return count;
}

const DAY = 86_400_000;

/** Reads a thread and returns how many of its replies a digest would use; 0 if the thread was deleted. */
async function countReplies(client: SlackClient, ts: string, counting: Counting): Promise<number> {
  const { channel, window, historyPage, upTo } = counting;
  const span = { oldest: tsFrom(window.since), latest: tsFrom(window.until) };
  const thread = { channel, ts, limit: historyPage, ...span };
  let count = 0;
  try {
    const replies = (page: object) => client.conversations.replies({ ...thread, ...page });
    for await (const { messages = [] } of pages(replies, counting)) {
      count += await countUsable((await messagesSince(window.since, messages)).filter(isReply), counting);
      if (count >= upTo) break;
    }
  } catch (error) {
    if (slackError(error) !== 'thread_not_found') throw error;
  }
  return count;
}

type FetchPage = (page: { cursor?: string }) => Promise<HistoryPage>;

interface HistoryPage extends PagedAnswer {
  messages?: HistoryMessage[] | undefined;
}

function pages(
  fetchPage: FetchPage,
  { historyPage, upTo, clock, signal }: Counting,
): AsyncGenerator<HistoryPage> {
  return eachPage((page) => retryRateLimited(() => fetchPage(page), clock, signal), {
    most: SPARE_PAGES + Math.ceil(upTo / historyPage),
  });
}

/**
 * Returns how many messages of one page of the channel a digest would use. A reply that was also sent to the channel counts only if its
 * thread began before `oldest`. Other replies are counted with their threads.
 */
async function countInChannel(
  page: HistoryMessage[],
  since: Date,
  oldest: Date,
  counting: Counting,
): Promise<number> {
  const isInPages = (thread: string) => Number(thread) * 1000 >= oldest.getTime();
  const messages = await messagesSince(since, page);
  const counted = messages.filter((message) => !isReply(message) || !isInPages(message.thread_ts ?? ''));
  return countUsable(counted, counting);
}

async function countUsable(messages: SlackMessage[], { rules }: Counting): Promise<number> {
  return (await filterMessages(messages, rules)).messages.length;
}

/** Returns the messages on a page that people wrote since `since`. */
async function messagesSince(since: Date, page: HistoryMessage[]): Promise<SlackMessage[]> {
  const messages = await messagesFrom(page);
  return messages.filter((message) => Number(message.ts) * 1000 >= since.getTime() && isByPerson(message));
}

type ThreadFacts = 'ts' | 'thread_ts' | 'user' | 'reply_count' | 'reply_users_count' | 'latest_reply';

/** A message in a response of `conversations.history`. If it is the first message of a thread, it has numbers about the thread. */
interface HistoryMessage extends Partial<Pick<SlackMessage, ThreadFacts>> {
  /** Ids of some of the users who replied. `reply_users_count` is the number of all users who replied. */
  reply_users?: string[];
}

/**
 * Returns how many replies to a message a digest would use, or `unknown` if the thread has to be read. If the message is from before
 * `since`, newer replies count as one, because Slack gives only the number of all replies.
 */
function repliesTo(first: HistoryMessage, since: Date, rules: FilterRules): number | 'unknown' {
  const { ts, thread_ts = ts, reply_count: replies = 0, latest_reply = 0, reply_users: users = [] } = first;
  const isBefore = (time: unknown) => Number(time) * 1000 < since.getTime();
  if (replies === 0 || thread_ts !== ts || (isBefore(ts) && isBefore(latest_reply))) return 0;
  const ignored = users.filter((user) => isIgnored(user, rules)).length;
  if (ignored > 0 && ignored === (first.reply_users_count ?? users.length)) return 0;
  if (ignored > 0 || (users.length === 0 && first.user === rules.ownUser)) return 'unknown';
  return isBefore(ts) ? 1 : replies;
}

/** Returns true for users whose messages do not count: Deckhand, people who opted out, and apps. */
function isIgnored(user: string, { ownUser, optedOut }: FilterRules): boolean {
  return user === ownUser || optedOut.has(user) || user.startsWith('B');
}
