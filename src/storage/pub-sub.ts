import type { Database } from './database.ts';

/** What all processes are told of, once committed. */
export interface News {
  tell(about: string): Promise<void>;
  /** `onNews` gets '' where some may have been missed. Ends with the returned call. */
  listen(onNews: (about: string) => void): Promise<() => Promise<void>>;
}

export function createNews(db: Database, channel: string): News {
  return {
    tell: async (about) => void (await db.query('SELECT pg_notify($1, $2)', [channel, about])),
    listen: (onNews) => db.listen(channel, onNews),
  };
}
