import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { MalformedAnswer, ServiceError, Unavailable } from '../../service/errors.ts';
import { type Database, withLock } from '../../storage/database.ts';
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
  /** Does the authorization server no longer know the client? */
  isForgotten: (server: ServerMetadata, client: Client) => Promise<boolean>;
}

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

/** Our client at the authorization server: registered once per deployment and stored, or given by the operator. */
export function createClientRegistry(options: ClientRegistryOptions) {
  const { db, store, http, given, redirectUri, isForgotten } = options;
  const currentKey = ({ as }: ServerMetadata) => `current ${as.issuer} ${redirectUri}`;
  const fromOperator = ({ as }: ServerMetadata): Client | null =>
    given
      ? { id: given.id, ...(given.secret && { secret: given.secret }), method: methodFor(given, as) }
      : null;

  async function stillKnown(server: ServerMetadata): Promise<Client | null> {
    const stored = await store.get(currentKey(server));
    return stored && !(await isForgotten(server, stored)) ? stored : null;
  }

  /** Tokens belong to the client that got them, so one that is replaced stays beside its successor. */
  async function registerAnew(server: ServerMetadata): Promise<Client> {
    const client = await register(server, redirectUri, http);
    await store.set(idKey(server, client.id), client);
    await store.set(currentKey(server), client);
    return client;
  }

  return {
    /** The client for new connections. @throws RegistrationRefused */
    async current(server: ServerMetadata): Promise<Client> {
      const known = fromOperator(server) ?? (await stillKnown(server));
      if (known) return known;
      return withLock(
        db,
        'client registration',
        async () => (await stillKnown(server)) ?? registerAnew(server),
      );
    },
    /** The client that a connection was made with. */
    async find(server: ServerMetadata, id: string): Promise<Client | null> {
      const operators = fromOperator(server);
      if (operators?.id === id) return operators;
      const known = await store.get(idKey(server, id));
      if (known) return known;
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
  client_id: z.string().min(1),
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
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: given } = parsed.data;
  if (!secret) return { id, method: 'none' };
  // Given a secret, it is used, whatever was asked for.
  return { id, secret, method: given ?? (asked === 'none' ? 'client_secret_basic' : asked) };
}
