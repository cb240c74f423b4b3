import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Database, withLock } from '../storage/database.ts';
import type { Store } from '../storage/store.ts';
import { type Connection, headersOf, type UsableConnection } from './connection.ts';
import type { Expiry } from './expiry.ts';

/** Name of a team's lock. Every function that writes the team's connection holds this lock. */
export const lockOf = (team: string) => `connection ${team}`;

/** Milliseconds for which a connection is cached. After that, a process sees another process's change even without a notification. */
const FRESH_MS = 5_000;
/** PostgreSQL channel for notifications between processes. The payload is the team that was connected or disconnected. */
export const CONNECTIONS_CHANGED = 'deckhand_connections';
/** Maximum number of connections in the cache. */
const TEAMS = 10_000;

export type ConnectionCache = ReturnType<typeof createConnectionCache>;

interface CacheOptions {
  read(team: string): Promise<Connection | undefined>;
  /** Returns whether a team can use the operator's API key. If so, the team's work need not wait for a connection. */
  hasOperatorKey(team: string): boolean;
  clock: Clock;
}

/** Caches connections by team. An expired connection is not cached, so that waiting work continues as soon as a person connects. */
export function createConnectionCache({ read, hasOperatorKey, clock }: CacheOptions) {
  const cache = new LRUCache<string, Promise<Connection | null>>({
    max: TEAMS,
    ttl: FRESH_MS,
    perf: clock,
    ttlResolution: 0,
  });

  function put(team: string, connection: Promise<Connection | null>): void {
    cache.set(team, connection);
    const drop = () => void (cache.peek(team) === connection && cache.delete(team));
    const isKept = (found: Connection | null) => (found ? found.kind !== 'expired' : hasOperatorKey(team));
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
    /** Puts the connection that is stored now into the cache. */
    put: (team: string, connection: Connection | null) => put(team, Promise.resolve(connection)),
    /** Drops the cached connection of a team, or of all teams if `team` is empty. */
    drop: (team: string) => void (team ? cache.delete(team) : cache.clear()),
  };
}

interface RepositoryOptions {
  db: Database;
  store: Store<Connection>;
  cache: ConnectionCache;
  expiry: Expiry;
  log: Log;
  /** Returns whether Deckhand is installed in the team now. By default true. */
  isInstalled?: ((team: string) => Promise<boolean>) | undefined;
  onConnected?: ((team: string) => Promise<void>) | undefined;
}

/** Creates the functions that write connections. Each function holds the team's lock, which is also held during a renewal. */
export function createConnectionRepository(options: RepositoryOptions) {
  const { db, store, cache, expiry, log, onConnected, isInstalled = async () => true } = options;

  /** Invalidates the caches of other processes. Otherwise they would use the team's old credentials for some seconds. */
  async function notifyProcesses(team: string): Promise<void> {
    await db
      .query('SELECT pg_notify($1, $2)', [CONNECTIONS_CHANGED, team])
      .catch((err) =>
        log.warn({ team, err }, 'other processes will see a changed connection some seconds later'),
      );
  }

  /** Stores a connection and returns the previous one; false if Deckhand is not installed. The lock prevents a concurrent uninstall. */
  async function save(team: string, made: UsableConnection): Promise<{ before: Connection | null } | false> {
    const saved = await withLock(db, lockOf(team), async () => {
      if (!(await isInstalled(team))) return false;
      const before = (await store.get(team)) ?? null;
      await store.set(team, made);
      return { before };
    });
    if (!saved) return false;
    cache.put(team, made);
    await notifyProcesses(team);
    await onConnected?.(team).catch((err) =>
      log.error({ team, err }, 'work that waited for a connection could not be continued'),
    );
    return saved;
  }

  /** Deletes a team's connection; returns false if there was none. */
  async function forget(team: string): Promise<boolean> {
    const was = await withLock(db, lockOf(team), () => store.delete(team));
    cache.put(team, null);
    await notifyProcesses(team);
    return was;
  }

  /** Ends the connection if its credentials are still the stored ones. Returns the connection that is stored afterwards. */
  async function expire(team: string, refused: UsableConnection): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), async () => {
      const stored = await store.get(team);
      const isUsable = stored && stored.kind !== 'expired';
      if (isUsable && isDeepStrictEqual(headersOf(stored), headersOf(refused))) {
        await expiry.expire(team, stored);
      }
      return (await store.get(team)) ?? null;
    });
    if (connection?.kind === 'expired') await expiry.notify(team);
    return connection;
  }

  /** Stores that the connection lacks a scope. A failure is only logged, because the information is only displayed. */
  async function markLacksScope(team: string, connection: UsableConnection): Promise<void> {
    const marked = { ...connection, lacksScope: true as const };
    const mark = () => store.replace(team, connection, marked);
    await withLock(db, lockOf(team), mark).then(
      (isMarked) => isMarked && cache.put(team, marked),
      (err) => log.warn({ team, err }, 'a missing scope could not be stored'),
    );
  }

  return {
    save,
    forget,
    expire,
    markLacksScope,
  };
}
