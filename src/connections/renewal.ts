import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { MalformedAnswer, Unavailable } from '../service/errors.ts';
import { type Database, withLock } from '../storage/database.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import type { ClientRegistry } from './client-registry.ts';
import { type Connection, isExpired, type TokenConnection } from './connection.ts';
import type { Discovery } from './discovery.ts';
import type { Losses } from './losses.ts';
import { isRefused } from './oauth-errors.ts';
import type { TokenRequests } from './token-requests.ts';

export interface RenewalOptions {
  db: Database;
  store: SealedStore<Connection>;
  losses: Losses;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  clock: Clock;
  log: Log;
}

/** Everything that writes a team's connection holds this lock. */
export const lockOf = (team: string) => `connection ${team}`;

/**
 * Milliseconds that a renewal under way elsewhere is waited for, as long as a request for tokens may take: the lock is
 * lost with the database connection that holds it, while the request goes on.
 */
const UNDER_WAY = 20_000;
const LOOK_EVERY = 250;

/**
 * Renews the tokens of a team. `stale` is what the caller has: when the store holds something newer, that is given
 * and nothing is asked of the service. One refresh at a time in all processes, since the service takes a refresh
 * token once and ends the connection at its second use. Whatever is written takes the place of what was read, and of
 * nothing else: who disconnects or connects anew meanwhile has the last word.
 *
 * @returns what is stored now; a refused refresh leaves it `lost`. null: the team was disconnected
 */
export type Renew = (team: string, stale: TokenConnection) => Promise<Connection | null>;

export function createRenewal(options: RenewalOptions): Renew {
  const { db, store, losses, clock } = options;
  const me = { by: randomUUID(), opened: db.opened };
  const underWay = new Map<string, Promise<Connection | null>>();
  /** Pairs that could not be written: the old ones are dead, so these are all there is. */
  const unsaved = new Map<string, { replaces: string; connection: TokenConnection }>();

  const read = async (team: string) => (await store.get(team)) ?? null;

  async function save(team: string, held: TokenConnection, connection: TokenConnection) {
    unsaved.set(team, { replaces: held.accessToken, connection });
    const isSaved = await store.replace(team, held, connection);
    unsaved.delete(team);
    return isSaved ? connection : read(team);
  }

  /** An embedded database belongs to one process: whoever had it open before is dead. */
  function isElsewhere({ renewing }: TokenConnection): boolean {
    if (!renewing || renewing.by === me.by) return false;
    return db.kind === 'postgres' || renewing.opened === db.opened;
  }

  /** What is stored, once nobody else is renewing it or has had the time to. */
  async function settled(team: string): Promise<Connection | null> {
    for (let waited = 0; ; waited += LOOK_EVERY) {
      const stored = await read(team);
      if (stored?.kind !== 'oauth' || !isElsewhere(stored) || waited >= UNDER_WAY) return stored;
      await clock.sleep(LOOK_EVERY);
    }
  }

  async function renewLocked(team: string, stale: TokenConnection): Promise<Connection | null> {
    const stored = await settled(team);
    if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return stored;
    const pending = unsaved.get(team);
    if (pending?.replaces === stored.accessToken) return save(team, stored, pending.connection);
    const claimed = { ...stored, renewing: me };
    if (!(await store.replace(team, stored, claimed))) return renewLocked(team, stale);
    const renewed = await refreshed(options, claimed).catch(async (error) => {
      await letGo(team, claimed);
      throw error;
    });
    if (renewed) return save(team, claimed, renewed);
    await losses.end(team, claimed);
    return read(team);
  }

  /** The next try may be anybody's. */
  async function letGo(team: string, claimed: TokenConnection): Promise<void> {
    const { renewing: _, ...free } = claimed;
    await store
      .replace(team, claimed, free)
      .catch((err) => options.log.warn({ team, err }, 'a renewal that failed was not taken note of'));
  }

  async function renew(team: string, stale: TokenConnection): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), () => renewLocked(team, stale));
    if (connection?.kind === 'lost') await losses.tell(team);
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

/** The connection with new tokens; null when the service refuses, which ends it. */
async function refreshed(
  options: RenewalOptions,
  connection: TokenConnection,
): Promise<TokenConnection | null> {
  const { discover, registry, log } = options;
  const { renewing: _, ...kept } = connection;
  const { refreshToken } = kept;
  if (!refreshToken) return null;
  const place = await discover();
  const client = await registry.find(place, connection.clientId);
  if (!client) return null;
  try {
    const ask = () => options.requests.refresh(place, client, refreshToken);
    const pauses = isExpired(connection, options.clock.now()) ? PAUSES : [];
    const { scopes, ...tokens } = await insisting(ask, pauses, options.clock);
    return { ...kept, ...tokens };
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
