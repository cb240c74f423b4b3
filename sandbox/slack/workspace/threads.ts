import type { Channel, StoredMessage } from './model.ts';

/** True for a reply; a thread's parent carries its own `ts` as `thread_ts` and is none. */
export const isReply = (message: StoredMessage): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** What stands in the channel itself: everything but replies, except those also sent to the channel. */
export const isTopLevel = (message: StoredMessage): boolean =>
  !isReply(message) || message.broadcast === true;

/** A thread's parent and its replies. */
export const isInThread =
  (ts: string) =>
  (message: StoredMessage): boolean =>
    message.ts === ts || message.thread_ts === ts;

export const repliesTo = (channel: Channel, ts: string): StoredMessage[] =>
  channel.messages.filter((message) => message.thread_ts === ts && message.ts !== ts);

/** The counts that Slack puts on a thread's parent; nothing where there is no reply. */
export function threadFacts(channel: Channel, message: StoredMessage) {
  const replies = isReply(message) ? [] : repliesTo(channel, message.ts);
  if (replies.length === 0) return {};
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: [...new Set(replies.map((reply) => reply.user))],
    latest_reply: replies.at(-1)?.ts ?? message.ts,
  };
}
