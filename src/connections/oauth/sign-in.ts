import * as oauth from 'oauth4webapi';
import type { Actor } from '../../actor.ts';
import { ServiceError } from '../../service/errors.ts';
import { type Database, withLock } from '../../storage/database.ts';
import { createBrowserCookie } from '../browser-cookie.ts';
import { type ConnectFailure, failure } from '../failures.ts';
import { fingerprint, isFingerprintOf, type OneTime, randomSecret } from '../one-time.ts';
import { type ClientRegistry, RegistrationRefused } from './client.ts';
import type { Discovery, ServerMetadata } from './discovery.ts';
import { isRefused } from './http.ts';
import type { TokenRequests, Tokens } from './tokens.ts';

/** A link to connect, as stored: the connection will be this team's, made by this person. */
export interface Invitation extends Actor {
  /** Fingerprint of the browser that has begun with it: no other one may. */
  browser?: string;
}

/** A sign-in under way, as stored: what the answer must fit. */
interface PendingSignIn extends Actor {
  ticket: string;
  place: ServerMetadata;
  clientId: string;
  verifier: string;
  /** Fingerprint of the cookie given to the browser that was sent off. */
  browser: string;
}

interface SignInOptions {
  db: Database;
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  tickets: OneTime<Invitation>;
  pending: OneTime<PendingSignIn>;
  /** `PUBLIC_URL` and `/service/callback`. */
  redirectUri: string;
  /** Asked anew each time: a link lives for ten minutes, and roles change. */
  mayConnect: (actor: Actor) => Promise<boolean>;
}

/** Sends the browser to the service's sign-in, with a cookie of ours. */
export interface SignInRedirect {
  ok: true;
  redirectTo: string;
  setCookie: string;
}

interface SignedIn extends Actor {
  ok: true;
  tokens: Tokens;
  issuer: string;
  clientId: string;
}

/** The only scope that can make anything (service interface, "Scopes"). */
const SCOPE = 'generate';

/** The two halves of an authorization code flow with PKCE: sending a browser off, and taking it back. */
export function createSignIn(options: SignInOptions) {
  const { db, discover, registry, requests, tickets, pending, redirectUri, mayConnect } = options;

  /** For whom a ticket is; null where it is no longer good, or not in this browser. */
  async function peek(ticket: string, browser: string): Promise<Actor | null> {
    const invitation = await tickets.peek(ticket);
    if (!invitation || (invitation.browser && !isFingerprintOf(invitation.browser, browser))) return null;
    return { team: invitation.team, person: invitation.person };
  }

  /**
   * Binds the ticket to the browser, though not before the service could be asked. That browser may begin again until
   * it has come back, as long as a sign-in lasts: of two clicks on a button it shows the answer to the second.
   */
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
    const state = await pending.save({ ...actor, ticket, place: server, clientId, verifier, browser });
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

  /** Takes the browser back: whatever the answer says, its state is used up. */
  async function callback(
    answer: URLSearchParams,
    cookies: string | undefined,
  ): Promise<SignedIn | ConnectFailure> {
    const state = answer.get('state') ?? '';
    const begun = await pending.take(state);
    if (!begun) return failure('expired');
    const secret = cookieOf(state, redirectUri).read(cookies);
    if (!secret || !isFingerprintOf(begun.browser, secret)) return failure('other_browser');
    // Another sign-in with the same link has come back before.
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
    { place: server, clientId, verifier, team, person }: PendingSignIn,
  ): Promise<SignedIn | ConnectFailure> {
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
 * Asks for account and workspace anew, also of a service that remembers an earlier answer: whoever connects again mostly
 * wants another one. Servers ignore a parameter that they do not know (RFC 6749, section 3.1), but may refuse a value, so
 * what they name goes first.
 */
function promptFor({ as }: ServerMetadata): string {
  const { prompt_values_supported: supported } = as;
  const known = ['select_account', 'consent'].filter(
    (value) => Array.isArray(supported) && supported.includes(value),
  );
  return known.join(' ') || 'consent';
}

/** Errors of our own are thrown on. */
function failureOf(error: unknown): ConnectFailure {
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied' ? failure('denied') : failure('refused', error.error_description);
  }
  // The answer is not one to our question: another issuer, no code.
  if (error instanceof oauth.OperationProcessingError) return failure('refused');
  if (error instanceof RegistrationRefused) return failure('registration_refused', error.serviceMessage);
  if (isRefused(error, 'invalid_grant')) return failure('expired');
  if (isRefused(error)) return failure('refused', error.serviceMessage);
  if (error instanceof ServiceError) return failure('unavailable');
  throw error;
}

/**
 * Several sign-ins may be under way in one browser, so each has a cookie of its own name. Lax: the browser comes back by a
 * link from the service's pages.
 */
const cookieOf = (state: string, redirectUri: string) =>
  createBrowserCookie(redirectUri, `deckhand_connect_${fingerprint(state).slice(0, 12)}`, 'lax');
