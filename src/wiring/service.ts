import { LRUCache } from 'lru-cache';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { type ConnectionsOptions, createConnections } from '../connections/connections.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { createStore } from '../storage/keyv-store.ts';
import type { Deps } from './deps.ts';
import { serviceCall } from './traces.ts';

export type ServiceModule = ReturnType<typeof wireService>;

/** Teams whose client is kept. A client has a method for each route, and each generation that is followed holds one. */
const CLIENTS = 1_000;

/** The document service, as each team may use it. */
export function wireService(
  deps: Deps,
  hooks: Required<
    Pick<ConnectionsOptions, 'mayConnect' | 'onChanged' | 'onConnected' | 'onExpired' | 'creditsLeft'>
  >,
) {
  const { config, metrics, traces } = deps;
  const connections = createConnections({
    ...deps,
    ...hooks,
    fetch: deps.outside.fetch,
    onLost: metrics.connectionLost,
    isInstalled: installedIn(deps),
    baseUrl: config.SERVICE_BASE_URL,
    authUrl: config.SERVICE_AUTH_URL,
    publicUrl: config.PUBLIC_URL,
    apiKey: config.SERVICE_API_KEY,
    apiKeyTeams: config.SERVICE_API_KEY_TEAMS,
    ...(config.SERVICE_CLIENT_ID && {
      client: { id: config.SERVICE_CLIENT_ID, secret: config.SERVICE_CLIENT_SECRET },
    }),
  });
  const createClient = (team: string) =>
    createServiceClient({
      ...deps,
      fetch: deps.serviceFetch,
      baseUrl: config.SERVICE_BASE_URL,
      authorization: connections.authorizationFor(team),
      onCall(report) {
        const { route, status, seconds } = report;
        metrics.service.observe({ route, status: String(status) }, seconds);
        traces?.called(serviceCall(report));
      },
    });
  const clients = new LRUCache<string, ServiceClient>({ max: CLIENTS, memoMethod: createClient });
  /** null only where the team never was connected; an expired connection shows when it is used. */
  const clientFor = async (team: string): Promise<ServiceClient | null> =>
    (await connections.stateOf(team)) === 'unconnected' ? null : clients.memo(team);
  return {
    connections,
    clientFor,
    catalogue: createCatalogue({ ...deps, clientFor, connectionOf: connections.idsOf }),
  };
}

/** Whether Deckhand is in a team, as the database says now. A bot token in the configuration is taken at its word. */
function installedIn({ config, db }: Deps) {
  const installations = createStore(db, 'installations');
  return async (team: string): Promise<boolean> =>
    config.SLACK_BOT_TOKEN !== undefined || (await installations.has(team));
}
