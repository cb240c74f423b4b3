import type { Message } from '../../protocol.ts';

/** Keeps messages that arrive as events while a list is being fetched, because the fetched list may lack them. */
export function createArrivals() {
  const arrivedDuring = new Set<Message[]>();
  return {
    /** Keeps a message that has arrived as an event. */
    add(message: Message): void {
      for (const arrived of arrivedDuring) arrived.push(message);
    },
    /** Fetches a list and appends the messages that arrived meanwhile and belong to it. */
    async complete(
      fetch: () => Promise<Message[]>,
      belongs: (message: Message) => boolean,
    ): Promise<Message[]> {
      const arrived: Message[] = [];
      arrivedDuring.add(arrived);
      try {
        const fetched = await fetch();
        const known = new Set(fetched.map(({ ts }) => ts));
        return [...fetched, ...arrived.filter((message) => belongs(message) && !known.has(message.ts))];
      } finally {
        arrivedDuring.delete(arrived);
      }
    },
  };
}
