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
 * Renews the tokens of a team, if the stored access token is still the one in `stale`.
 * The service accepts a refresh token only once. So a process holds the team's lock until the new tokens are written, and repeats a failed
 * write. If the process dies before the write, the connection expires.
 * @returns the stored connection, which is expired if the refresh was refused; null if the team was disconnected
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
/** Maximum milliseconds before a failed write of new tokens is repeated. */
const WRITE_AGAIN_MOST_MS = 5_000;

/** Renews the tokens of a connection. Returns null if a person has to connect the team again. Throws if a later try may succeed. */
async function refresh(
  { discover, registry, requests, isAccepted, clock, log }: RenewalOptions,
  connection: TokenConnection,
): Promise<TokenConnection | null> {
  const { refreshToken, issuer, clientId } = connection;
  if (!refreshToken) return null;
  const server = await discover();
  if (server.as.issuer !== issuer) {
    // No metadata names the issuer, so it is a guess. A wrong guess must not end the connection.
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
    // Retry only if the access token has expired. Otherwise requests use the old access token and do not wait for the refresh.
    const isAwaited = isOver(connection, clock.now());
    const { scopes: _, ...tokens } = isAwaited ? await retry(request, { clock, waitMs }) : await request();
    return { ...connection, ...tokens };
  } catch (error) {
    if (!isRefused(error)) throw error;
    const { code, status = 0 } = error;
    // A refusal without an OAuth error code may come from a proxy. It ends the connection only if the API also refuses the access token.
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
 * Returns the milliseconds before the next try; undefined to give up. A request that was sent but not answered is never repeated, because
 * the server may have used up the refresh token.
 */
function waitMs(error: unknown, attempt: number): number | undefined {
  const isUnclear = isRefused(error, UNNAMED) || isRefused(error, PAGE);
  const isAnswered = isUnclear || error instanceof Unavailable || error instanceof MalformedAnswer;
  const isUnsent = error instanceof NetworkFailure && !error.sent;
  if (!isAnswered && !isUnsent) return undefined;
  const wait = TRY_AGAIN_MS[attempt - 1];
  // Give up if the service's `Retry-After` is longer than `wait`. Otherwise the requests that need the tokens would hang.
  return wait !== undefined && wait >= (error.retryAfterMs ?? 0) ? wait : undefined;
}

/** Returns whether the service refused the configured client. Such a refusal must not end the connections of all teams. */
function isOurFault(error: unknown, isGiven: boolean): boolean {
  return isGiven && isRefused(error, 'invalid_client');
}
