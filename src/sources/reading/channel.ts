import type { WebClient } from '@slack/web-api';
import { isReply, type SlackMessage } from '../message.ts';
import { patiently } from './patience.ts';
import type { Reading } from './reading.ts';
import { asProblem } from './refusals.ts';
import { eachOnce, readThread } from './thread.ts';
import { walkPages } from './walk.ts';

export interface Span {
  since: Date;
  until?: Date;
}

const DAY = 86_400_000;
/** Threads begun this long before may have got replies since. Where Slack gives a few messages a minute, they wait. */
const LOOK_BACK_MS = 7 * DAY;
const LOOK_BACK_FROM_PAGE = 100;

/** How far back threads are looked for, in days; 0 where only those begun in the span are read. */
export function lookBackDays(pageSize: number): number {
  return pageSize >= LOOK_BACK_FROM_PAGE ? LOOK_BACK_MS / DAY : 0;
}

/** What was said in a channel in a span of time, replies included, also those to threads begun shortly before. */
export async function readChannel(
  client: WebClient,
  channel: string,
  { since, until }: Span,
  reading: Reading,
): Promise<SlackMessage[]> {
  const { store, pageSize, clock, signal, progress } = reading;
  const from = new Date(since.getTime() - lookBackDays(pageSize) * DAY);
  const range = { oldest: slackTime(from), ...(until && { latest: slackTime(until) }) };
  let count = 0;
  const top = await walkPages({
    name: 'history',
    store,
    ask: (cursor) =>
      patiently(
        () => client.conversations.history({ channel, limit: pageSize, ...range, ...(cursor && { cursor }) }),
        clock,
        signal,
      ).catch(asProblem),
    onPage: async (pages) => {
      count = pages.reduce((sum, { messages }) => sum + messages.length, 0);
      await progress({ messages: count });
    },
  });
  const isRecent = ({ ts }: SlackMessage) => Number(ts) * 1000 >= since.getTime();
  const all = top.filter(isRecent);
  for (const first of top.filter((message) => isLiveThread(message, since))) {
    const thread = {
      channel,
      ts: first.ts,
      oldest: slackTime(since),
      ...(until && { latest: range.latest }),
    };
    const replies = await readThread(client, thread, { ...reading, progress: async () => {} });
    all.push(first, ...replies.filter((message) => isReply(message) && isRecent(message)));
    count += replies.length;
    await progress({ messages: count });
  }
  return eachOnce(all);
}

/** It has replies in the span, or may have some. */
function isLiveThread(
  { reply_count: replies = 0, latest_reply: latest, ts, thread_ts }: SlackMessage,
  since: Date,
) {
  const isFirst = thread_ts === undefined || thread_ts === ts;
  return isFirst && replies > 0 && (latest === undefined || Number(latest) * 1000 >= since.getTime());
}

/** Slack's times are seconds with six places. */
function slackTime(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}
