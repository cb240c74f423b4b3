import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../actor.ts';
import { createBrowserCookie } from '../connections/browser-cookie.ts';
import type { Connections, SignedIn } from '../connections/connections.ts';
import { failure } from '../connections/failures.ts';
import { fingerprint, randomSecret } from '../connections/one-time.ts';
import type { Log } from '../log.ts';
import { codePage, connectFailurePage, type Names, startPage } from './connect-pages.ts';
import { sendPage } from './page.ts';
import type { Route } from './server.ts';

export interface ConnectRoutesOptions {
  connections: Pick<Connections, 'peek' | 'begin' | 'callback'>;
  serviceName: string;
  /** `PUBLIC_URL`. If it is undefined, Deckhand creates no links to these routes. */
  publicUrl?: string | undefined;
  /** Returns the names of the person and the team, if they are known; null if Deckhand is not installed in the team. */
  namesOf(actor: Actor): Promise<Names | null>;
  /** Sends the person who requested the link a Slack message with a button for entering the code. */
  onSignedIn(actor: SignedIn): Promise<void>;
  log: Log;
}

/** Creates the routes that lead a browser to the service's sign-in and back. */
export function connectRoutes(options: ConnectRoutesOptions): Route[] {
  const { connections, serviceName, publicUrl = 'http://localhost', log } = options;
  const startUrl = `${publicUrl}/service/connect`;
  const binding = createBrowserBinding(startUrl);

  /** Sends the start page, whose button continues to the service. */
  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = queryOf(request);
    const ticket = query.get('ticket') ?? '';
    const { secret, setCookie } = binding.issue(request);
    const actor = await connections.peek(ticket, secret);
    if (!actor) return sendPage(response, connectFailurePage(serviceName, failure('expired')));
    const href = `${startUrl}?${new URLSearchParams({ ticket, go: binding.proof(ticket, secret) })}`;
    const names = await options.namesOf(actor);
    if (!names) return sendPage(response, connectFailurePage(serviceName, failure('not_allowed')));
    response.setHeader('set-cookie', setCookie);
    sendPage(response, startPage(serviceName, { ...names, wasClicked: query.has('go') }, href));
  }

  /** Redirects to the service's sign-in. */
  async function begin(ticket: string, browser: string, response: ServerResponse): Promise<void> {
    const outcome = await connections.begin(ticket, browser);
    if (!outcome.ok) {
      log.info({ problem: outcome.problem }, 'A link to connect was rejected');
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

  /** Handles the redirect back from the service. */
  async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outcome = await connections.callback(queryOf(request), request.headers.cookie);
    if (!outcome.ok) {
      log.info({ problem: outcome.problem }, 'A team could not be connected');
      return sendPage(response, connectFailurePage(serviceName, outcome));
    }
    const { team, person } = outcome;
    log.info({ team, person }, 'A person has signed in and is asked for the code');
    sendPage(response, codePage(serviceName, outcome.code, (await options.namesOf(outcome)) ?? {}));
    await options
      .onSignedIn(outcome)
      .catch((err) => log.warn({ team, err }, 'A person could not be asked for the code'));
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

/**
 * Creates functions that make the URL of a page's button work only in the browser that loaded the page. The URL contains a hash of the
 * secret in the browser's cookie.
 * @param url public URL of the page
 */
function createBrowserBinding(url: string) {
  // SameSite=Strict: the browser sends the cookie for clicks on our own page, but not for requests from other sites.
  const cookie = createBrowserCookie(url, 'deckhand_begin', 'strict');
  /** Returns the secret in the browser's cookie; undefined if the cookie is missing or malformed. */
  const secretIn = ({ headers }: IncomingMessage) => {
    const value = cookie.read(headers.cookie);
    return value && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  /** Returns the parameter `go` of the button's URL: a hash of the ticket in the link and of the browser's secret. */
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    /** Returns the browser's secret, or a new one if the browser has none. */
    issue(request: IncomingMessage): { secret: string; setCookie: string } {
      const secret = secretIn(request) ?? randomSecret();
      return { secret, setCookie: cookie.write(secret) };
    },
    proof,
    /** Returns the browser's secret if `given` is the result of `proof` for this browser and this ticket, otherwise undefined. */
    check(request: IncomingMessage, ticket: string, given: string): string | undefined {
      const secret = secretIn(request);
      return secret && proof(ticket, secret) === given ? secret : undefined;
    },
  };
}
