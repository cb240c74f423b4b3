import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { Authorization, Credentials } from '../service/http/call.ts';
import { askedWaitMs } from '../service/retry-timing.ts';
import type { OperatorKey } from './api-key.ts';
import {
  type Connection,
  headersOf,
  isDue,
  isOver,
  type TokenConnection,
  type UsableConnection,
} from './connection.ts';
import { NotConnected } from './failures.ts';
import type { Renew } from './renewal.ts';
import type { ConnectionCache } from './repository.ts';

interface CredentialsOptions {
  cache: ConnectionCache;
  renew: Renew;
  /** Returns whether the service accepts the credentials. Checks this with a request that every connection may make. */
  isAccepted: (connection: UsableConnection) => Promise<boolean>;
  /** Ends a refused connection, unless the team has stored other credentials in the meantime. Returns the stored connection, or null. */
  expire: (team: string, refused: UsableConnection) => Promise<Connection | null>;
  /** Stores that a connection lacks a scope, so that people can see it. */
  markLacksScope: (team: string, connection: UsableConnection) => Promise<void>;
  /** Returns the operator's API key, which teams without a connection use; undefined if the team may not use the key. */
  operatorKeyFor: (team: string) => OperatorKey | undefined;
  clock: Clock;
}

/** Milliseconds before a failed refresh is tried again. */
const BACKOFF_MS = 5_000;
/** Maximum number of teams whose last failed refresh is remembered. */
const TEAMS = 10_000;
/** Maximum age of a new token, in milliseconds. If the service refuses a new token, another renewal does not help. */
const JUST_MINTED_MS = 60_000;

/** Maximum milliseconds before a failed refresh is retried. Otherwise a wrong `Retry-After` could disconnect a team for days. */
const BACKOFF_MOST_MS = 60 * 60_000;

/** Returns the milliseconds before a failed refresh is tried again: `BACKOFF_MS` or a longer `Retry-After`, at most `BACKOFF_MOST_MS`. */
function backoffOf(error: unknown): number {
  return Math.min(Math.max(BACKOFF_MS, askedWaitMs(error) ?? 0), BACKOFF_MOST_MS);
}

/** Supplies credentials, and renews tokens shortly before they expire and after a 401. Throws `NotConnected` if a person has to connect. */
export function createCredentials(options: CredentialsOptions): (team: string) => Authorization {
  const { cache, clock, operatorKeyFor } = options;
  const backoff = new LRUCache<string, { error: unknown }>({
    max: TEAMS,
    ttl: BACKOFF_MS,
    perf: clock,
    ttlResolution: 0,
  });

  async function renewed(team: string, stale: TokenConnection): Promise<UsableConnection> {
    const failed = backoff.get(team);
    if (failed) throw failed.error;
    try {
      const connection = await options.renew(team, stale);
      cache.put(team, connection);
      backoff.delete(team);
      return usable(connection);
    } catch (error) {
      if (!(error instanceof NotConnected)) backoff.set(team, { error }, { ttl: backoffOf(error) });
      throw error;
    }
  }

  /** Returns the connection, and renews tokens that expire soon. If the renewal fails, the old tokens are used until they expire. */
  async function current(team: string, connection: Connection | null): Promise<UsableConnection> {
    const held = usable(connection);
    if (held.kind !== 'oauth' || !isDue(held, clock.now())) return held;
    try {
      return await renewed(team, held);
    } catch (error) {
      if (error instanceof NotConnected || isOver(held, clock.now())) throw error;
      return held;
    }
  }

  /**
   * Handles a 401 and returns true if the request should be tried again. A refused API key is checked with another request.
   * @throws NotConnected if the connection has ended
   */
  async function afterRefusal(team: string, held: UsableConnection, refused: Credentials): Promise<boolean> {
    if (!isDeepStrictEqual(headersOf(held), refused)) return true;
    if (held.kind === 'oauth') return Boolean(await renewed(team, held));
    if (await options.isAccepted(held)) {
      // Makes the next `headers()` call read the stored connection, because another process may have stored other credentials.
      cache.drop(team);
      return true;
    }
    const stored = await options.expire(team, held);
    cache.put(team, stored);
    return Boolean(usable(stored));
  }

  return (team) => ({
    async headers() {
      const connection = await cache.get(team);
      const operatorKey = operatorKeyFor(team);
      if (!connection && operatorKey) return { 'X-API-KEY': operatorKey.key };
      return headersOf(await current(team, connection));
    },
    async renew(refused) {
      const connection = await cache.get(team);
      const operatorKey = operatorKeyFor(team);
      if (!connection && operatorKey) {
        // The team was disconnected during the request, which still used the team's credentials. Try again with the operator's API key.
        if (refused['X-API-KEY'] !== operatorKey.key) return true;
        await operatorKey.refused();
        if (operatorKey.works()) return true;
        throw new NotConnected('key_refused');
      }
      return afterRefusal(team, usable(connection), refused);
    },
    async refusedAgain(refused) {
      const held = await cache.get(team);
      if (held?.kind !== 'oauth' || !isDeepStrictEqual(headersOf(held), refused)) return;
      // An older token can still be renewed. If the token is new and another request is refused, too, the connection ends.
      if (clock.now() - held.mintedAt > JUST_MINTED_MS || (await options.isAccepted(held))) return;
      const stored = await options.expire(team, held);
      cache.put(team, stored);
      usable(stored);
    },
    async lacksScope(credentials) {
      const held = await cache.get(team).catch(() => null);
      if (held?.kind !== 'oauth' || held.lacksScope) return;
      if (isDeepStrictEqual(headersOf(held), credentials)) await options.markLacksScope(team, held);
    },
  });
}

function usable(connection: Connection | null): UsableConnection {
  if (!connection) throw new NotConnected('unconnected');
  if (connection.kind === 'expired') throw new NotConnected('unauthorized');
  return connection;
}
