import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../clock.ts';
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
import { revokeGrants } from './revoke.ts';
import type { Scope } from './scopes.ts';
import { createVerifier, type OAuthRefusal, type Principal } from './verify.ts';

export interface AuthorizationServerOptions {
  /** Address of the API, the resource that tokens are for. Asked for when needed: the API may start later. */
  baseUrl: () => string;
  accounts: Account[];
  /** 0 (any free port) when not given. */
  port?: number;
  host?: string;
  /** Folder where clients, grants and keys are kept over a restart; in memory without it. */
  dataDir?: string | null;
  clock?: Clock;
  /** `refused`: registration over HTTP answers 400 "redirect_uri not allowed", as some deployments do. */
  registration?: 'open' | 'refused';
  /** Seconds; an hour when not given. */
  accessTokenTtl?: number;
  /** Shown on the pages. */
  serviceName?: string;
  log?: Log;
}

/** The stand-in's OAuth 2.0 authorization server. It is strict, and goes wrong on request. */
export interface AuthorizationServer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `{auth_url}`; known once started. */
  readonly authUrl: string;
  /** The API's check of a bearer token; `needs` is the scope of the endpoint. */
  verify(bearer: string | undefined, needs?: Scope): Promise<Principal | OAuthRefusal>;
  /** What the API serves under `{base_url}/.well-known/oauth-protected-resource`; null: answer 404. */
  protectedResourceMetadata(): object | null;
  /** Goes wrong as `rule` says until the returned function is called. */
  misbehave(rule: Misbehaviour): () => void;
  /** What was asked of it, oldest first, without secrets. */
  readonly calls: Call[];
  /** Ends all grants, or those of one account: their tokens stop working at once. */
  revokeAll(accountId?: string): Promise<void>;
  registerByHand(client: ClientByHand): Promise<ClientCredentials>;
}

const HOUR = 60 * 60;

export function createAuthorizationServer(given: AuthorizationServerOptions): AuthorizationServer {
  const options = {
    clock: systemClock,
    host: '127.0.0.1',
    port: 0,
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
    revokeAll: (accountId) => revokeGrants(started().store, accountId),
    registerByHand: (client) => registerByHand(started().store, client),
  };
}

interface Running {
  authUrl: string;
  store: RecordStore;
  verify: ReturnType<typeof createVerifier>;
  stop(): Promise<void>;
}

type Settings = AuthorizationServerOptions &
  Required<Pick<AuthorizationServerOptions, 'clock' | 'host' | 'port' | 'accessTokenTtl' | 'serviceName'>>;

async function run(
  options: Settings,
  misbehaviours: ReturnType<typeof createMisbehaviours>,
  calls: Call[],
): Promise<Running> {
  const file = options.dataDir ? join(options.dataDir, 'authorization-server.json') : null;
  const store = await openRecordStore(file, options.clock);
  const keys = await keysOf(store);
  const server = createServer();
  const authUrl = await listen(server, options.port, options.host);
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
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`));
  });
}
