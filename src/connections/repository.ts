import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { accountsAfter, type Connection, headersOf, type UsableConnection } from './connection.ts';
import type { Expiry } from './expiry.ts';

/** Everything that writes a team's connection holds this lock. */
export const lockOf = (team: string) => `connection ${team}`;

/** Milliseconds after which another process's change is seen here at the latest, should this one not have heard of it. */
const FRESH_MS = 5_000;
/** On which processes tell each other of a team that is connected anew, or not any more. */
export const CONNECTIONS_CHANGED = 'deckhand_connections';
const TEAMS = 10_000;

export type ConnectionCache = ReturnType<typeof createConnectionCache>;

interface CacheOptions {
  read(team: string): Promise<Connection | undefined>;
  /** Does the operator's key work for a team? Then nothing waits for a connection of its own. */
  needsNone(team: string): boolean;
  clock: Clock;
}

/**
 * Connections by team, read from the store now and then and not for every request: thousands of generations are
 * polled with the same few. One that is missed, or has expired, is not cached: somebody may just have connected, and what waited
 * for it is on its way.
 */
export function createConnectionCache({ read, needsNone, clock }: CacheOptions) {
  const cache = new LRUCache<string, Promise<Connection | null>>({
    max: TEAMS,
    ttl: FRESH_MS,
    perf: clock,
    ttlResolution: 0,
  });

  function put(team: string, connection: Promise<Connection | null>): void {
    cache.set(team, connection);
    const drop = () => void (cache.peek(team) === connection && cache.delete(team));
    const isKept = (found: Connection | null) => (found ? found.kind !== 'lost' : needsNone(team));
    connection.then((found) => isKept(found) || drop(), drop);
  }

  return {
    get(team: string): Promise<Connection | null> {
      const cached = cache.get(team);
      if (cached) return cached;
      const reading = read(team).then((connection) => connection ?? null);
      put(team, reading);
      return reading;
    },
    /** Notes what is stored now. */
    put: (team: string, connection: Connection | null) => put(team, Promise.resolve(connection)),
    /** What is stored may be something else by now; of all teams where none is named. */
    drop: (team: string) => void (team ? cache.delete(team) : cache.clear()),
  };
}

interface RepositoryOptions {
  db: Database;
  store: SealedStore<Connection>;
  cache: ConnectionCache;
  expiry: Expiry;
  log: Log;
  /** Is Deckhand in the team at this moment? Yes by default. */
  isInstalled?: ((team: string) => Promise<boolean>) | undefined;
  onConnected?: ((team: string) => Promise<void>) | undefined;
}

/** Stores connections by team. Every write holds the team's lock, as renewals do. */
export function createConnectionRepository(options: RepositoryOptions) {
  const { db, store, cache, expiry, log, onConnected, isInstalled = async () => true } = options;

  /** Before what waited goes on: another process is not to take it up with what it knew, least of all the operator's key. */
  async function tellOthers(team: string): Promise<void> {
    await db
      .query('SELECT pg_notify($1, $2)', [CONNECTIONS_CHANGED, team])
      .catch((err) => log.warn({ team, err }, 'other processes see a change of a connection seconds later'));
  }

  /**
   * Stores a connection in place of what the team had, which it gives back. False where Deckhand has left the team: asked
   * with the lock held, since a team that leaves has its connection deleted afterwards, with the same lock.
   */
  async function save(team: string, made: UsableConnection): Promise<{ before: Connection | null } | false> {
    const saved = await withLock(db, lockOf(team), async () => {
      if (!(await isInstalled(team))) return false;
      const before = (await store.get(team)) ?? null;
      const connection = { ...made, accounts: accountsAfter(before, made) };
      await store.set(team, connection);
      return { before, connection };
    });
    if (!saved) return false;
    cache.put(team, saved.connection);
    await tellOthers(team);
    await onConnected?.(team).catch((err) =>
      log.error({ team, err }, 'what waited for a connection did not go on'),
    );
    return saved;
  }

  /** False where there was nothing. */
  async function forget(team: string): Promise<boolean> {
    const was = await withLock(db, lockOf(team), () => store.delete(team));
    cache.put(team, null);
    await tellOthers(team);
    return was;
  }

  /** Ends the connection unless it has other credentials by now; gives what is stored then. */
  async function expire(team: string, refused: UsableConnection): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), async () => {
      const stored = await store.get(team);
      const isUsable = stored && stored.kind !== 'lost';
      if (isUsable && isDeepStrictEqual(headersOf(stored), headersOf(refused))) {
        await expiry.expire(team, stored);
      }
      return (await store.get(team)) ?? null;
    });
    if (connection?.kind === 'lost') await expiry.notify(team);
    return connection;
  }

  return {
    save,
    forget,
    expire,
  };
}
