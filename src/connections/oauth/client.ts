import * as oauth from 'oauth4webapi';
import { type Database, withLock } from '../../storage/database.ts';
import type { SealedStore } from '../../storage/sealed-store.ts';
import type { ServerMetadata } from './discovery.ts';

/** How a client proves who it is at the token endpoint, best first. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

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

export interface ClientRegistryOptions {
  db: Database;
  store: SealedStore<Client>;
  /** `SERVICE_CLIENT_ID` and its secret: then nothing is registered. */
  given?: { id: string; secret?: string | undefined } | undefined;
  redirectUri: string;
  register: (server: ServerMetadata, redirectUri: string) => Promise<Client>;
  /** Does the authorization server no longer know the client? */
  isForgotten: (server: ServerMetadata, client: Client) => Promise<boolean>;
}

/** Our client at the authorization server: registered once per deployment and stored, or given by the operator. */
export interface ClientRegistry {
  /** The client for new connections. @throws RegistrationRefused */
  current(server: ServerMetadata): Promise<Client>;
  /** The client that a connection was made with. */
  find(server: ServerMetadata, id: string): Promise<Client | null>;
  isGiven(id: string): boolean;
}

export function createClientRegistry(options: ClientRegistryOptions): ClientRegistry {
  const { db, store, given, redirectUri } = options;
  const fromOperator = ({ as }: ServerMetadata): Client | null =>
    given
      ? { id: given.id, ...(given.secret && { secret: given.secret }), method: methodFor(given, as) }
      : null;

  async function stillKnown(server: ServerMetadata): Promise<Client | null> {
    const stored = await store.get(currentKey(server, redirectUri));
    return stored && !(await options.isForgotten(server, stored)) ? stored : null;
  }

  /** Tokens belong to the client that got them, so one that is replaced stays beside its successor. */
  async function register(server: ServerMetadata): Promise<Client> {
    const client = await options.register(server, redirectUri);
    await store.set(idKey(client.id), client);
    await store.set(currentKey(server, redirectUri), client);
    return client;
  }

  return {
    async current(server) {
      const known = fromOperator(server) ?? (await stillKnown(server));
      if (known) return known;
      return withLock(db, 'client registration', async () => (await stillKnown(server)) ?? register(server));
    },
    async find(server, id) {
      const operators = fromOperator(server);
      return operators?.id === id ? operators : ((await store.get(idKey(id))) ?? null);
    },
    isGiven: (id) => given?.id === id,
  };
}

const idKey = (id: string) => `id ${id}`;
const currentKey = ({ as }: ServerMetadata, redirectUri: string) => `current ${as.issuer} ${redirectUri}`;

/** OAuth takes `client_secret_basic` for granted where the server names no methods. */
function methodFor(
  { secret }: { secret?: string | undefined },
  as: oauth.AuthorizationServer,
): Client['method'] {
  if (!secret) return 'none';
  const supported = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}
