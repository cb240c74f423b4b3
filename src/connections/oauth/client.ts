import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type ErrorDetails, MalformedAnswer, ServiceError } from '../../service/errors.ts';
import { id } from '../../service/routes/answer.ts';
import { type Database, withLock } from '../../storage/database.ts';
import { createStore, type Store } from '../../storage/store.ts';
import type { ServerMetadata } from './discovery.ts';
import { isRefused, type OAuthHttp, withServiceErrors } from './http.ts';

/** Authentication methods of the token endpoint, in order of preference. */
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** Deckhand's OAuth client at the authorization server. */
export interface Client {
  id: string;
  secret?: string;
  method: (typeof authMethods)[number];
}

export function authenticationOf({ method, secret = '' }: Client): oauth.ClientAuth {
  if (method === 'none') return oauth.None();
  return method === 'client_secret_post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

interface ClientRegistryOptions {
  db: Database;
  store: Store<Client>;
  http: OAuthHttp;
  /** `SERVICE_CLIENT_ID` and `SERVICE_CLIENT_SECRET`. If they are set, no client is registered. */
  given?: { id: string; secret?: string | undefined } | undefined;
  redirectUri: string;
  /** `SERVICE_BASE_URL`. */
  baseUrl: string;
  /** `SERVICE_AUTH_URL`. */
  authUrl?: string | undefined;
  clock: Clock;
  log: Log;
  /** Returns whether the authorization server no longer knows the client. */
  isForgotten: (server: ServerMetadata, client: Client) => Promise<boolean>;
}

/** Minimum milliseconds between two checks whether the server still knows the stored client. */
const KNOWN_FOR_MS = 60 * 60_000;

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

/** Manages Deckhand's OAuth client at the authorization server. The client is configured, or Deckhand registers it once and stores it. */
export function createClientRegistry(options: ClientRegistryOptions) {
  const { db, store, http, given, redirectUri, baseUrl, authUrl, clock, log, isForgotten } = options;
  const issuers = createStore<string>(db, 'issuer-of-given-client');
  const known = new LRUCache<string, true>({ max: 100, ttl: KNOWN_FOR_MS, ttlResolution: 0, perf: clock });
  const currentKey = ({ as }: ServerMetadata) => `current ${as.issuer} ${redirectUri}`;

  async function fromOperator(server: ServerMetadata): Promise<Client | null> {
    if (!given) return null;
    await expectIssuer(given.id, server.as.issuer);
    const { secret } = given;
    return { id: given.id, ...(secret && { secret }), method: methodFor(given, server.as) };
  }

  /**
   * Checks that a server may get the operator's secret. Only the server in SERVICE_AUTH_URL may get it. If this variable is not set, only
   * the first server that the service named may get it.
   * @throws RegistrationRefused
   */
  async function expectIssuer(id: string, issuer: string): Promise<void> {
    const key = `${id} ${baseUrl}`;
    const expected = authUrl ?? (await issuers.get(key));
    if (expected === undefined) return void (await issuers.set(key, issuer));
    if (expected === issuer) return;
    log.error(
      { expected, issuer },
      'SERVICE_CLIENT_SECRET is for another authorization server than the one that the service names',
    );
    const check = `SERVICE_CLIENT_ID was set up for the sign-in at ${expected}. If it has moved for good, set SERVICE_AUTH_URL.`;
    throw new RegistrationRefused('The client of the configuration is for another sign-in.', {}, check);
  }

  /** Returns the stored client; null if the server no longer knows it. The check sends a request, so it runs at most once an hour. */
  async function stillKnown(server: ServerMetadata): Promise<Client | null> {
    const stored = await store.get(currentKey(server));
    if (!stored) return null;
    const key = idKey(server, stored.id);
    if (known.has(key)) return stored;
    if (await isForgotten(server, stored)) return null;
    known.set(key, true);
    return stored;
  }

  /** Registers a new client. The old client stays stored, because only the old client can renew its tokens. */
  async function registerAnew(server: ServerMetadata): Promise<Client> {
    const client = await register(server, redirectUri, http);
    await store.set(idKey(server, client.id), client);
    await store.set(currentKey(server), client);
    known.set(idKey(server, client.id), true);
    return client;
  }

  return {
    /** Returns the client for new connections. @throws RegistrationRefused */
    async current(server: ServerMetadata): Promise<Client> {
      const client = (await fromOperator(server)) ?? (await stillKnown(server));
      if (client) return client;
      return withLock(
        db,
        'client registration',
        async () => (await stillKnown(server)) ?? registerAnew(server),
      );
    },
    /** Returns the client with which a connection was made; null if it is not stored. */
    async find(server: ServerMetadata, id: string): Promise<Client | null> {
      if (given?.id === id) return fromOperator(server);
      return (await store.get(idKey(server, id))) ?? null;
    },
    isGiven: (id: string) => given?.id === id,
  };
}

/** Returns the key of a stored client. The key includes the issuer, so that another server with the same id does not get the secret. */
const idKey = ({ as }: ServerMetadata, id: string) => `id ${as.issuer} ${id}`;

/** Returns the authentication method of the operator's client. Uses OAuth's default if the server's metadata names no methods. */
function methodFor(
  { secret }: { secret?: string | undefined },
  as: oauth.AuthorizationServer,
): Client['method'] {
  if (!secret) return 'none';
  const supported = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** Thrown if Deckhand cannot register at the server, or if the configured client belongs to another server. The operator has to act. */
export class RegistrationRefused extends ServiceError {
  /** Says what is wrong if Deckhand's own check failed. Undefined if the authorization server refused. */
  readonly check: string | undefined;

  constructor(message: string, details?: ErrorDetails, check?: string) {
    super(message, details);
    this.check = check;
  }
}

/** Registers a client (RFC 7591). */
async function register({ as }: ServerMetadata, redirectUri: string, http: OAuthHttp): Promise<Client> {
  if (!as.registration_endpoint) throw new RegistrationRefused('The service does not let apps register.');
  http.requireSecure(as.registration_endpoint);
  const supported = as.token_endpoint_auth_methods_supported;
  const asked =
    authMethods.find((method) => !supported || supported.includes(method)) ?? 'client_secret_basic';
  const metadata = {
    client_name: 'Deckhand',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: asked,
  };
  const response = await withServiceErrors(() =>
    oauth.dynamicClientRegistrationRequest(as, metadata, http.options),
  ).catch((error) => {
    if (!isRefused(error)) throw error;
    const { status, serviceMessage, requestId } = error;
    const details = { status, serviceMessage, requestId };
    throw new RegistrationRefused('The service refused to register this app.', details);
  });
  return clientOf(response, asked);
}

/** Schema of the answer to a registration. oauth4webapi's function is not used, because it requires fields that some servers omit. */
const registered = z.object({
  client_id: id,
  client_secret: z.string().min(1).optional(),
  token_endpoint_auth_method: z.enum(authMethods).optional(),
});

async function clientOf(response: Response, asked: Client['method']): Promise<Client> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = registered.safeParse(body);
  if (!parsed.success) throw new MalformedAnswer('The registration answer lacks a client id.', { status });
  const { client_id, client_secret: secret, token_endpoint_auth_method: given } = parsed.data;
  if (!secret) return { id: client_id, method: 'none' };
  // Some servers issue a secret even to a client that registered with the method `none`. Deckhand uses such a secret.
  return { id: client_id, secret, method: given ?? (asked === 'none' ? 'client_secret_basic' : asked) };
}
