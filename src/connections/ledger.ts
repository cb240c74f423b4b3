import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';
import { withLock } from '../storage/lock.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { asLost, type Connection } from './connection.ts';
import type { ConnectionCache } from './connection-cache.ts';
import { lockOf } from './renewal.ts';

export interface LedgerOptions {
  db: Database;
  store: SealedStore<Connection>;
  cache: ConnectionCache;
  clock: Clock;
  log: Log;
  onConnected?: ((team: string) => Promise<void>) | undefined;
  onLost: (team: string, connection: Connection) => Promise<void>;
}

/** Which team is connected how: connections coming and going. Every write holds the team's lock, as renewals do. */
export function createLedger({ db, store, cache, clock, log, onConnected, onLost }: LedgerOptions) {
  const credits = createStore(db, 'credits');

  /** Takes the place of what the team had. */
  async function keep(team: string, connection: Connection): Promise<void> {
    await withLock(db, lockOf(team), () => store.set(team, connection));
    cache.put(team, connection);
    await credits.delete(team);
    await onConnected?.(team).catch((err) =>
      log.error({ team, err }, 'what waited for a connection did not go on'),
    );
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
    const { connection, isNewlyLost } = await withLock(db, lockOf(team), async () => {
      const stored = (await store.get(team)) ?? null;
      if (stored?.kind !== 'api_key' || stored.apiKey !== apiKey) return { connection: stored };
      const lost = asLost(stored, clock.now());
      await store.set(team, lost);
      return { connection: lost, isNewlyLost: true };
    });
    if (connection && isNewlyLost) await onLost(team, connection);
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
