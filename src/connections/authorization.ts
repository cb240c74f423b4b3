import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Authorization, Credentials } from '../service/http/call.ts';
import { type Connection, headersOf, isDue, isExpired, type TokenConnection } from './connection.ts';
import type { ConnectionCache } from './connection-cache.ts';
import { NotConnected } from './not-connected.ts';
import type { OperatorKey } from './operator-key.ts';
import type { Renew } from './renewal.ts';

export interface AuthorizationsOptions {
  cache: ConnectionCache;
  renew: Renew;
  /** Ends an API key connection that the service no longer takes; gives what is stored now. */
  loseApiKey: (team: string, apiKey: string) => Promise<Connection | null>;
  /** For a team that has no connection of its own. */
  operatorKey: OperatorKey | undefined;
  clock: Clock;
}

/** Milliseconds for which a refresh that failed is not tried again. */
const REST = 5_000;

type Usable = Exclude<Connection, { kind: 'lost' }>;

/**
 * Credentials for the service client, renewed ahead of their end and after a 401.
 * Throws `NotConnected` where a person has to act, and the service's passing errors where it did not answer.
 */
export function createAuthorizations(options: AuthorizationsOptions): (team: string) => Authorization {
  const { cache, clock, operatorKey } = options;
  const resting = new Map<string, { until: number; error: unknown }>();

  async function renewed(team: string, stale: TokenConnection): Promise<Usable> {
    const rest = resting.get(team);
    if (rest && rest.until > clock.now()) throw rest.error;
    try {
      const connection = await options.renew(team, stale);
      cache.put(team, connection);
      resting.delete(team);
      return usable(team, connection);
    } catch (error) {
      if (!(error instanceof NotConnected)) resting.set(team, { until: clock.now() + REST, error });
      throw error;
    }
  }

  /** A token that is still good is used when the service cannot be asked for the next one. */
  async function current(team: string, connection: Connection | null): Promise<Usable> {
    const held = usable(team, connection);
    if (held.kind !== 'oauth' || !isDue(held, clock.now())) return held;
    try {
      return await renewed(team, held);
    } catch (error) {
      if (error instanceof NotConnected || isExpired(held, clock.now())) throw error;
      return held;
    }
  }

  /** What was refused may have been replaced meanwhile, by another request or another process. */
  async function afterRefusal(team: string, held: Usable, refused: Credentials): Promise<boolean> {
    if (!isDeepStrictEqual(headersOf(held), refused)) return true;
    if (held.kind === 'oauth') return Boolean(await renewed(team, held));
    const stored = await options.loseApiKey(team, held.apiKey);
    cache.put(team, stored);
    return Boolean(usable(team, stored));
  }

  return (team) => ({
    async headers() {
      const connection = await cache.get(team);
      if (!connection && operatorKey) return { 'X-API-KEY': operatorKey.key };
      return headersOf(await current(team, connection));
    },
    async renew(refused) {
      const connection = await cache.get(team);
      if (!connection && operatorKey) {
        // The team was disconnected while the request was under way: it was not this key that was refused.
        if (refused['X-API-KEY'] !== operatorKey.key) return true;
        await operatorKey.refused();
        if (operatorKey.works()) return true;
        throw new NotConnected(team, 'key_refused');
      }
      return afterRefusal(team, usable(team, connection), refused);
    },
  });
}

function usable(team: string, connection: Connection | null): Usable {
  if (!connection) throw new NotConnected(team, 'never');
  if (connection.kind === 'lost') throw new NotConnected(team, 'lost');
  return connection;
}
