import type { WebClient } from '@slack/web-api';
import type { Window } from '../digests/digest.ts';

interface Counting {
  channel: string;
  window: Window;
  /** Messages asked for at once. */
  historyPage: number;
  /** Enough is enough: counting ends here. */
  upTo: number;
}

/** Pages looked through: what people said may stand between many posts of apps. */
const PAGES = 5;
/** Threads begun this long before the window may have replies in it. Milliseconds. */
const LOOK_BACK_MS = 7 * 86_400_000;

/**
 * How many messages people wrote in a channel, replies included, counted up to a number. A thread that was begun before the
 * window and has gone on in it counts as one: how many of its replies lie in the window costs another call to say.
 */
export async function countTalk(
  client: WebClient,
  { channel, window, historyPage, upTo }: Counting,
): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES && count < upTo; page += 1) {
    const { messages, response_metadata } = await client.conversations.history({
      channel,
      oldest: slackTime(new Date(window.since.getTime() - LOOK_BACK_MS)),
      latest: slackTime(window.until),
      limit: historyPage,
      ...(cursor && { cursor }),
    });
    for (const message of messages ?? []) count += weightOf(message, window.since);
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
  return Math.min(count, upTo);
}

function weightOf(message: Said, since: Date): number {
  const start = since.getTime() / 1000;
  if (Number(message.ts) < start) return Number(message.latest_reply ?? 0) >= start ? 1 : 0;
  return (isTalk(message) ? 1 : 0) + (message.reply_count ?? 0);
}

interface Said {
  ts?: string | undefined;
  subtype?: string | undefined;
  bot_id?: string | undefined;
  reply_count?: number | undefined;
  latest_reply?: string | undefined;
}

/** Written by a person; not a note of Slack's own such as that somebody joined. */
function isTalk({ subtype, bot_id }: Said): boolean {
  const isWritten =
    subtype === undefined || ['file_share', 'thread_broadcast', 'me_message'].includes(subtype);
  return isWritten && !bot_id;
}

/** Slack's times are seconds with six places. */
function slackTime(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}
