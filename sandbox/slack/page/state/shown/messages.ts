import type { Message } from '../../../protocol.ts';

const byTs = (a: Message, b: Message): number => Number(a.ts) - Number(b.ts) || a.ts.localeCompare(b.ts);

export const isReply = (message: Message): boolean =>
  message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** Adds a message, or replaces the one with its ts, because an event may arrive twice. */
export function withMessage(messages: Message[], message: Message): Message[] {
  const others = messages.filter((other) => other.ts !== message.ts);
  return [...others, message].sort(byTs);
}

export function withChanged(messages: Message[], message: Message): Message[] {
  return messages.map((other) => (other.ts === message.ts ? { ...message } : other));
}

export const withoutMessage = (messages: Message[], ts: string): Message[] =>
  messages.filter((message) => message.ts !== ts);

/** Counts a new reply at its parent, unless the parent's event arrived first and already counts it. */
export function withReply(messages: Message[], reply: Message): Message[] {
  return messages.map((parent) => {
    if (parent.ts !== reply.thread_ts || reply.ephemeralFor || alreadyCounts(parent, reply)) return parent;
    const repliers = new Set([...(parent.reply_users ?? []), reply.user]);
    return {
      ...parent,
      thread_ts: parent.ts,
      reply_count: (parent.reply_count ?? 0) + 1,
      reply_users: [...repliers],
      latest_reply: reply.ts,
    };
  });
}

const alreadyCounts = (parent: Message, reply: Message): boolean =>
  parent.latest_reply !== undefined && Number(parent.latest_reply) >= Number(reply.ts);
