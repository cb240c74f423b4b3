import type * as oauth from 'oauth4webapi';
import { type Database, withLock } from '../storage/database.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import type { AuthorizationPlace } from './discovery.ts';
import type { Client } from './oauth-client.ts';

export interface ClientRegistryOptions {
  db: Database;
  store: SealedStore<Client>;
  /** `SERVICE_CLIENT_ID` and its secret: then nothing is registered. */
  given?: { id: string; secret?: string | undefined } | undefined;
  redirectUri: string;
  register: (place: AuthorizationPlace, redirectUri: string) => Promise<Client>;
  /** Does the authorization server still know the client? */
  isForgotten: (place: AuthorizationPlace, client: Client) => Promise<boolean>;
}

/** Who we are at the authorization server: registered once per deployment and kept, or given by the operator. */
export interface ClientRegistry {
  /** The client for new connections. @throws RegistrationRefused */
  current(place: AuthorizationPlace): Promise<Client>;
  /** The client that a connection was made with. */
  find(place: AuthorizationPlace, id: string): Promise<Client | null>;
  isGiven(id: string): boolean;
}

export function createClientRegistry(options: ClientRegistryOptions): ClientRegistry {
  const { db, store, given, redirectUri } = options;
  const fromOperator = ({ as }: AuthorizationPlace): Client | null =>
    given
      ? { id: given.id, ...(given.secret && { secret: given.secret }), method: methodFor(given, as) }
      : null;

  async function stillKnown(place: AuthorizationPlace): Promise<Client | null> {
    const kept = await store.get(currentKey(place, redirectUri));
    return kept && !(await options.isForgotten(place, kept)) ? kept : null;
  }

  /** Tokens belong to the client that got them, so one that is replaced is kept beside its successor. */
  async function registerAndKeep(place: AuthorizationPlace): Promise<Client> {
    const client = await options.register(place, redirectUri);
    await store.set(idKey(client.id), client);
    await store.set(currentKey(place, redirectUri), client);
    return client;
  }

  return {
    async current(place) {
      const known = fromOperator(place) ?? (await stillKnown(place));
      if (known) return known;
      return withLock(
        db,
        'client registration',
        async () => (await stillKnown(place)) ?? registerAndKeep(place),
      );
    },
    async find(place, id) {
      const operators = fromOperator(place);
      return operators?.id === id ? operators : ((await store.get(idKey(id))) ?? null);
    },
    isGiven: (id) => given?.id === id,
  };
}

const idKey = (id: string) => `id ${id}`;
const currentKey = ({ as }: AuthorizationPlace, redirectUri: string) => `current ${as.issuer} ${redirectUri}`;

/** Without word of the server's, `client_secret_basic`: what OAuth takes for granted. */
function methodFor(
  { secret }: { secret?: string | undefined },
  as: oauth.AuthorizationServer,
): Client['method'] {
  if (!secret) return 'none';
  const supported = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}
