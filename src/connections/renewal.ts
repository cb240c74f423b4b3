import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { retry } from '../retry.ts';
import { MalformedAnswer, Unavailable } from '../service/errors.ts';
import { type Database, withLock } from '../storage/database.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { type Connection, isOver, type TokenConnection } from './connection.ts';
import type { Expiry } from './expiry.ts';
import type { ClientRegistry } from './oauth/client.ts';
import type { Discovery } from './oauth/discovery.ts';
import { isRefused } from './oauth/http.ts';
import type { TokenRequests } from './oauth/tokens.ts';
import { lockOf } from './repository.ts';

interface RenewalOptions {
  db: Database;
  store: SealedStore<Connection>;
  expiry: Expiry;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  clock: Clock;
  log: Log;
}

/**
 * Milliseconds that a renewal by another process is waited for, as long as a request for tokens may take: the lock is
 * lost with the database connection that holds it, while the request goes on.
 */
const OTHER_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 250;

/**
 * Renews the tokens of a team. `stale` is what the caller has: when the store holds something newer, that is given
 * and nothing is asked of the service. One refresh at a time in all processes, since the service takes a refresh
 * token once and ends the connection at its second use. Whatever is written takes the place of what was read, and of
 * nothing else: a person who disconnects or connects anew meanwhile has the last word.
 *
 * @returns what is stored now; a refused refresh leaves it expired. null: the team was disconnected
 */
export type Renew = (team: string, stale: TokenConnection) => Promise<Connection | null>;

export function createRenewal(options: RenewalOptions): Renew {
  const { db, store, expiry, clock } = options;
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

  /** An embedded database belongs to one process: the one that had it open before is dead. */
  function isElsewhere({ renewing }: TokenConnection): boolean {
    if (!renewing || renewing.by === me.by) return false;
    return db.kind === 'postgres' || renewing.opened === db.opened;
  }

  /** The stored connection, once no other process is renewing it or has had the time to. */
  async function afterOthers(team: string): Promise<Connection | null> {
    for (let waited = 0; ; waited += LOOK_EVERY_MS) {
      const stored = await read(team);
      if (stored?.kind !== 'oauth' || !isElsewhere(stored) || waited >= OTHER_WITHIN_MS) return stored;
      await clock.sleep(LOOK_EVERY_MS);
    }
  }

  async function renewLocked(team: string, stale: TokenConnection): Promise<Connection | null> {
    const stored = await afterOthers(team);
    if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return stored;
    const pending = unsaved.get(team);
    if (pending?.replaces === stored.accessToken) return save(team, stored, pending.connection);
    const claimed = { ...stored, renewing: me };
    if (!(await store.replace(team, stored, claimed))) return renewLocked(team, stale);
    const renewed = await refreshed(options, claimed).catch(async (error) => {
      await release(team, claimed);
      throw error;
    });
    if (renewed) return save(team, claimed, renewed);
    await expiry.expire(team, claimed);
    return read(team);
  }

  /** Any process may try next. */
  async function release(team: string, claimed: TokenConnection): Promise<void> {
    const { renewing: _, ...free } = claimed;
    await store
      .replace(team, claimed, free)
      .catch((err) => options.log.warn({ team, err }, 'a renewal that failed is still claimed'));
  }

  async function renew(team: string, stale: TokenConnection): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), () => renewLocked(team, stale));
    if (connection?.kind === 'lost') await expiry.notify(team);
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
  const { discover, registry, clock, log } = options;
  const { renewing: _, ...kept } = connection;
  const { refreshToken } = kept;
  if (!refreshToken) return null;
  const server = await discover();
  if (server.as.issuer !== connection.issuer) {
    // Metadata that is missing for a moment is no other issuer.
    if (server.isAssumed) throw new Unavailable('The service does not say where its sign-in is.');
    log.warn(
      { issuer: server.as.issuer },
      'the service names another sign-in than the one that a team connected with',
    );
    return null;
  }
  const client = await registry.find(server, connection.clientId);
  if (!client) return null;
  try {
    const refresh = () => options.requests.refresh(server, client, refreshToken);
    const mayWait = isOver(connection, clock.now());
    const { scopes: __, ...tokens } = mayWait ? await retry(refresh, { clock, waitMs }) : await refresh();
    return { ...kept, ...tokens };
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (!isOurFault(error, registry.isGiven(client.id))) return null;
    log.error('the service does not take SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET');
    throw new Unavailable('The sign-in of the service does not know this app.', { cause: error });
  }
}

/** Milliseconds before a refresh is tried again that everybody waits for, since the old token is over. */
const RETRY_AFTER_MS = [300, 1_200];

/** Only an answer that was none is asked for again: where there was no answer at all, the tokens may have been replaced. */
function waitMs(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof Unavailable || error instanceof MalformedAnswer)) return undefined;
  const wait = RETRY_AFTER_MS[attempt - 1];
  // Asked to wait longer than anybody waits for, the requests fail for now.
  return wait !== undefined && wait >= (error.retryAfterMs ?? 0) ? wait : undefined;
}

/** A wrong secret in the configuration must not end every team's connection: it is put right, and all go on. */
function isOurFault(error: unknown, isGiven: boolean): boolean {
  return isGiven && isRefused(error, 'invalid_client');
}
