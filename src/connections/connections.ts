import { randomUUID } from 'node:crypto';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { SendRequest } from '../outgoing-requests.ts';
import { createServiceClient } from '../service/client.ts';
import type { Authorization } from '../service/http/call.ts';
import { type Database, type SealingQueries, withLock } from '../storage/database.ts';
import { createSealedStore } from '../storage/store.ts';
import { createOperatorKey, createSecondOpinion, tryApiKey } from './api-key.ts';
import { createConfirmation } from './confirmation.ts';
import {
  accountOf,
  type Connection,
  type ConnectionIds,
  headersOf,
  idsOf,
  isLapsed,
  type NewConnection,
  unreadable,
} from './connection.ts';
import { type ConnectionState, type ConnectionSummary, stateOf, summaryOf } from './connection-state.ts';
import { createCredentials } from './credentials.ts';
import { createExpiry } from './expiry.ts';
import { type ConnectFailure, failure } from './failures.ts';
import { createClientRegistry } from './oauth/client.ts';
import { createDiscovery } from './oauth/discovery.ts';
import { createOAuthHttp } from './oauth/http.ts';
import { createSignIn, type Invitation, type SignInRedirect } from './oauth/sign-in.ts';
import { createTokenRequests } from './oauth/tokens.ts';
import { createOneTime } from './one-time.ts';
import { createRenewal } from './renewal.ts';
import {
  CONNECTIONS_CHANGED,
  createConnectionCache,
  createConnectionRepository,
  lockOf,
} from './repository.ts';

export interface ConnectionsOptions {
  db: Database;
  /** Sends requests only to public addresses and to configured addresses. */
  send: SendRequest;
  clock: Clock;
  log: Log;
  /** `SERVICE_BASE_URL`, without a slash at its end. */
  baseUrl: string;
  authUrl?: string | undefined;
  /** `PUBLIC_URL`. If undefined, the service cannot redirect people back to Deckhand, so teams can connect only with an API key. */
  publicUrl?: string | undefined;
  /** `SERVICE_CLIENT_ID` and `SERVICE_CLIENT_SECRET`. */
  client?: { id: string; secret?: string | undefined } | undefined;
  /** `SERVICE_API_KEY`. */
  apiKey?: string | undefined;
  /** `SERVICE_API_KEY_TEAMS`: the teams that may use the key; all teams if it is not set. */
  apiKeyTeams?: string[] | undefined;
  /** Returns whether a person may connect the team. Called when a sign-in begins, when it returns, and when the code is typed. */
  mayConnect?: (actor: Actor) => Promise<boolean>;
  /** Continues the asks that wait for a connection of the team. Called after a connection was stored. */
  onConnected?: (team: string) => Promise<void>;
  /** Called when a person has connected a team. @param former the previous connection, if there was one */
  onChanged?: (connected: Connected, former: ConnectionSummary | undefined) => Promise<void>;
  /** Returns whether Deckhand is installed in the team. Called just before a connection or a sign-in is stored. By default true. */
  isInstalled?: (team: string) => Promise<boolean>;
  /** Notifies the Slack user who made a connection that the connection has expired. If this function throws, it is called again later. */
  onExpired?: (team: string, person: string) => Promise<void>;
  /** Returns the number of credits left, as last reported by the service, and the account that has them (`ConnectionIds.account`). */
  creditsLeft?: (team: string) => Promise<{ left: number; madeWith: string | null } | undefined>;
  /** Called when the service no longer accepts a team's credentials; for metrics. */
  onLost?: () => void;
}

/** Manages the teams' credentials for the service: connecting, renewing, expiring and disconnecting. */
export interface Connections {
  /** Returns a link for one person. The link can be used once, within ten minutes. Returns null if `PUBLIC_URL` is not set. */
  createLink(actor: Actor): Promise<string | null>;
  /** Returns the actor who requested the link with this `ticket`; null if the link is invalid or was used in another browser. */
  peek(ticket: string, browser: string): Promise<Actor | null>;
  /** Begins a sign-in. @param ticket the secret in the link. @param browser the secret in the browser's cookie */
  begin(ticket: string, browser: string): Promise<SignInRedirect | ConnectFailure>;
  /** Handles `GET /service/callback` from its query and `cookie` header. Stores the sign-in until the code is typed (see `confirm`). */
  callback(answer: URLSearchParams, cookies: string | undefined): Promise<SignedIn | ConnectFailure>;
  /** Connects the team with the sign-in that `callback` stored for this actor. Fails if `code` is not the code that the browser showed. */
  confirm(actor: Actor, code: string): Promise<Connected | ConnectFailure>;
  /** Connects with an API key, if the service accepts it. */
  connectWithApiKey(actor: Actor, apiKey: string): Promise<Connected | ConnectFailure>;
  /** Deletes the credentials; returns false if there were none. The service cannot revoke them, so tell people that they stay valid. */
  disconnect(team: string): Promise<boolean>;
  /** Returns the connection without its secrets, to be shown to people. */
  summaryOf(team: string): Promise<ConnectionSummary>;
  /** Returns whether the team can make documents. Reads through a cache, so frequent calls are cheap. */
  stateOf(team: string): Promise<ConnectionState>;
  /** Returns the ids of the connection that the team uses now; null if a person has to connect the team or replace the API key. */
  idsOf(team: string): Promise<ConnectionIds | null>;
  /** Like `idsOf`, but returns only `id`. Before that, checks SERVICE_API_KEY (at most once a minute) if the team uses it. */
  usableIdOf(team: string): Promise<string | null>;
  /** Sends the pending notices of expired connections. */
  notifyOfExpired(): Promise<void>;
  /** Checks a refused `SERVICE_API_KEY` again; called at intervals. */
  recheckOperatorKey(): Promise<void>;
  /** Starts to listen for changes of connections by other processes. Returns a function that stops listening. */
  listen(): Promise<() => Promise<void>>;
  /** Returns functions that supply a team's credentials. They throw `NotConnected` if a person has to connect or to replace the API key. */
  authorizationFor(team: string): Authorization;
}

export interface Connected extends Actor {
  ok: true;
  summary: ConnectionSummary;
}

/** Result of a sign-in at the service. The team is not connected until `confirm` is called with the code. */
export interface SignedIn extends Actor {
  ok: true;
  /** Six digits, which the browser shows and the person types in Slack. */
  code: string;
}

/** Path, below `PUBLIC_URL`, to which the service sends people back after a sign-in. */
const CALLBACK = '/service/callback';

export function createConnections(options: ConnectionsOptions): Connections {
  const { db, clock, log, baseUrl, publicUrl = null, apiKey } = options;
  const storeIn = (where: SealingQueries) =>
    createSealedStore<Connection>(where, 'connections', { withoutItsKey: () => unreadable });
  const store = storeIn(db);
  const tickets = createOneTime<Invitation>(createSealedStore(db, 'connect-tickets'), clock);
  const operatorKey = apiKey === undefined ? undefined : createOperatorKey(options, apiKey);
  /** Returns the operator's key if the team may use it. The team then spends the operator's credits and sees the operator's workspace. */
  const operatorKeyFor = (team: string) =>
    !options.apiKeyTeams || options.apiKeyTeams.includes(team) ? operatorKey : undefined;
  const expiry = createExpiry({ ...options, storeIn });
  const cache = createConnectionCache({
    read: (team) => read(team),
    hasOperatorKey: (team) => operatorKeyFor(team)?.works() ?? false,
    clock,
  });
  const repository = createConnectionRepository({ ...options, store, cache, expiry });
  const oauth = createOAuth(options);
  const isAccepted = createSecondOpinion(options);
  const renew = createRenewal({ ...options, ...oauth, store, expiry, isAccepted });
  const mayConnect = options.mayConnect ?? (async () => true);
  const confirmation = createConfirmation(options);
  const signIn = createSignIn({
    ...oauth,
    tickets,
    db,
    mayConnect,
    pending: createOneTime(createSealedStore(db, 'connect-states'), clock),
  });

  /** Reads a team's connection. Ends it if it has expired, or if SERVICE_BASE_URL has changed: another address must not get the secrets. */
  async function read(team: string): Promise<Connection | undefined> {
    const stored = await store.get(team);
    if (!stored || stored.kind === 'expired') return stored;
    if (stored.baseUrl === baseUrl && !isLapsed(stored, clock.now())) return stored;
    if (stored.baseUrl !== baseUrl)
      log.warn(
        { team, connectedAt: stored.baseUrl },
        'a connection ends because it was made with another SERVICE_BASE_URL',
      );
    await withLock(db, lockOf(team), () => expiry.expire(team, stored));
    await expiry.notify(team);
    return store.get(team);
  }

  async function summary(team: string): Promise<ConnectionSummary> {
    const [connection, reported] = await Promise.all([cache.get(team), options.creditsLeft?.(team)]);
    const key = operatorKeyFor(team);
    const isSameAccount =
      reported && reported.madeWith === (connection ? idsOf(connection)?.account : key?.id);
    const who = !connection && key?.works() ? await key.who() : undefined;
    return { ...summaryOf(connection, key, isSameAccount ? reported.left : undefined), ...(who && { who }) };
  }

  async function ids(team: string): Promise<ConnectionIds | null> {
    const connection = await cache.get(team);
    if (connection) return idsOf(connection);
    const key = operatorKeyFor(team);
    return key?.works() ? { id: key.id, account: key.id } : null;
  }

  async function connect({ team, person }: Actor, made: NewConnection): Promise<Connected | ConnectFailure> {
    const connection = { ...made, id: randomUUID(), baseUrl };
    const authorization = { headers: async () => headersOf(connection) };
    const who = await accountOf(createServiceClient({ ...options, authorization }));
    const saved = await repository.save(team, { ...connection, ...(who && { who }) });
    if (!saved) return failure('not_allowed');
    const connected = { ok: true as const, team, person, summary: await summary(team) };
    // `onChanged` is not awaited, because a person waits for the result of connecting.
    options
      .onChanged?.(connected, saved.before ? summaryOf(saved.before, undefined, undefined) : undefined)
      .catch((err) => log.warn({ team, err }, 'the notice of a new connection could not be sent'));
    return connected;
  }

  return {
    createLink: async (actor) =>
      publicUrl && `${publicUrl}/service/connect?ticket=${await tickets.save(actor)}`,
    peek: signIn.peek,
    begin: signIn.begin,
    async callback(answer, cookies) {
      const signedIn = await signIn.callback(answer, cookies);
      if (!signedIn.ok) return signedIn;
      const { team, person, issuer, clientId } = signedIn;
      const { scopes: _, ...tokens } = signedIn.tokens;
      const since = tokens.mintedAt;
      const code = await confirmation.hold(signedIn, {
        ...{ kind: 'oauth', person, since, issuer, clientId },
        ...tokens,
      });
      return code === null ? failure('not_allowed') : { ok: true, team, person, code };
    },
    async confirm(actor, code) {
      const made = await confirmation.take(actor, code);
      if ('ok' in made) return made;
      return (await mayConnect(actor)) ? connect(actor, made) : failure('not_allowed');
    },
    async connectWithApiKey(actor, given) {
      const key = given.trim();
      const refused = await tryApiKey(options, key);
      if (refused) return refused;
      return connect(actor, { kind: 'api_key', person: actor.person, since: clock.now(), apiKey: key });
    },
    disconnect: repository.forget,
    summaryOf: summary,
    stateOf: async (team) => stateOf(await cache.get(team), operatorKeyFor(team)),
    idsOf: ids,
    async usableIdOf(team) {
      const key = operatorKeyFor(team);
      if (key && !(await cache.get(team)) && !(await key.check())) return null;
      return (await ids(team))?.id ?? null;
    },
    notifyOfExpired: expiry.notifyAll,
    listen: () => db.listen(CONNECTIONS_CHANGED, cache.drop),
    recheckOperatorKey: async () => operatorKey?.recheck(),
    authorizationFor: createCredentials({
      cache,
      renew,
      isAccepted,
      expire: repository.expire,
      markLacksScope: repository.markLacksScope,
      operatorKeyFor,
      clock,
    }),
  };
}

/** Creates what a sign-in needs: discovery of the authorization server, Deckhand's OAuth client at this server, and token requests. */
function createOAuth(options: ConnectionsOptions) {
  const { db, clock, log, baseUrl, authUrl } = options;
  const http = createOAuthHttp(options.send, options.baseUrl);
  const redirectUri = `${options.publicUrl ?? ''}${CALLBACK}`;
  const requests = createTokenRequests({ http, clock });
  const registry = createClientRegistry({
    db,
    store: createSealedStore(db, 'oauth-clients', { withoutItsKey: () => undefined }),
    given: options.client,
    redirectUri,
    baseUrl,
    authUrl,
    clock,
    log,
    http,
    isForgotten: requests.isForgotten,
  });
  return { discover: createDiscovery({ ...options, http }), registry, requests, redirectUri };
}
