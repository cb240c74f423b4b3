import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../clock.ts';
import { listen, shut } from '../../listen.ts';
import type { Log } from '../../log.ts';
import type { Account } from './accounts.ts';
import { type Call, createFrontDoor } from './front-door.ts';
import { createInteractions } from './interaction.ts';
import { keysOf } from './keys.ts';
import { resourceMetadata } from './metadata.ts';
import { createMisbehaviours, type Misbehaviour } from './misbehaviour.ts';
import { createProvider } from './provider.ts';
import { openRecordStore, type RecordStore } from './record-store.ts';
import { type ClientByHand, type ClientCredentials, registerByHand } from './registration.ts';
import type { Scope } from './scopes.ts';
import { createVerifier, type OAuthRefusal, type Principal } from './verify.ts';

export interface AuthorizationServerOptions {
  /** Returns the address of the API, the resource of the tokens. A function, because the API may start later. */
  baseUrl: () => string;
  accounts: Account[];
  /** 0, the default, takes a free port. */
  port?: number;
  /** Folder where clients, grants and keys survive a restart. Without it they are kept in memory. */
  dataDir?: string | null;
  clock?: Clock;
  /** `refused`: registration over HTTP responds 400 "redirect_uri not allowed", as some deployments do. */
  registration?: 'open' | 'refused';
  /** Seconds; an hour by default. */
  accessTokenTtl?: number;
  /** Name of the service on the pages. */
  serviceName?: string;
  log?: Log;
}

/** The stand-in's OAuth 2.0 authorization server. */
export interface AuthorizationServer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `{auth_url}`; known once started. */
  readonly authUrl: string;
  /** Checks a bearer token for the API; `needs` is the scope of the endpoint. */
  verify(bearer: string | undefined, needs?: Scope): Promise<Principal | OAuthRefusal>;
  /** Returns the API's response at `{base_url}/.well-known/oauth-protected-resource`, or null for a 404. */
  protectedResourceMetadata(): object | null;
  /** Adds a fault. The returned function removes it. */
  misbehave(rule: Misbehaviour): () => void;
  /** The requests, oldest first, without secrets. */
  readonly calls: Call[];
  /** Revokes all grants, or those of one account. Their tokens stop working at once. */
  revokeAll(accountId?: string): Promise<void>;
  /** Registers a client like an operator, where registration over HTTP is refused. */
  registerByHand(client: ClientByHand): Promise<ClientCredentials>;
}

const HOUR = 60 * 60;

export function createAuthorizationServer(given: AuthorizationServerOptions): AuthorizationServer {
  const options = {
    clock: systemClock,
    accessTokenTtl: HOUR,
    serviceName: 'Document service',
    ...given,
  };
  const misbehaviours = createMisbehaviours();
  const calls: Call[] = [];
  let running: Running | null = null;
  const started = () => {
    if (!running) throw new Error('The authorization server is not started');
    return running;
  };

  return {
    calls,
    get authUrl() {
      return started().authUrl;
    },
    async start() {
      running ??= await run(options, misbehaviours, calls);
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
    verify: (bearer, needs) => started().verify(bearer, needs),
    protectedResourceMetadata() {
      if (misbehaviours.take('resource-metadata')) return null;
      return resourceMetadata(started().authUrl, options.baseUrl());
    },
    misbehave: misbehaviours.add,
    revokeAll: async (accountId) => revokeGrants(started().store, accountId),
    registerByHand: async (client) => registerByHand(started().store, client),
  };
}

interface Running {
  authUrl: string;
  store: RecordStore;
  verify: ReturnType<typeof createVerifier>;
  stop(): Promise<void>;
}

type Settings = AuthorizationServerOptions &
  Required<Pick<AuthorizationServerOptions, 'clock' | 'accessTokenTtl' | 'serviceName'>>;

async function run(
  options: Settings,
  misbehaviours: ReturnType<typeof createMisbehaviours>,
  calls: Call[],
): Promise<Running> {
  const file = options.dataDir ? join(options.dataDir, 'authorization-server.json') : null;
  const store = await openRecordStore(file, options.clock);
  const keys = keysOf(store);
  const server = createServer();
  // A client that keeps a connection would send its next request into it, even if the server was restarted on the same port meanwhile.
  server.maxRequestsPerSocket = 1;
  const authUrl = await listen(server, options.port);
  const provider = createProvider({ ...options, authUrl, store, keys });
  const stopped = new AbortController();
  const frontDoor = createFrontDoor({
    ...options,
    authUrl,
    provider,
    interactions: createInteractions({ ...options, provider, store }),
    misbehaviours,
    calls,
    stopped: stopped.signal,
  });
  server.on('request', frontDoor);
  return {
    authUrl,
    store,
    verify: createVerifier({ ...options, authUrl: () => authUrl, store, keys }),
    async stop() {
      stopped.abort();
      await shut(server);
      await store.close();
    },
  };
}

/** Revokes the grants of one account, or all. The API then refuses their access tokens. Their refresh tokens are deleted. */
function revokeGrants(store: RecordStore, accountId?: string): void {
  const grants = store
    .all('Grant')
    .flatMap(([id, grant]) => (accountId === undefined || grant.accountId === accountId ? [id] : []));
  store.delete('Grant', grants);
  for (const kind of ['RefreshToken', 'AuthorizationCode']) {
    const ids = store
      .all(kind)
      .flatMap(([id, token]) => (grants.includes(String(token.grantId)) ? [id] : []));
    store.delete(kind, ids);
  }
}
