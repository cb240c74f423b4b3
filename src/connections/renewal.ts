import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { MalformedAnswer, Unavailable } from '../service/errors/troubles.ts';
import type { Database } from '../storage/database.ts';
import { withLock } from '../storage/lock.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import type { ClientRegistry } from './client-registry.ts';
import { asLost, type Connection, isExpired, type TokenConnection } from './connection.ts';
import type { Discovery } from './discovery.ts';
import { isRefused } from './oauth-errors.ts';
import type { TokenRequests } from './token-requests.ts';

export interface RenewalOptions {
  db: Database;
  store: SealedStore<Connection>;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  clock: Clock;
  log: Log;
  /** Called once for a connection that is lost. */
  onLost: (team: string, connection: Connection) => Promise<void>;
}

/** Everything that writes a team's connection holds this lock. */
export const lockOf = (team: string) => `connection ${team}`;

/**
 * Renews the tokens of a team. `stale` is what the caller has: when the store holds something newer, that is given
 * and nothing is asked of the service. One refresh at a time in all processes, since the service takes a refresh
 * token once and ends the connection at its second use.
 *
 * @returns what is stored now; a refused refresh leaves it `lost`. null: the team was disconnected
 */
export type Renew = (team: string, stale: TokenConnection) => Promise<Connection | null>;

export function createRenewal(options: RenewalOptions): Renew {
  const { db, store, clock } = options;
  const underWay = new Map<string, Promise<Connection | null>>();
  /** Pairs that could not be written: the old ones are dead, so these are all there is. */
  const unsaved = new Map<string, { replaces: string; connection: TokenConnection }>();

  async function save(team: string, replaces: string, connection: TokenConnection): Promise<TokenConnection> {
    unsaved.set(team, { replaces, connection });
    await store.set(team, connection);
    unsaved.delete(team);
    return connection;
  }

  async function renewLocked(team: string, stale: TokenConnection): Promise<Outcome> {
    const stored = (await store.get(team)) ?? null;
    if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return { connection: stored };
    const pending = unsaved.get(team);
    if (pending?.replaces === stored.accessToken) {
      return { connection: await save(team, pending.replaces, pending.connection) };
    }
    const renewed = await refreshed(options, stored);
    if (renewed) return { connection: await save(team, stored.accessToken, renewed) };
    const lost = asLost(stored, clock.now());
    await store.set(team, lost);
    return { connection: lost, isNewlyLost: true };
  }

  async function renew(team: string, stale: TokenConnection): Promise<Connection | null> {
    const { connection, isNewlyLost } = await withLock(db, lockOf(team), () => renewLocked(team, stale));
    if (connection && isNewlyLost) await options.onLost(team, connection);
    return connection;
  }

  return (team, stale) => {
    const running = underWay.get(team);
    if (running) return running;
    const renewal = renew(team, stale);
    underWay.set(team, renewal);
    const over = () => underWay.delete(team);
    renewal.then(over, over);
    return renewal;
  };
}

interface Outcome {
  connection: Connection | null;
  isNewlyLost?: true;
}

/** The connection with new tokens; null when the service refuses, which ends it. */
async function refreshed(
  options: RenewalOptions,
  connection: TokenConnection,
): Promise<TokenConnection | null> {
  const { discover, registry, log } = options;
  const { refreshToken } = connection;
  if (!refreshToken) return null;
  const place = await discover();
  const client = await registry.find(place, connection.clientId);
  if (!client) return null;
  try {
    const ask = () => options.requests.refresh(place, client, refreshToken);
    const pauses = isExpired(connection, options.clock.now()) ? PAUSES : [];
    const { scopes: _, ...tokens } = await insisting(ask, pauses, options.clock);
    return { ...connection, ...tokens };
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (!isOurFault(error, registry.isGiven(client.id))) return null;
    log.error('the service does not take SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET');
    throw new Unavailable('The sign-in of the service does not know this app.', { cause: error });
  }
}

/** Milliseconds before a refresh is tried again that everybody waits for, since the old token is over. */
const PAUSES = [300, 1_200];

/** Asks again after an answer that was none. Where there was no answer at all, the tokens may have been replaced. */
async function insisting<T>(ask: () => Promise<T>, pauses: number[], clock: Clock): Promise<T> {
  for (const pause of pauses) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof MalformedAnswer)) throw error;
      await clock.sleep(pause);
    }
  }
  return ask();
}

/** A wrong secret in the configuration must not end every team's connection: it is put right, and all go on. */
function isOurFault(error: unknown, isGiven: boolean): boolean {
  return isGiven && isRefused(error, 'invalid_client');
}
