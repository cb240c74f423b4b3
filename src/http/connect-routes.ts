import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Asker } from '../connections/authorization-flow.ts';
import type { Connected, Connections } from '../connections/connections.ts';
import { failure } from '../connections/outcome.ts';
import type { Log } from '../log.ts';
import { beginPage, connectedPage, connectFailurePage, type Names } from './connect-pages.ts';
import { type Page, sendPage } from './page.ts';
import type { Route } from './server.ts';

export interface ConnectRoutesOptions {
  connections: Pick<Connections, 'whose' | 'depart' | 'arrive'>;
  serviceName: string;
  /** How people know who connects what; as much of it as can be told. */
  namesOf(asker: Asker): Promise<Names>;
  /** A person has connected a team; the browser does not wait for it. */
  onConnected(connected: Connected): Promise<void>;
  log: Log;
}

/** The browser's way to the service's sign-in and back. */
export function connectRoutes(options: ConnectRoutesOptions): Route[] {
  const { connections, serviceName, log } = options;

  async function begin(ticket: string): Promise<Page> {
    const asker = await connections.whose(ticket);
    if (!asker) return connectFailurePage(serviceName, failure('expired'));
    const href = `/service/connect?${new URLSearchParams({ ticket, go: '1' })}`;
    return beginPage(serviceName, await options.namesOf(asker), href);
  }

  async function depart(ticket: string, response: ServerResponse): Promise<void> {
    const departure = await connections.depart(ticket);
    if (!departure.ok) {
      log.info({ problem: departure.problem }, 'a link to connect led nowhere');
      return sendPage(response, connectFailurePage(serviceName, departure));
    }
    response
      .writeHead(302, {
        location: departure.redirectTo,
        'set-cookie': departure.setCookie,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .end();
  }

  async function arrive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outcome = await connections.arrive(queryOf(request), request.headers.cookie);
    if (!outcome.ok) {
      log.info({ problem: outcome.problem }, 'a team was not connected');
      return sendPage(response, connectFailurePage(serviceName, outcome));
    }
    const { team, person } = outcome;
    log.info({ team, person }, 'a team was connected');
    sendPage(response, connectedPage(serviceName, outcome.state));
    await options.onConnected(outcome).catch((err) => log.warn({ team, err }, 'nobody was told in Slack'));
  }

  return [
    {
      method: 'GET',
      path: '/service/connect',
      async handle(request, response) {
        const query = queryOf(request);
        const ticket = query.get('ticket') ?? '';
        if (query.get('go')) return depart(ticket, response);
        sendPage(response, await begin(ticket));
      },
    },
    { method: 'GET', path: '/service/callback', handle: arrive },
  ];
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '', 'http://localhost').searchParams;
}
