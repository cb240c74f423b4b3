import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { retry } from '../retry.ts';
import { MalformedAnswer, NetworkFailure, Unavailable } from '../service/errors.ts';
import { type Database, withLock } from '../storage/database.ts';
import type { Store } from '../storage/store.ts';
import { type Connection, isOver, type TokenConnection } from './connection.ts';
import type { Expiry } from './expiry.ts';
import type { ClientRegistry } from './oauth/client.ts';
import type { Discovery } from './oauth/discovery.ts';
import { isRefused, PAGE, UNNAMED } from './oauth/http.ts';
import type { TokenRequests } from './oauth/tokens.ts';
import { lockOf } from './repository.ts';

interface RenewalOptions {
  db: Database;
  store: Store<Connection>;
  expiry: Expiry;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  isAccepted: (connection: TokenConnection) => Promise<boolean>;
  clock: Clock;
  log: Log;
}

/**
 * Renews the tokens of a team. If the stored access token is not that of `stale`, it was renewed already, so no request is sent.
 *
 * The service accepts a refresh token only once, so only one process may use it. The process holds the team's lock (a session lock of the
 * database, not a transaction) from before the request until the new tokens are written. If the write fails, it is repeated until it
 * succeeds or the process ends, and the lock is kept. Therefore the new tokens are not used before they are written, and no other process
 * uses the old refresh token.
 *
 * The lock ends when its process or its database connection ends. If the process is killed before the write, the new tokens are lost. The
 * next refresh is then refused and the connection expires. The same may happen if the database connection breaks during the request and
 * another process gets the lock before this process has written. A write replaces only the connection that was read under the lock. So it
 * does not overwrite the change of a person who connects or disconnects in the meantime.
 *
 * @returns the connection that is stored now; an expired connection if the refresh was refused; null if the team was disconnected
 */
export type Renew = (team: string, stale: TokenConnection) => Promise<Connection | null>;

export function createRenewal(options: RenewalOptions): Renew {
  const { db, store, expiry, clock, log } = options;
  const underWay = new Map<string, Promise<Connection | null>>();

  const read = async (team: string) => (await store.get(team)) ?? null;

  async function renewLocked(team: string, stale: TokenConnection): Promise<Connection | null> {
    const stored = await read(team);
    if (stored?.kind !== 'oauth' || stored.accessToken !== stale.accessToken) return stored;
    const renewed = await refresh(options, stored);
    if (renewed) {
      const isWritten = await untilWritten(team, () => store.replace(team, stored, renewed));
      return isWritten ? renewed : read(team);
    }
    await expiry.expire(team, stored);
    return read(team);
  }

  /** Repeats the write until the database accepts it. */
  function untilWritten(team: string, write: () => Promise<boolean>): Promise<boolean> {
    const waitMs = (err: unknown, attempt: number) => {
      log.warn({ team, err }, 'new tokens could not be written yet');
      return Math.min(WRITE_AGAIN_MS * 2 ** (attempt - 1), WRITE_AGAIN_MOST_MS);
    };
    return retry(write, { clock, waitMs });
  }

  async function renew(team: string, stale: TokenConnection): Promise<Connection | null> {
    const connection = await withLock(db, lockOf(team), () => renewLocked(team, stale));
    if (connection?.kind === 'expired') await expiry.notify(team);
    return connection;
  }

  return (team, stale) => {
    const running = underWay.get(team);
    if (running) return running;
    const renewal = renew(team, stale).finally(() => underWay.delete(team));
    underWay.set(team, renewal);
    return renewal;
  };
}

/** Milliseconds before a failed write of new tokens is repeated for the first time. The wait doubles with each failure after that. */
const WRITE_AGAIN_MS = 100;
/** Maximum milliseconds between two tries of the write. */
const WRITE_AGAIN_MOST_MS = 5_000;

/**
 * Returns the connection with new tokens; null if they cannot be renewed and the connection has to end. Throws if a later try may succeed.
 */
async function refresh(
  { discover, registry, requests, isAccepted, clock, log }: RenewalOptions,
  connection: TokenConnection,
): Promise<TokenConnection | null> {
  const { refreshToken, issuer, clientId } = connection;
  if (!refreshToken) return null;
  const server = await discover();
  if (server.as.issuer !== issuer) {
    // The metadata is missing, so the issuer is only assumed. The different issuer is no proof that the sign-in has moved.
    if (server.isAssumed) throw new Unavailable('The service does not say where its sign-in is.');
    log.warn(
      { issuer: server.as.issuer },
      'the service names another authorization server than the one that a team connected with',
    );
    return null;
  }
  const client = await registry.find(server, clientId);
  if (!client) return null;
  try {
    const request = () => requests.refresh(server, client, refreshToken);
    // Retry only if the access token has expired. Until it expires, requests can use the old token, so nobody waits for a new one.
    const isAwaited = isOver(connection, clock.now());
    const { scopes: _, ...tokens } = isAwaited ? await retry(request, { clock, waitMs }) : await request();
    return { ...connection, ...tokens };
  } catch (error) {
    if (!isRefused(error)) throw error;
    const { code, status = 0 } = error;
    // A refusal without OAuth's error code may come from a proxy. It ends the connection only if the API refuses the access token, too.
    if (
      code === PAGE ||
      (code === UNNAMED && (![400, 401].includes(status) || (await isAccepted(connection))))
    )
      throw new Unavailable('The sign-in of the service refused without a reason.', { status, cause: error });
    if (!isOurFault(error, registry.isGiven(client.id))) return null;
    log.error('the service does not accept SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET');
    throw new Unavailable('The sign-in of the service does not know this app.', { cause: error });
  }
}

/** Milliseconds before the second and the third try of a refresh. Used only if the access token has expired. */
const TRY_AGAIN_MS = [300, 1_200];

/**
 * Returns the milliseconds to wait before the next try of a refresh, or undefined to give up. If the request was sent and no answer came,
 * it is not repeated, because the service may have replaced the tokens.
 */
function waitMs(error: unknown, attempt: number): number | undefined {
  const isUnclear = isRefused(error, UNNAMED) || isRefused(error, PAGE);
  const isAnswered = isUnclear || error instanceof Unavailable || error instanceof MalformedAnswer;
  const isUnsent = error instanceof NetworkFailure && !error.sent;
  if (!isAnswered && !isUnsent) return undefined;
  const wait = TRY_AGAIN_MS[attempt - 1];
  // Give up if `Retry-After` is longer than this wait. The requests that wait for the tokens then fail, and a later request tries again.
  return wait !== undefined && wait >= (error.retryAfterMs ?? 0) ? wait : undefined;
}

/**
 * Returns whether the service refused the configured client. Such a refusal, for example because of a wrong secret in the configuration,
 * must not end the connections of all teams.
 */
function isOurFault(error: unknown, isGiven: boolean): boolean {
  return isGiven && isRefused(error, 'invalid_client');
}
