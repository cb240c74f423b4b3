import type { Channel, StoredMessage } from './model.ts';

/** Returns whether a message is a reply. A thread's parent is not: its `thread_ts` is its own `ts`. */
export const isReply = (message: StoredMessage): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** Returns whether a message is in the channel and not in a thread. */
export const isTopLevel = (message: StoredMessage): boolean => !isReply(message);

/** Returns a filter for the messages of a thread, including its parent. */
export const isInThread =
  (ts: string) =>
  (message: StoredMessage): boolean =>
    message.ts === ts || message.thread_ts === ts;

export const repliesTo = (channel: Channel, ts: string): StoredMessage[] =>
  channel.messages.filter((message) => message.thread_ts === ts && message.ts !== ts);

/** Returns the fields of a thread's parent, or none if there are no replies. */
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
