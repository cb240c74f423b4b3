import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../actor.ts';
import type { Connected, Connections } from '../connections/connections.ts';
import { failure } from '../connections/failures.ts';
import type { Log } from '../log.ts';
import { createBrowserBinding } from './browser-binding.ts';
import { beginPage, connectedPage, connectFailurePage, type Names } from './connect-pages.ts';
import { sendPage } from './page.ts';
import type { Route } from './server.ts';

export interface ConnectRoutesOptions {
  connections: Pick<Connections, 'peek' | 'begin' | 'callback'>;
  serviceName: string;
  /** `PUBLIC_URL`. Without it nobody is given a link. */
  publicUrl?: string | undefined;
  /** The names of the person and of the team, as far as they are known. */
  namesOf(actor: Actor): Promise<Names>;
  /** A person has connected a team; the browser does not wait for it. */
  onConnected(connected: Connected): Promise<void>;
  log: Log;
}

/** The browser's way to the service's sign-in and back. */
export function connectRoutes(options: ConnectRoutesOptions): Route[] {
  const { connections, serviceName, publicUrl = 'http://localhost', log } = options;
  const address = `${publicUrl}/service/connect`;
  const binding = createBrowserBinding(address);

  /** Shows whose workspace it is, and the button, until the button is clicked in the browser that was shown it. */
  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const ticket = query.get('ticket') ?? '';
    const { secret, setCookie } = binding.meet(request);
    const actor = await connections.peek(ticket, secret);
    if (!actor) return sendPage(response, connectFailurePage(serviceName, failure('expired')));
    const href = `${address}?${new URLSearchParams({ ticket, go: binding.proof(ticket, secret) })}`;
    const names = await options.namesOf(actor);
    response.setHeader('set-cookie', setCookie);
    sendPage(response, beginPage(serviceName, { ...names, wasPressed: query.has('go') }, href));
  }

  async function begin(ticket: string, browser: string, response: ServerResponse): Promise<void> {
    const outcome = await connections.begin(ticket, browser);
    if (!outcome.ok) {
      log.info({ problem: outcome.problem }, 'a link to connect led nowhere');
      return sendPage(response, connectFailurePage(serviceName, outcome));
    }
    response
      .writeHead(302, {
        location: outcome.redirectTo,
        'set-cookie': outcome.setCookie,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .end();
  }

  async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outcome = await connections.callback(queryOf(request), request.headers.cookie);
    if (!outcome.ok) {
      log.info({ problem: outcome.problem }, 'a team was not connected');
      return sendPage(response, connectFailurePage(serviceName, outcome));
    }
    const { team, person } = outcome;
    log.info({ team, person }, 'a team was connected');
    sendPage(response, connectedPage(serviceName, outcome.summary, await options.namesOf(outcome)));
    await options.onConnected(outcome).catch((err) => log.warn({ team, err }, 'nobody was told in Slack'));
  }

  return [
    {
      method: 'GET',
      path: '/service/connect',
      async handle(request, response) {
        const query = queryOf(request);
        const ticket = query.get('ticket') ?? '';
        const browser = binding.check(request, ticket, query.get('go') ?? '');
        return browser ? begin(ticket, browser, response) : show(request, response);
      },
    },
    { method: 'GET', path: '/service/callback', handle: callback },
  ];
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '', 'http://localhost').searchParams;
}
