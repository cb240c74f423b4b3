import type { Clock } from '../../clock.ts';
import type { Window } from '../../digests/digest.ts';
import type { SlackClient } from '../../slack-client.ts';
import { lookBackDays } from '../../sources/history.ts';
import { isByPerson, isReply, messagesFrom, type SlackMessage, tsFrom } from '../../sources/message.ts';
import { eachPage, type PagedAnswer } from '../../sources/pages.ts';
import { retryRateLimited } from '../../sources/slack-read-retry.ts';
import { type FilterRules, filterMessages } from '../../sources/transcript/filter.ts';
import { slackError } from '../bolt/slack-error.ts';

interface Counting {
  channel: string;
  window: Window;
  /** Messages asked for at once. */
  historyPage: number;
  /** Counting ends here. */
  upTo: number;
  rules: FilterRules;
  clock: Clock;
  signal: AbortSignal;
}

/** Pages beyond those that the number would fill: people's messages may lie between many posts of apps. */
const SPARE_PAGES = 5;

/**
 * Counts the usable messages of people in a channel, replies included, up to a number. A thread that began before the window
 * and went on in it counts as one, since its replies in the window take another call to count. That call is made only for
 * threads with replies of Deckhand or of people who opted out, and last: Slack may allow only one page a minute.
 */
export async function countTalk(client: SlackClient, counting: Counting): Promise<number> {
  const { channel, window, historyPage, upTo } = counting;
  const oldest = new Date(window.since.getTime() - lookBackDays(historyPage) * DAY);
  const span = { channel, oldest: tsFrom(oldest), latest: tsFrom(window.until) };
  const mixed: string[] = [];
  let count = 0;
  const history = (page: object) => client.conversations.history({ ...span, limit: historyPage, ...page });
  for await (const { messages = [] } of pages(history, counting)) {
    count += await usable(messages, window.since, oldest, counting);
    for (const message of messages) {
      const replies = repliesIn(message, window.since, counting.rules);
      if (replies === 'mixed') mixed.push(String(message.ts));
      else count += replies;
    }
    if (count >= upTo) return upTo;
  }
  for (const ts of mixed) {
    count += await countReplies(client, ts, counting);
    if (count >= upTo) return upTo;
  }
  return count;
}

const DAY = 86_400_000;

async function countReplies(client: SlackClient, ts: string, counting: Counting): Promise<number> {
  const { channel, window, historyPage, upTo } = counting;
  const span = { oldest: tsFrom(window.since), latest: tsFrom(window.until) };
  const thread = { channel, ts, limit: historyPage, ...span };
  let count = 0;
  try {
    const replies = (page: object) => client.conversations.replies({ ...thread, ...page });
    for await (const { messages = [] } of pages(replies, counting)) {
      count += await countUsable((await talkIn(messages, window.since)).filter(isReply), counting);
      if (count >= upTo) break;
    }
  } catch (error) {
    if (slackError(error) !== 'thread_not_found') throw error;
  }
  return count;
}

type Ask = (page: { cursor?: string }) => Promise<Answer>;

interface Answer extends PagedAnswer {
  messages?: First[] | undefined;
}

function pages(ask: Ask, { historyPage, upTo, clock, signal }: Counting): AsyncGenerator<Answer> {
  return eachPage((page) => retryRateLimited(() => ask(page), clock, signal), {
    most: SPARE_PAGES + Math.ceil(upTo / historyPage),
  });
}

/** Usable messages in the channel itself. A reply that was also sent to the channel counts with its thread, if that is seen. */
async function usable(page: First[], since: Date, oldest: Date, counting: Counting): Promise<number> {
  const isSeen = (thread: string) => Number(thread) * 1000 >= oldest.getTime();
  const talk = await talkIn(page, since);
  const said = talk.filter((message) => !isReply(message) || !isSeen(message.thread_ts ?? ''));
  return countUsable(said, counting);
}

async function countUsable(said: SlackMessage[], { rules }: Counting): Promise<number> {
  return (await filterMessages(said, rules)).messages.length;
}

async function talkIn(page: First[], since: Date): Promise<SlackMessage[]> {
  const messages = await messagesFrom(page);
  return messages.filter((message) => Number(message.ts) * 1000 >= since.getTime() && isByPerson(message));
}

type ThreadFacts = 'ts' | 'thread_ts' | 'user' | 'reply_count' | 'reply_users_count' | 'latest_reply';

/** A message with the facts that Slack gives of its thread, if it is the first of one. */
interface First extends Partial<Pick<SlackMessage, ThreadFacts>> {
  /** Some of those who replied; `reply_users_count` is how many there are. */
  reply_users?: string[];
}

/**
 * The number of replies to a message since then, as far as that is known without reading them: `mixed` where somebody
 * replied whose messages do not count, and perhaps others did, too.
 */
function repliesIn(first: First, since: Date, rules: FilterRules): number | 'mixed' {
  const { ts, thread_ts = ts, reply_count: replies = 0, latest_reply = 0, reply_users: users = [] } = first;
  const isBefore = (time: unknown) => Number(time) * 1000 < since.getTime();
  if (replies === 0 || thread_ts !== ts || (isBefore(ts) && isBefore(latest_reply))) return 0;
  const silent = users.filter((user) => isSilent(user, rules)).length;
  if (silent > 0 && silent === (first.reply_users_count ?? users.length)) return 0;
  if (silent > 0 || (users.length === 0 && first.user === rules.ownUser)) return 'mixed';
  return isBefore(ts) ? 1 : replies;
}

/** Deckhand, somebody who opted out, or an app by its id. */
function isSilent(user: string, { ownUser, optedOut }: FilterRules): boolean {
  return user === ownUser || optedOut.has(user) || user.startsWith('B');
}
