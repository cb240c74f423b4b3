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
  /** Asks the service with another request whether it accepts a connection. */
  isAccepted: (connection: UsableConnection) => Promise<boolean>;
  /** Ends a connection that the service no longer accepts, and returns the connection that is stored now. */
  expire: (team: string, refused: UsableConnection) => Promise<Connection | null>;
  /** Stores that a connection lacks a scope, so that people can see it. */
  markLacksScope: (team: string, connection: UsableConnection) => Promise<void>;
  /** Returns the operator's key, for teams without a connection of their own; undefined if the team may not use the key. */
  operatorKeyFor: (team: string) => OperatorKey | undefined;
  clock: Clock;
}

/** Milliseconds before a failed refresh is tried again. */
const BACKOFF_MS = 5_000;
/** Maximum teams whose last failed refresh is remembered. */
const TEAMS = 10_000;
/** If the service refuses a token that is younger than this many milliseconds, the reason is not the token, so it is not renewed again. */
const JUST_MINTED_MS = 60_000;

/** The longest, because an odd `Retry-After` of a proxy must not disconnect a team for days. */
const BACKOFF_MOST_MS = 60 * 60_000;

/** Returns the milliseconds before the next refresh: `BACKOFF_MS`, or the service's `Retry-After` if that is longer. */
function backoffOf(error: unknown): number {
  return Math.min(Math.max(BACKOFF_MS, askedWaitMs(error) ?? 0), BACKOFF_MOST_MS);
}

/**
 * Supplies credentials to the service client. They are renewed before they expire and after a 401.
 * Throws `NotConnected` if a person has to act, and transient errors of the service if it did not answer.
 */
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

  /** Returns the connection, renewed if it is due. If the renewal fails, a token that has not expired yet is used. */
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
   * Returns true if the request should be tried again, because other credentials are stored now or the service accepts the same ones in
   * another request. Another request or process may already have renewed the credentials.
   */
  async function afterRefusal(team: string, held: UsableConnection, refused: Credentials): Promise<boolean> {
    if (!isDeepStrictEqual(headersOf(held), refused)) return true;
    if (held.kind === 'oauth') return Boolean(await renewed(team, held));
    if (await options.isAccepted(held)) {
      // Read the connection again, because another process may have stored other credentials.
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
        // The team was disconnected during the request, so another credential was refused, not this key.
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
      // Do not end the connection if the token is older. It was not renewed for this request, so a next request can still renew it.
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
