import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { ServiceError } from '../service/errors.ts';
import type { Authorization, Credentials } from '../service/http/call.ts';
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
  /** Ends a connection that the service no longer takes; gives what is stored now. */
  expire: (team: string, refused: UsableConnection) => Promise<Connection | null>;
  /** For a team that has no connection of its own; undefined where it is not for that team. */
  operatorKeyFor: (team: string) => OperatorKey | undefined;
  clock: Clock;
}

/** Milliseconds for which a refresh that failed is not tried again. */
const BACKOFF_MS = 5_000;
const TEAMS = 10_000;
/** Milliseconds for which a token is so new that its refusal means the connection, and not the token. */
const JUST_MINTED_MS = 60_000;

/** As long as the service asks for, where that is longer. */
function backoffOf(error: unknown): number {
  const asked = error instanceof ServiceError ? error.retryAfterMs : undefined;
  return Math.max(BACKOFF_MS, asked ?? 0);
}

/**
 * Credentials for the service client, renewed ahead of their end and after a 401.
 * Throws `NotConnected` where a person has to act, and the service's transient errors where it did not answer.
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

  /** A token that is still good is used when the service cannot be asked for the next one. */
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

  /** Another request or another process may have replaced meanwhile what was refused. */
  async function afterRefusal(team: string, held: UsableConnection, refused: Credentials): Promise<boolean> {
    if (!isDeepStrictEqual(headersOf(held), refused)) return true;
    if (held.kind === 'oauth') return Boolean(await renewed(team, held));
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
        // The team was disconnected while the request was under way: it was not this key that was refused.
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
      // An older one may be renewed first: somebody else's answer to the first refusal.
      if (clock.now() - held.mintedAt > JUST_MINTED_MS) return;
      const stored = await options.expire(team, held);
      cache.put(team, stored);
      usable(stored);
    },
  });
}

function usable(connection: Connection | null): UsableConnection {
  if (!connection) throw new NotConnected('unconnected');
  if (connection.kind === 'lost') throw new NotConnected('unauthorized');
  return connection;
}
