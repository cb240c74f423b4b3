import { randomUUID } from 'node:crypto';
import type { fetch } from 'undici';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Authorization } from '../service/http/call.ts';
import type { Cipher } from '../storage/cipher.ts';
import { type Database, type Queries, withLock } from '../storage/database.ts';
import { createSealedStore } from '../storage/sealed-store.ts';
import { tryApiKey } from './api-key.ts';
import { createAuthorizations } from './authorization.ts';
import { type Asker, createAuthorizationFlow, type Departure, type Invited } from './authorization-flow.ts';
import { createClientRegistry } from './client-registry.ts';
import {
  type ApiKeyConnection,
  type Connection,
  headersOf,
  nameOf,
  type TokenConnection,
} from './connection.ts';
import { createConnectionCache } from './connection-cache.ts';
import { type ConnectionState, type ConnectionSummary, stateOf, summaryOf } from './connection-state.ts';
import { createDiscovery } from './discovery.ts';
import { createLedger } from './ledger.ts';
import { createLosses } from './losses.ts';
import { createOAuthHttp, type OAuthHttp } from './oauth-http.ts';
import { createOneTime } from './one-time.ts';
import { createOperatorKey } from './operator-key.ts';
import { type ConnectFailure, failure } from './outcome.ts';
import { createRegistration } from './registration.ts';
import { createRenewal } from './renewal.ts';
import { createTokenRequests } from './token-requests.ts';
import { whoIs } from './who.ts';

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
  /** Asked again when a link is followed and when the browser comes back; yes unless told. */
  mayConnect?: (asker: Asker) => Promise<boolean>;
  /** As people read it on the service's consent page. */
  appName?: string;
  /** A team is connected, for the first time or anew: what waited for it may go on. */
  onConnected?: (team: string) => Promise<void>;
  /** Whether Deckhand is in a team, asked just before a connection of it is written; yes unless told. */
  isInstalled?: (team: string) => Promise<boolean>;
  /**
   * A connection is lost; `person` is the Slack user who had connected. Called once for each loss, and again where it
   * throws: then nobody was told.
   */
  onExpired?: (team: string, person: string) => Promise<void>;
}

/** A team's credentials for the service: how it gets them, how they are kept alive, and how they end. */
export interface Connections {
  /** A link for one person, good once and for ten minutes; null without a public address. */
  createLink(asker: Asker): Promise<string | null>;
  /** For whom the `ticket` of a link is; null where it is no longer good, or not in this browser. */
  peek(ticket: string, browser: string): Promise<Asker | null>;
  /** `GET /service/connect`: the `ticket` of the link, and the browser's secret, for a way to the service's sign-in. */
  begin(ticket: string, browser: string): Promise<Departure | ConnectFailure>;
  /** `GET /service/callback`: its query and its `cookie` header. */
  callback(answer: URLSearchParams, cookies: string | undefined): Promise<Connected | ConnectFailure>;
  /** Connects with an API key, once the service has taken it. */
  connectWithApiKey(asker: Asker, apiKey: string): Promise<Connected | ConnectFailure>;
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
   * Names what a team's requests are made with at this moment; after connecting anew it is another name. null where a
   * person has to act first.
   */
  idOf(team: string): Promise<string | null>;
  /** The same, for what waited: the configured key counts only where the service has just taken it. */
  usableIdOf(team: string): Promise<string | null>;
  /** Tells of losses that nobody could be told of so far. */
  notifyOfExpired(): Promise<void>;
  /** Where `SERVICE_API_KEY` was refused: asks now and then whether the service takes it again. */
  recheckOperatorKey(): Promise<void>;
  /** Notes the credits that the service said are left. */
  noteCredits(team: string, remaining: number): Promise<void>;
  /** For the service client. Throws `NotConnected` where a person has to act. */
  authorizationFor(team: string): Authorization;
}

export interface Connected extends Asker {
  ok: true;
  state: ConnectionSummary;
}

/** Where the service sends people back to. */
const CALLBACK = '/service/callback';

export function createConnections(options: ConnectionsOptions): Connections {
  const { db, cipher, clock, log, baseUrl, publicUrl = null, apiKey } = options;
  const http = createOAuthHttp(options.fetch, baseUrl);
  const storeIn = (where: Queries) => createSealedStore<Connection>(where, 'connections', cipher);
  const store = storeIn(db);
  const tickets = createOneTime<Invited>(createSealedStore(db, 'connect-tickets', cipher), clock);
  const cache = createConnectionCache((team) => store.get(team), clock);
  const operatorKey = apiKey === undefined ? undefined : createOperatorKey(options, apiKey);
  const losses = createLosses({ ...options, storeIn });
  const ledger = createLedger({ ...options, store, cache, losses });
  const oauth = createOAuth(options, http);
  const renew = createRenewal({ ...oauth, db, store, losses, clock, log });
  const flow = createAuthorizationFlow({
    ...oauth,
    tickets,
    alone: (name, fn) => withLock(db, name, fn),
    mayConnect: options.mayConnect ?? (async () => true),
    started: createOneTime(createSealedStore(db, 'connect-states', cipher), clock),
  });

  async function state(team: string): Promise<ConnectionSummary> {
    const [connection, credits] = await Promise.all([cache.get(team), ledger.creditsOf(team)]);
    return summaryOf(connection, operatorKey, credits);
  }

  async function name(team: string): Promise<string | null> {
    const connection = await cache.get(team);
    if (connection) return nameOf(connection);
    return operatorKey?.works() ? operatorKey.name : null;
  }

  async function connected(
    { team, person }: Asker,
    connection: TokenConnection | ApiKeyConnection,
  ): Promise<Connected | ConnectFailure> {
    const who = await whoIs(http, baseUrl, headersOf(connection));
    const isKept = await ledger.keep(team, { name: randomUUID(), ...connection, ...(who && { who }) });
    if (!isKept) return failure('not_allowed');
    return { ok: true, team, person, state: await state(team) };
  }

  return {
    createLink: async (asker) =>
      publicUrl && `${publicUrl}/service/connect?ticket=${await tickets.keep(asker)}`,
    peek: flow.peek,
    begin: flow.begin,
    async callback(answer, cookies) {
      const arrival = await flow.callback(answer, cookies);
      if (!arrival.ok) return arrival;
      const { person, issuer, clientId, tokens } = arrival;
      const { scopes: _, ...kept } = tokens;
      const since = tokens.mintedAt;
      return connected(arrival, { kind: 'oauth', person, since, issuer, clientId, ...kept });
    },
    async connectWithApiKey(asker, given) {
      const key = given.trim();
      const refused = await tryApiKey(options, key);
      if (refused) return refused;
      return connected(asker, { kind: 'api_key', person: asker.person, since: clock.now(), apiKey: key });
    },
    disconnect: ledger.forget,
    summaryOf: state,
    stateOf: async (team) => stateOf(await cache.get(team), operatorKey),
    idOf: name,
    async usableIdOf(team) {
      if (operatorKey && !(await cache.get(team)) && !(await operatorKey.check())) return null;
      return name(team);
    },
    notifyOfExpired: losses.tellAll,
    recheckOperatorKey: async () => operatorKey?.recheck(),
    noteCredits: ledger.noteCredits,
    authorizationFor: createAuthorizations({
      cache,
      renew,
      loseApiKey: ledger.loseApiKey,
      operatorKey,
      clock,
    }),
  };
}

/** Who we are at the service's authorization server, and what can be asked of it. */
function createOAuth(options: ConnectionsOptions, http: OAuthHttp) {
  const { db, cipher, clock } = options;
  const redirectUri = `${options.publicUrl ?? ''}${CALLBACK}`;
  const requests = createTokenRequests({ http, clock });
  const registry = createClientRegistry({
    db,
    store: createSealedStore(db, 'oauth-clients', cipher),
    given: options.client,
    redirectUri,
    register: createRegistration({ http, clientName: options.appName ?? 'Deckhand' }),
    isForgotten: requests.isForgotten,
  });
  return { discover: createDiscovery({ ...options, http }), registry, requests, redirectUri };
}
