import type { Message } from '../../../protocol.ts';

/** Returns the ts of the first of the last `unread` messages of others, below the "New" line. */
export function firstUnread(messages: Message[], unread: number, me: string): string | undefined {
  if (unread <= 0) return undefined;
  const ofOthers = messages.filter((message) => message.user !== me && !message.ephemeralFor);
  return ofOthers.at(-unread)?.ts ?? ofOthers[0]?.ts;
}
