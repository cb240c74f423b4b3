import type { Actor } from '../actor.ts';
import type { AdmissionPorts } from '../asks/admission.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import { type Connections, createConnections } from '../connections/connections.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { createStore } from '../storage/keyv-store.ts';
import type { Deps } from './deps.ts';

/** The document service, as each team may use it. */
export interface ServiceModule {
  connections: Connections;
  /** null only where the team never was connected; an expired connection shows when it is used. */
  clientFor(team: string): Promise<ServiceClient | null>;
  connectionState: AdmissionPorts['connectionState'];
  catalogue: Catalogue;
}

export interface ServiceHooks {
  mayConnect(actor: Actor): Promise<boolean>;
  onConnected(team: string): Promise<void>;
  onExpired(team: string, person: string): Promise<void>;
}

export function wireService(deps: Deps, hooks: ServiceHooks): ServiceModule {
  const { config, metrics } = deps;
  const connections = createConnections({
    ...deps,
    ...hooks,
    isInstalled: installedIn(deps),
    baseUrl: config.SERVICE_BASE_URL,
    authUrl: config.SERVICE_AUTH_URL,
    publicUrl: config.PUBLIC_URL,
    apiKey: config.SERVICE_API_KEY,
    ...(config.SERVICE_CLIENT_ID && {
      client: { id: config.SERVICE_CLIENT_ID, secret: config.SERVICE_CLIENT_SECRET },
    }),
  });
  const client = (team: string) =>
    createServiceClient({
      ...deps,
      baseUrl: config.SERVICE_BASE_URL,
      authorization: connections.authorizationFor(team),
      onCall: ({ route, status, seconds }) =>
        metrics.service.observe({ route, status: String(status) }, seconds),
    });
  const clientFor = async (team: string) =>
    (await connections.stateOf(team)) === 'unconnected' ? null : client(team);
  return {
    connections,
    clientFor,
    catalogue: createCatalogue({ ...deps, clientFor, connectionOf: connections.idOf }),
    connectionState: connections.stateOf,
  };
}

/** Whether Deckhand is in a team, as the database says now. A bot token in the configuration is taken at its word. */
function installedIn({ config, db }: Deps) {
  const installations = createStore(db, 'installations');
  return async (team: string): Promise<boolean> =>
    config.SLACK_BOT_TOKEN !== undefined || (await installations.has(team));
}
