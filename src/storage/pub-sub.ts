import type { Database } from './database.ts';

/** Messages to all processes. */
export function createPubSub(db: Database, channel: string) {
  return {
    publish: async (message: string): Promise<void> =>
      void (await db.query('SELECT pg_notify($1, $2)', [channel, message])),
    /** Calls back for each message, and with '' where some may have been missed. Ends with the returned call. */
    subscribe: (onMessage: (message: string) => void) => db.listen(channel, onMessage),
  };
}
