import type { Message } from '../../../protocol.ts';

/** The first of the last `unread` messages of others: where the "New" line is drawn. */
export function firstUnread(messages: Message[], unread: number, me: string): string | undefined {
  if (unread <= 0) return undefined;
  const ofOthers = messages.filter((message) => message.user !== me && !message.ephemeralFor);
  return ofOthers.at(-unread)?.ts ?? ofOthers[0]?.ts;
}

/** A fetched list and what came by news while it was being fetched. */
export function withLateArrivals(fetched: Message[], known: Message[], knownBefore: Message[]): Message[] {
  const before = new Set(knownBefore.map(({ ts }) => ts));
  const have = new Set(fetched.map(({ ts }) => ts));
  const late = known.filter(({ ts }) => !before.has(ts) && !have.has(ts));
  return [...fetched, ...late];
}
