import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { Window } from '../../digests/digest.ts';
import { isReply, messageFrom, type SlackMessage } from '../../sources/message.ts';
import { lookBackDays } from '../../sources/reading/channel.ts';
import { patiently } from '../../sources/reading/patience.ts';
import { type SiftRules, sift } from '../../sources/transcript/sift.ts';
import { slackError } from '../bolt/slack-error.ts';
import { type First, isBySomebody, repliesIn } from '../thread/count-replies.ts';

interface Counting {
  channel: string;
  window: Window;
  /** Messages asked for at once. */
  historyPage: number;
  /** Enough is enough: counting ends here. */
  upTo: number;
  rules: SiftRules;
  clock: Clock;
  signal: AbortSignal;
}

/** Pages looked through beyond what the number would take: what people said may stand between many posts of apps. */
const SPARE_PAGES = 5;

/**
 * How many messages people wrote in a channel that may be used, replies included, counted up to a number. A thread that was
 * begun before the window and has gone on in it counts as one: how many of its replies lie in the window costs another call to
 * say. That call is made only for threads in which Deckhand, or somebody whose words are not used, has written as well, and
 * last: where Slack gives a page a minute it takes as long as that.
 */
export async function countTalk(client: WebClient, counting: Counting): Promise<number> {
  const { channel, window, historyPage, upTo } = counting;
  const oldest = new Date(window.since.getTime() - lookBackDays(historyPage) * DAY);
  const span = { channel, oldest: slackTime(oldest), latest: slackTime(window.until) };
  const mixed: string[] = [];
  let count = 0;
  for await (const page of pages((more) => client.conversations.history({ ...span, ...more }), counting)) {
    count += usable(page, window.since, oldest, counting);
    for (const message of page) {
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

async function countReplies(client: WebClient, ts: string, counting: Counting): Promise<number> {
  const { channel, window, upTo } = counting;
  const thread = { channel, ts, oldest: slackTime(window.since), latest: slackTime(window.until) };
  let count = 0;
  try {
    for await (const page of pages(
      (more) => client.conversations.replies({ ...thread, ...more }),
      counting,
    )) {
      count += sift(talkIn(page, window.since).filter(isReply), counting.rules).messages.length;
      if (count >= upTo) break;
    }
  } catch (error) {
    if (slackError(error) !== 'thread_not_found') throw error;
  }
  return count;
}

interface Answer {
  messages?: First[] | undefined;
  response_metadata?: { next_cursor?: string | undefined } | undefined;
}
type Ask = (page: { limit: number; cursor?: string }) => Promise<Answer>;

async function* pages(ask: Ask, { historyPage, upTo, clock, signal }: Counting) {
  const most = SPARE_PAGES + Math.ceil(upTo / historyPage);
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const more = { limit: historyPage, ...(cursor && { cursor }) };
    const answer = await patiently(() => ask(more), clock, signal);
    yield answer.messages ?? [];
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
}

/** What stands in the channel itself. A reply that was sent there, too, is counted with its thread where that is seen. */
function usable(page: First[], since: Date, oldest: Date, { rules }: Counting): number {
  const isSeen = (thread: string) => Number(thread) * 1000 >= oldest.getTime();
  const said = talkIn(page, since).filter((message) => !isReply(message) || !isSeen(message.thread_ts ?? ''));
  return sift(said, rules).messages.length;
}

function talkIn(page: First[], since: Date): SlackMessage[] {
  return page
    .flatMap((raw) => messageFrom(raw) ?? [])
    .filter((message) => Number(message.ts) * 1000 >= since.getTime() && isBySomebody(message));
}

/** Slack's times are seconds with six places. */
function slackTime(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}
