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

/** How many messages people wrote in a channel, replies included, counted up to a number. */
export async function countTalk(
  client: WebClient,
  { channel, window, historyPage, upTo }: Counting,
): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES && count < upTo; page += 1) {
    const { messages, response_metadata } = await client.conversations.history({
      channel,
      oldest: slackTime(window.since),
      latest: slackTime(window.until),
      limit: historyPage,
      ...(cursor && { cursor }),
    });
    for (const message of messages ?? []) count += (isTalk(message) ? 1 : 0) + (message.reply_count ?? 0);
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) break;
  }
  return Math.min(count, upTo);
}

/** Written by a person; not a note of Slack's own such as that somebody joined. */
function isTalk({ subtype, bot_id }: { subtype?: string | undefined; bot_id?: string | undefined }): boolean {
  const isWritten =
    subtype === undefined || ['file_share', 'thread_broadcast', 'me_message'].includes(subtype);
  return isWritten && !bot_id;
}

/** Slack's times are seconds with six places. */
function slackTime(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}
