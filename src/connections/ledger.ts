import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import type { Connection } from './connection.ts';
import type { ConnectionCache } from './connection-cache.ts';
import type { Losses } from './losses.ts';
import { lockOf } from './renewal.ts';

export interface LedgerOptions {
  db: Database;
  store: SealedStore<Connection>;
  cache: ConnectionCache;
  losses: Losses;
  log: Log;
  /** Whether Deckhand is in the team at this moment; yes unless told. */
  isInstalled?: ((team: string) => Promise<boolean>) | undefined;
  onConnected?: ((team: string) => Promise<void>) | undefined;
}

/** Which team is connected how: connections coming and going. Every write holds the team's lock, as renewals do. */
export function createLedger(options: LedgerOptions) {
  const { db, store, cache, losses, log, onConnected } = options;
  const credits = createStore(db, 'credits');

  const isInstalled = options.isInstalled ?? (async () => true);

  /**
   * Takes the place of what the team had. False where Deckhand has left the team: asked with the lock held, since who
   * leaves has its connection deleted afterwards, with the same lock.
   */
  async function keep(team: string, connection: Connection): Promise<boolean> {
    const isKept = await withLock(db, lockOf(team), async () => {
      if (!(await isInstalled(team))) return false;
      await store.set(team, connection);
      return true;
    });
    if (!isKept) return false;
    cache.put(team, connection);
    await credits.delete(team);
    await onConnected?.(team).catch((err) =>
      log.error({ team, err }, 'what waited for a connection did not go on'),
    );
    return true;
  }

  /** False where there was nothing. */
  async function forget(team: string): Promise<boolean> {
    const was = await withLock(db, lockOf(team), () => store.delete(team));
    cache.put(team, null);
    await credits.delete(team);
    return was;
  }

  /** Ends the connection unless it has another key by now; gives what is stored then. */
  async function loseApiKey(team: string, apiKey: string): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), async () => {
      const stored = await store.get(team);
      if (stored?.kind === 'api_key' && stored.apiKey === apiKey) await losses.end(team, stored);
      return (await store.get(team)) ?? null;
    });
    if (connection?.kind === 'lost') await losses.tell(team);
    return connection;
  }

  return {
    keep,
    forget,
    loseApiKey,
    /** Credits left, as last noted. */
    creditsOf: (team: string) => credits.get<number>(team),
    noteCredits: async (team: string, remaining: number) => void (await credits.set(team, remaining)),
  };
}
