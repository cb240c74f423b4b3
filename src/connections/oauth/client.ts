import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { MalformedAnswer, ServiceError, Unavailable } from '../../service/errors.ts';
import { id } from '../../service/routes/answer.ts';
import { type Database, withLock } from '../../storage/database.ts';
import { createStore } from '../../storage/keyv-store.ts';
import type { SealedStore } from '../../storage/sealed-store.ts';
import type { ServerMetadata } from './discovery.ts';
import { type OAuthHttp, translated } from './http.ts';

/** How a client proves who it is at the token endpoint, best first. */
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** As whom the authorization server knows Deckhand. */
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
  store: SealedStore<Client>;
  http: OAuthHttp;
  /** `SERVICE_CLIENT_ID` and its secret: then nothing is registered. */
  given?: { id: string; secret?: string | undefined } | undefined;
  redirectUri: string;
  /** `SERVICE_BASE_URL` and `SERVICE_AUTH_URL`. */
  baseUrl: string;
  authUrl?: string | undefined;
  clock: Clock;
  log: Log;
  /** Does the authorization server no longer know the client? */
  isForgotten: (server: ServerMetadata, client: Client) => Promise<boolean>;
}

/** Milliseconds for which a client counts as known once the server has shown that it knows it. */
const KNOWN_FOR_MS = 60 * 60_000;

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

/** Our client at the authorization server: registered once per deployment and stored, or given by the operator. */
export function createClientRegistry(options: ClientRegistryOptions) {
  const { db, store, http, given, redirectUri, baseUrl, authUrl, clock, log, isForgotten } = options;
  const issuers = createStore(db, 'issuer-of-given-client');
  const known = new LRUCache<string, true>({ max: 100, ttl: KNOWN_FOR_MS, ttlResolution: 0, perf: clock });
  const currentKey = ({ as }: ServerMetadata) => `current ${as.issuer} ${redirectUri}`;

  async function fromOperator(server: ServerMetadata): Promise<Client | null> {
    if (!given) return null;
    await expectIssuer(given.id, server.as.issuer);
    const { secret } = given;
    return { id: given.id, ...(secret && { secret }), method: methodFor(given, server.as) };
  }

  /**
   * The operator's secret is for one authorization server: the configured one, or the first that the service at this address
   * has named. @throws RegistrationRefused where metadata names another by now
   */
  async function expectIssuer(id: string, issuer: string): Promise<void> {
    const key = `${id} ${baseUrl}`;
    const expected = authUrl ?? (await issuers.get<string>(key));
    if (expected === undefined) return void (await issuers.set(key, issuer));
    if (expected === issuer) return;
    log.error({ expected, issuer }, 'SERVICE_CLIENT_SECRET is for another sign-in than the service names');
    throw new RegistrationRefused('The client of the configuration is for another sign-in.', {
      serviceMessage: `SERVICE_CLIENT_ID was set up for the sign-in at ${expected}. Where it has moved for good, set SERVICE_AUTH_URL.`,
    });
  }

  /** Asking is a request that fails on purpose, so it is made now and then, and not for every sign-in. */
  async function stillKnown(server: ServerMetadata): Promise<Client | null> {
    const stored = await store.get(currentKey(server));
    if (!stored) return null;
    const key = idKey(server, stored.id);
    if (known.has(key)) return stored;
    if (await isForgotten(server, stored)) return null;
    known.set(key, true);
    return stored;
  }

  /** Tokens belong to the client that got them, so one that is replaced stays beside its successor. */
  async function registerAnew(server: ServerMetadata): Promise<Client> {
    const client = await register(server, redirectUri, http);
    await store.set(idKey(server, client.id), client);
    await store.set(currentKey(server), client);
    known.set(idKey(server, client.id), true);
    return client;
  }

  return {
    /** The client for new connections. @throws RegistrationRefused */
    async current(server: ServerMetadata): Promise<Client> {
      const client = (await fromOperator(server)) ?? (await stillKnown(server));
      if (client) return client;
      return withLock(
        db,
        'client registration',
        async () => (await stillKnown(server)) ?? registerAnew(server),
      );
    },
    /** The client that a connection was made with. */
    async find(server: ServerMetadata, id: string): Promise<Client | null> {
      if (given?.id === id) return fromOperator(server);
      const stored = await store.get(idKey(server, id));
      if (stored) return stored;
      // Those registered before they were kept by issuer.
      const current = await store.get(currentKey(server));
      return current?.id === id ? current : null;
    },
    isGiven: (id: string) => given?.id === id,
  };
}

/** Another server may give out the same id, and must not be sent this one's secret. */
const idKey = ({ as }: ServerMetadata, id: string) => `id ${as.issuer} ${id}`;

/** OAuth takes `client_secret_basic` for granted where the server names no methods. */
function methodFor(
  { secret }: { secret?: string | undefined },
  as: oauth.AuthorizationServer,
): Client['method'] {
  if (!secret) return 'none';
  const supported = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** The authorization server does not let apps register themselves (here); an operator registers by hand. */
export class RegistrationRefused extends ServiceError {}

/** Registers a client (RFC 7591). */
async function register({ as }: ServerMetadata, redirectUri: string, http: OAuthHttp): Promise<Client> {
  if (!as.registration_endpoint) throw new RegistrationRefused('The service does not let apps register.');
  http.allowed(as.registration_endpoint);
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
  const response = await translated(() => oauth.dynamicClientRegistrationRequest(as, metadata, http.options));
  return clientOf(response, asked);
}

/**
 * Servers are seen to leave out what RFC 7591 asks for; these three are all that is needed. (Not oauth4webapi's
 * `processDynamicClientRegistrationResponse`: it wants status 201, and an expiry beside every secret.)
 */
const registered = z.object({
  client_id: id,
  client_secret: z.string().min(1).optional(),
  token_endpoint_auth_method: z.enum(authMethods).optional(),
});

const refusal = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  message: z.string().optional(),
});

async function clientOf(response: Response, asked: Client['method']): Promise<Client> {
  const { status, ok } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status >= 500 || status === 429) throw new Unavailable('The service is not available.', { status });
  if (!ok) {
    const { error, error_description, message } = refusal.safeParse(body).data ?? {};
    const serviceMessage = error_description ?? message ?? error;
    throw new RegistrationRefused('The service refused to register this app.', { status, serviceMessage });
  }
  const parsed = registered.safeParse(body);
  if (!parsed.success) throw new MalformedAnswer('The registration answer lacks a client id.', { status });
  const { client_id, client_secret: secret, token_endpoint_auth_method: given } = parsed.data;
  if (!secret) return { id: client_id, method: 'none' };
  // Given a secret, it is used, whatever was asked for.
  return { id: client_id, secret, method: given ?? (asked === 'none' ? 'client_secret_basic' : asked) };
}
