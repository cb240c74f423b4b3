import { randomUUID } from 'node:crypto';
import type { fetch } from 'undici';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createServiceClient } from '../service/client.ts';
import type { Authorization } from '../service/http/call.ts';
import type { Cipher } from '../storage/cipher.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import { createSealedStore } from '../storage/sealed-store.ts';
import { accountOf } from './account.ts';
import { createOperatorKey, tryApiKey } from './api-key.ts';
import {
  type Connection,
  type ConnectionIds,
  headersOf,
  idsOf,
  isOfElsewhere,
  type UsableConnection,
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
  cipher: Cipher;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
  /** `SERVICE_BASE_URL`, without a slash at its end. */
  baseUrl: string;
  authUrl?: string | undefined;
  /** `PUBLIC_URL`. Without it people could not be sent back to us, and only API keys are left. */
  publicUrl?: string | undefined;
  /** `SERVICE_CLIENT_ID` and `SERVICE_CLIENT_SECRET`. */
  client?: { id: string; secret?: string | undefined } | undefined;
  /** `SERVICE_API_KEY`. */
  apiKey?: string | undefined;
  /** `SERVICE_API_KEY_TEAMS`: the teams that it serves; the one team of the deployment unless given. */
  apiKeyTeams?: string[] | undefined;
  /** Asked again when a link is followed and when the browser comes back; yes by default. */
  mayConnect?: (actor: Actor) => Promise<boolean>;
  /** A team is connected, for the first time or anew: what waited for it may go on. */
  onConnected?: (team: string) => Promise<void>;
  /** A person has connected a team. @param former who had connected it before */
  onChanged?: (connected: Connected, former: string | undefined) => Promise<void>;
  /** Asked just before a connection is written: is Deckhand in the team? Yes by default. */
  isInstalled?: (team: string) => Promise<boolean>;
  /**
   * A connection has expired; `person` is the Slack user who had connected. Called once for each, and again where it
   * throws: then nobody was notified.
   */
  onExpired?: (team: string, person: string) => Promise<void>;
  /** The credits that the service has last said to be left, and the account that it said so to. */
  creditsLeft?: (team: string) => Promise<{ left: number; madeWith?: string } | undefined>;
  /** The service no longer takes the credentials of a team; for metrics. */
  onLost?: () => void;
}

/** A team's credentials for the service: how it gets them, how they are kept alive, and how they end. */
export interface Connections {
  /** A link for one person, good once and for ten minutes; null without a public address. */
  createLink(actor: Actor): Promise<string | null>;
  /** For whom the `ticket` of a link is; null where it is no longer good, or not in this browser. */
  peek(ticket: string, browser: string): Promise<Actor | null>;
  /** `GET /service/connect`: the `ticket` of the link, and the browser's secret, for a way to the service's sign-in. */
  begin(ticket: string, browser: string): Promise<SignInRedirect | ConnectFailure>;
  /** `GET /service/callback`: its query and its `cookie` header. */
  callback(answer: URLSearchParams, cookies: string | undefined): Promise<Connected | ConnectFailure>;
  /** Connects with an API key, once the service has taken it. */
  connectWithApiKey(actor: Actor, apiKey: string): Promise<Connected | ConnectFailure>;
  /**
   * Forgets the team's credentials; false where there were none. The service has no revocation endpoint: there they
   * stay good until they expire, and people are to be told so.
   */
  disconnect(team: string): Promise<boolean>;
  /** For people to see. */
  summaryOf(team: string): Promise<ConnectionSummary>;
  /** For deciding: costs nothing to ask often. */
  stateOf(team: string): Promise<ConnectionState>;
  /**
   * What names the connection that a team's requests use at this moment; null while a person has to act first.
   */
  idsOf(team: string): Promise<ConnectionIds | null>;
  /** Its id, for what waited: the configured key counts only where the service has just taken it. */
  usableIdOf(team: string): Promise<string | null>;
  /** Sends the notices of expired connections that could not be sent so far. */
  notifyOfExpired(): Promise<void>;
  /** To be called now and then: asks whether the service takes a refused `SERVICE_API_KEY` again. */
  recheckOperatorKey(): Promise<void>;
  /** Hears of other processes' changes, until the returned call. */
  listen(): Promise<() => Promise<void>>;
  /** For the service client. Throws `NotConnected` where a person has to act. */
  authorizationFor(team: string): Authorization;
}

export interface Connected extends Actor {
  ok: true;
  summary: ConnectionSummary;
}

/** The service sends people back here. */
const CALLBACK = '/service/callback';

export function createConnections(options: ConnectionsOptions): Connections {
  const { db, cipher, clock, log, baseUrl, publicUrl = null, apiKey } = options;
  const storeIn = (where: Queries) =>
    createSealedStore<Connection>(where, 'connections', cipher, { withoutItsKey: () => unreadable });
  const store = storeIn(db);
  const tickets = createOneTime<Invitation>(createSealedStore(db, 'connect-tickets', cipher), clock);
  const operatorKey = apiKey === undefined ? undefined : createOperatorKey(options, apiKey);
  /** Other teams would spend the operator's credits, and see the lists of their workspace. */
  const operatorKeyFor = (team: string) =>
    !options.apiKeyTeams || options.apiKeyTeams.includes(team) ? operatorKey : undefined;
  const expiry = createExpiry({ ...options, storeIn });
  const cache = createConnectionCache({
    read: (team) => read(team),
    needsNone: (team) => operatorKeyFor(team)?.works() ?? false,
    clock,
  });
  const repository = createConnectionRepository({ ...options, store, cache, expiry });
  const oauth = createOAuth(options);
  const renew = createRenewal({ ...options, ...oauth, store, expiry });
  const signIn = createSignIn({
    ...oauth,
    tickets,
    db,
    mayConnect: options.mayConnect ?? (async () => true),
    pending: createOneTime(createSealedStore(db, 'connect-states', cipher), clock),
  });

  /** Ends a connection that was made with a service at another address before anything is sent there. */
  async function read(team: string): Promise<Connection | undefined> {
    const stored = await store.get(team);
    if (!stored || stored.kind === 'lost' || !isOfElsewhere(stored, baseUrl)) return stored;
    log.warn({ team, connectedAt: stored.baseUrl }, 'SERVICE_BASE_URL is not what a team connected with');
    await withLock(db, lockOf(team), () => expiry.expire(team, stored));
    await expiry.notify(team);
    return store.get(team);
  }

  async function summary(team: string): Promise<ConnectionSummary> {
    const [connection, said] = await Promise.all([cache.get(team), options.creditsLeft?.(team)]);
    const key = operatorKeyFor(team);
    const isOfThis = said && said.madeWith === (connection ? idsOf(connection)?.account : key?.id);
    const who = !connection && key?.works() ? await key.who() : undefined;
    return { ...summaryOf(connection, key, isOfThis ? said.left : undefined), ...(who && { who }) };
  }

  async function ids(team: string): Promise<ConnectionIds | null> {
    const connection = await cache.get(team);
    if (connection) return idsOf(connection);
    const key = operatorKeyFor(team);
    return key?.works() ? { id: key.id, account: key.id } : null;
  }

  async function connect(
    { team, person }: Actor,
    connection: UsableConnection,
  ): Promise<Connected | ConnectFailure> {
    const authorization = { headers: async () => headersOf(connection) };
    const who = await accountOf(createServiceClient({ ...options, authorization }));
    const saved = await repository.save(team, {
      name: randomUUID(),
      baseUrl,
      ...connection,
      ...(who && { who }),
    });
    if (!saved) return failure('not_allowed');
    const connected = { ok: true as const, team, person, summary: await summary(team) };
    // Nobody waits in front of a page for what others are told.
    options
      .onChanged?.(connected, saved.before?.person || undefined)
      .catch((err) => log.warn({ team, err }, 'nobody was told of a new connection'));
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
      const { person, issuer, clientId } = signedIn;
      const { scopes: _, ...tokens } = signedIn.tokens;
      const since = tokens.mintedAt;
      return connect(signedIn, { kind: 'oauth', person, since, issuer, clientId, ...tokens });
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
      expire: repository.expire,
      operatorKeyFor,
      clock,
    }),
  };
}

/** Our client at the service's authorization server, and the requests that can be made there. */
function createOAuth(options: ConnectionsOptions) {
  const { db, cipher, clock, log, baseUrl, authUrl } = options;
  const http = createOAuthHttp(options.fetch, options.baseUrl);
  const redirectUri = `${options.publicUrl ?? ''}${CALLBACK}`;
  const requests = createTokenRequests({ http, clock });
  const registry = createClientRegistry({
    db,
    store: createSealedStore(db, 'oauth-clients', cipher, { withoutItsKey: () => undefined }),
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
