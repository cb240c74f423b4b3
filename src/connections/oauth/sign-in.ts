import * as oauth from 'oauth4webapi';
import type { Actor } from '../../actor.ts';
import { ServiceError } from '../../service/errors.ts';
import { forReaders } from '../../service/routes/answer.ts';
import { type Database, withLock } from '../../storage/database.ts';
import { createBrowserCookie } from '../browser-cookie.ts';
import { type ConnectFailure, failure } from '../failures.ts';
import { fingerprint, isFingerprintOf, type OneTime, randomSecret } from '../one-time.ts';
import { type ClientRegistry, RegistrationRefused } from './client.ts';
import type { Discovery, ServerMetadata } from './discovery.ts';
import { isRefused } from './http.ts';
import type { TokenRequests, Tokens } from './tokens.ts';

/** The stored data of a link to connect: the team, and the person who requested the link. The secret in the link is its ticket. */
export interface Invitation extends Actor {
  /** Hash of the browser's secret. Set when a sign-in with the link begins, because no other browser may use the link after that. */
  browser?: string;
}

/** The stored data of a started sign-in, with which the answer of the service is checked. */
interface PendingSignIn extends Actor {
  ticket: string;
  server: ServerMetadata;
  clientId: string;
  verifier: string;
  /** Hash of the secret in the sign-in's cookie. Only the browser that began the sign-in has this cookie. */
  browser: string;
}

interface SignInOptions {
  db: Database;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  tickets: OneTime<Invitation>;
  pending: OneTime<PendingSignIn>;
  /** `PUBLIC_URL` followed by `/service/callback`. */
  redirectUri: string;
  /** Returns whether the person may connect the team. Called when a sign-in begins and again when it ends, because roles change. */
  mayConnect: (actor: Actor) => Promise<boolean>;
}

/** The response to the browser: a redirect to the service's sign-in, and our cookie. */
export interface SignInRedirect {
  ok: true;
  redirectTo: string;
  setCookie: string;
}

interface Tokened extends Actor {
  ok: true;
  tokens: Tokens;
  issuer: string;
  clientId: string;
}

/** OAuth scope that is requested. No other scope allows making documents (the service's API reference, "Scopes"). */
const SCOPE = 'generate';

/** Creates the authorization code flow with PKCE. `begin` redirects the browser to the service, and `callback` handles its return. */
export function createSignIn(options: SignInOptions) {
  const { db, discover, registry, requests, tickets, pending, redirectUri, mayConnect } = options;

  /** Returns the actor who requested the link with this ticket; null if the link is invalid or was used in another browser. */
  async function peek(ticket: string, browser: string): Promise<Actor | null> {
    const invitation = await tickets.peek(ticket);
    if (!invitation || (invitation.browser && !isFingerprintOf(invitation.browser, browser))) return null;
    return { team: invitation.team, person: invitation.person };
  }

  /** Begins a sign-in and binds the ticket to this browser. A double click works, because the ticket is valid until the browser returns. */
  async function begin(ticket: string, browser: string): Promise<SignInRedirect | ConnectFailure> {
    if (!(await peek(ticket, browser))) return failure('expired');
    try {
      const server = await discover();
      const client = await registry.current(server);
      const actor = await bind(ticket, browser);
      if (!actor) return failure('expired');
      return (await mayConnect(actor)) ? redirect(actor, ticket, server, client.id) : failure('not_allowed');
    } catch (error) {
      return failureOf(error);
    }
  }

  function bind(ticket: string, browser: string): Promise<Actor | null> {
    return withLock(db, `ticket ${fingerprint(ticket)}`, async () => {
      const actor = await peek(ticket, browser);
      if (actor) await tickets.replace(ticket, { ...actor, browser: fingerprint(browser) });
      return actor;
    });
  }

  async function redirect(
    actor: Actor,
    ticket: string,
    server: ServerMetadata,
    clientId: string,
  ): Promise<SignInRedirect> {
    const verifier = oauth.generateRandomCodeVerifier();
    const secret = randomSecret();
    const browser = fingerprint(secret);
    const state = await pending.save({ ...actor, ticket, server, clientId, verifier, browser });
    const url = new URL(String(server.as.authorization_endpoint));
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      resource: server.resource,
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      prompt: promptFor(server),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { ok: true, redirectTo: url.href, setCookie: cookieOf(state, redirectUri).write(secret) };
  }

  /** Handles the browser's return from the service. Each `state` can be used only once, even if the service returns an error. */
  async function callback(
    answer: URLSearchParams,
    cookies: string | undefined,
  ): Promise<Tokened | ConnectFailure> {
    const state = answer.get('state') ?? '';
    const begun = await pending.take(state);
    if (!begun) return failure('expired');
    const secret = cookieOf(state, redirectUri).read(cookies);
    if (!secret || !isFingerprintOf(begun.browser, secret)) return failure('other_browser');
    // If another sign-in with the same link has returned first, it has deleted the ticket, and this sign-in fails.
    if (!(await tickets.take(begun.ticket))) return failure('expired');
    if (!(await mayConnect(begun))) return failure('not_allowed');
    try {
      return await redeem(answer, state, begun);
    } catch (error) {
      return failureOf(error);
    }
  }

  async function redeem(
    answer: URLSearchParams,
    state: string,
    { server, clientId, verifier, team, person }: PendingSignIn,
  ): Promise<Tokened | ConnectFailure> {
    const client = await registry.find(server, clientId);
    if (!client) return failure('expired');
    const checked = oauth.validateAuthResponse(server.as, { client_id: clientId }, answer, state);
    const tokens = await requests.exchange(server, client, { answer: checked, redirectUri, verifier });
    if (tokens.scopes && !tokens.scopes.includes(SCOPE)) return failure('too_narrow');
    return { ok: true, team, person, tokens, issuer: server.as.issuer, clientId };
  }

  return { peek, begin, callback };
}

/**
 * Returns the `prompt` parameter. It makes the service ask for the account, because people who connect again usually want another one.
 * Only values in the server's metadata are sent, because a server may reject other values. Default: `consent`.
 */
function promptFor({ as }: ServerMetadata): string {
  const { prompt_values_supported: supported } = as;
  const known = ['select_account', 'consent'].filter(
    (value) => Array.isArray(supported) && supported.includes(value),
  );
  return known.join(' ') || 'consent';
}

/** Converts an expected error of a sign-in to a failure. Throws any other error again. */
function failureOf(error: unknown): ConnectFailure {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? failure('denied')
      : failure('refused', { serviceMessage: forReaders(error.error_description ?? '') });
  }
  // The service's answer does not match our request, because it names another issuer or has no code.
  if (error instanceof oauth.OperationProcessingError) return failure('refused');
  if (error instanceof RegistrationRefused) return failure('registration_refused', error);
  if (isRefused(error, 'invalid_grant')) return failure('expired', error);
  if (isRefused(error)) return failure('refused', error);
  if (error instanceof ServiceError) return failure('unavailable', error);
  throw error;
}

/** Returns the cookie of one sign-in. The cookie is `lax`, so that the browser sends it after the redirect from the service. */
const cookieOf = (state: string, redirectUri: string) =>
  createBrowserCookie(redirectUri, `deckhand_connect_${fingerprint(state).slice(0, 12)}`, 'lax');
