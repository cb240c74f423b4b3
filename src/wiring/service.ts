import { LRUCache } from 'lru-cache';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { type ConnectionsOptions, createConnections } from '../connections/connections.ts';
import { createOutageLog } from '../outage-log.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { createStore } from '../storage/store.ts';
import { type Deps, OUTAGE_AFTER_MS } from './deps.ts';

export type ServiceModule = ReturnType<typeof wireService>;

/** Maximum number of teams whose client is cached. */
const MAX_CLIENTS = 1_000;

/** Creates the connections, the service client of each team, and the catalogue. */
export function wireService(
  deps: Deps,
  hooks: Required<
    Pick<ConnectionsOptions, 'mayConnect' | 'onChanged' | 'onConnected' | 'onExpired' | 'creditsLeft'>
  >,
) {
  const { config, metrics } = deps;
  const connections = createConnections({
    ...deps,
    ...hooks,
    send: deps.outside.send,
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
  const outage = createOutageLog({
    ...{ ...deps, afterMs: OUTAGE_AFTER_MS, over: 'the service answers again' },
    failing: 'the service does not answer; asks will continue when it answers again',
  });
  const createClient = (team: string) =>
    createServiceClient({
      ...deps,
      send: deps.send,
      baseUrl: config.SERVICE_BASE_URL,
      authorization: connections.authorizationFor(team),
      onCall({ route, status, seconds }) {
        metrics.service.observe({ route, status: String(status) }, seconds);
        if (typeof status === 'string' || status >= 500) outage.failed({ route, status });
        else outage.worked();
      },
    });
  const clients = new LRUCache<string, ServiceClient>({ max: MAX_CLIENTS, memoMethod: createClient });
  /** Returns the team's client for the service; null if the team is not connected. If the connection has expired, calls fail. */
  const clientFor = async (team: string): Promise<ServiceClient | null> =>
    (await connections.stateOf(team)) === 'unconnected' ? null : clients.memo(team);
  return {
    connections,
    clientFor,
    catalogue: createCatalogue({ ...deps, clientFor, connectionOf: connections.idsOf }),
  };
}

/** Returns a function that checks whether Deckhand is installed in a team. If the configuration has a bot token, this is always true. */
function installedIn({ config, db }: Deps) {
  const installations = createStore<unknown>(db, 'installations');
  return async (team: string): Promise<boolean> =>
    config.SLACK_BOT_TOKEN !== undefined || (await installations.has(team));
}
