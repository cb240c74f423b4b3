import type { Database } from './database.ts';

/** Messages to all processes. */
export interface PubSub {
  publish(message: string): Promise<void>;
  /** Calls back for each message, and with '' where some may have been missed. Ends with the returned call. */
  subscribe(onMessage: (message: string) => void): Promise<() => Promise<void>>;
}

export function createPubSub(db: Database, channel: string): PubSub {
  return {
    publish: async (message) => void (await db.query('SELECT pg_notify($1, $2)', [channel, message])),
    subscribe: (onMessage) => db.listen(channel, onMessage),
  };
}
