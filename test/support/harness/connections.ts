import { onTestFinished } from 'vitest';
import { approve } from '../../../sandbox/service/oauth/approve.ts';
import {
  type AuthorizationServer,
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from '../../../sandbox/service/oauth/authorization-server.ts';
import { accountsOf, besideApi } from '../../../sandbox/service/oauth/beside-api.ts';
import { sampleWorkspaces } from '../../../sandbox/service/samples/workspaces.ts';
import { createServiceStandIn, type ServiceStandIn } from '../../../sandbox/service/stand-in.ts';
import {
  type Connected,
  type Connections,
  type ConnectionsOptions,
  createConnections,
} from '../../../src/connections/connections.ts';
import type { ConnectFailure } from '../../../src/connections/failures.ts';
import { createServiceClient, type ServiceClient } from '../../../src/service/client.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createTestLog, type TestLog } from '../log.ts';
import { send } from '../send.ts';
import { createMovableClock, type MovableClock } from './clock.ts';

export const TEAM = 'T0NORTH';
export const ANA = 'U0ANA';
export const PUBLIC_URL = 'http://127.0.0.1:9/deckhand';
/** The secret of Ana's browser. */
export const BROWSER = 'the browser of Ana';
export const API_KEY = 'sk-standin-northwind';
/** Good as well, for the same member. */
export const SECOND_API_KEY = 'sk-standin-northwind-2';

/** The service with its sign-in, and as many processes of Deckhand as are wanted, all in one time. */
export interface Harness {
  server: AuthorizationServer;
  api: ServiceStandIn;
  clock: MovableClock;
  log: TestLog;
  expired: { team: string; person: string }[];
  connected: string[];
  /** One more process of Deckhand. */
  process(options?: Partial<ConnectionsOptions>): Connections;
  clientOf(connections: Connections, team?: string): ServiceClient;
  /** Ana connects a team, all the way. */
  connect(connections: Connections, team?: string, answer?: typeof ANAS_ANSWER): Promise<void>;
  refreshes(): number;
}

export async function createHarness(
  db: Database,
  options: Partial<AuthorizationServerOptions> = {},
): Promise<Harness> {
  const clock = createMovableClock();
  const accounts = accountsOf(sampleWorkspaces());
  const server = createAuthorizationServer({ baseUrl: () => api.baseUrl, accounts, clock, ...options });
  const api = createServiceStandIn({ clock, apiKeys: [API_KEY, SECOND_API_KEY], ...besideApi(server) });
  await server.start();
  await api.start();
  onTestFinished(async () => void (await Promise.all([server.stop(), api.stop()])));

  const log = createTestLog();
  const expired: Harness['expired'] = [];
  const connected: string[] = [];
  const usual = {
    db,
    send,
    clock,
    log: log.log,
    baseUrl: api.baseUrl,
    publicUrl: PUBLIC_URL,
    onExpired: async (team: string, person: string) => void expired.push({ team, person }),
    onConnected: async (team: string) => void connected.push(team),
  };

  return {
    server,
    api,
    clock,
    log,
    expired,
    connected,
    process: (more) => createConnections({ ...usual, ...more }),
    clientOf: (connections, team = TEAM) =>
      createServiceClient({ ...usual, authorization: connections.authorizationFor(team) }),
    async connect(connections, team = TEAM, answer = ANAS_ANSWER) {
      const journey = await travel(connections, { team, answer });
      const outcome = await finish(connections, journey);
      if (!outcome.ok) throw new Error(`Connecting ended with ${outcome.problem}`);
    },
    refreshes: () => server.calls.filter(({ grantType }) => grantType === 'refresh_token').length,
  };
}

export const ANAS_ANSWER = { account: 'vera@northwind.example', workspace: 'Northwind Studio' };

/** The ticket in Ana's link. */
export async function ticketFor(connections: Connections, team = TEAM): Promise<string> {
  const link = new URL((await connections.createLink({ team, person: ANA })) ?? '');
  return link.searchParams.get('ticket') ?? '';
}

/** The browser comes back, and the person who got the link types the code that it shows. */
export async function finish(
  connections: Connections,
  { answer, cookies }: { answer: URLSearchParams; cookies: string | undefined },
): Promise<Connected | ConnectFailure> {
  const signedIn = await connections.callback(answer, cookies);
  return signedIn.ok ? connections.confirm(signedIn, signedIn.code) : signedIn;
}

/** The browser's way from the link to the service and back; what it then brings to `callback`. */
export async function travel(
  connections: Connections,
  { team = TEAM, deny = false, answer = ANAS_ANSWER } = {},
) {
  const redirect = await connections.begin(await ticketFor(connections, team), BROWSER);
  if (!redirect.ok) throw new Error(`Beginning ended with ${redirect.problem}`);
  const back = new URL(await approve(redirect.redirectTo, { ...answer, deny }));
  return { answer: back.searchParams, cookies: redirect.setCookie.split(';')[0], back, redirect };
}
