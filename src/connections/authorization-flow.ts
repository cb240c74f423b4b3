import * as oauth from 'oauth4webapi';
import { ServiceError } from '../service/errors.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { AuthorizationPlace, Discovery } from './discovery.ts';
import { isRefused } from './oauth-errors.ts';
import { fingerprint, isFingerprintOf, type OneTime, randomSecret, TEN_MINUTES } from './one-time.ts';
import { type ConnectFailure, failure } from './outcome.ts';
import { RegistrationRefused } from './registration.ts';
import type { TokenRequests, Tokens } from './token-requests.ts';

/** Who asked for the link: the connection will be this team's, made by this person. */
export interface Asker {
  team: string;
  person: string;
}

/** What a link stands for. */
export interface Invited extends Asker {
  /** Fingerprint of the browser that has departed by it: no other one may. */
  browser?: string;
}

/** An authorization under way: what the answer must fit. */
export interface Started extends Asker {
  ticket: string;
  place: AuthorizationPlace;
  clientId: string;
  verifier: string;
  /** Fingerprint of the cookie given to the browser that was sent off. */
  browser: string;
}

export interface FlowOptions {
  discover: Discovery;
  registry: ClientRegistry;
  requests: TokenRequests;
  tickets: OneTime<Invited>;
  /** Runs `fn` while nobody else, in any process, runs one under the same name. */
  alone<T>(name: string, fn: () => Promise<T>): Promise<T>;
  started: OneTime<Started>;
  /** `PUBLIC_URL` and `/service/callback`. */
  redirectUri: string;
  /** Whether who was given a link may still connect the team: a link lives for ten minutes, and things change. */
  mayConnect: (asker: Asker) => Promise<boolean>;
}

/** Where to send the browser, and the cookie to give it. */
export interface Departure {
  ok: true;
  redirectTo: string;
  setCookie: string;
}

export interface Arrival extends Asker {
  ok: true;
  tokens: Tokens;
  issuer: string;
  clientId: string;
}

/** The only scope that can make anything (service interface, "Scopes"). */
const SCOPE = 'generate';

/** The two halves of an authorization code flow with PKCE: sending a browser off, and taking it back. */
export function createAuthorizationFlow(options: FlowOptions) {
  const { discover, registry, requests, tickets, alone, started, redirectUri, mayConnect } = options;

  /**
   * Ties the ticket to the browser, though not before the service could be asked. That browser may depart again until
   * it has come back: of two presses of a button it shows the answer to the second.
   */
  async function begin(ticket: string, browser: string): Promise<Departure | ConnectFailure> {
    if (!(await peek(ticket, browser))) return failure('expired');
    try {
      const place = await discover();
      const client = await registry.current(place);
      const asker = await tie(ticket, browser);
      if (!asker) return failure('expired');
      return (await mayConnect(asker)) ? sendOff(asker, ticket, place, client.id) : failure('not_allowed');
    } catch (error) {
      return failureOf(error);
    }
  }

  async function peek(ticket: string, browser: string): Promise<Asker | null> {
    const invited = await tickets.peek(ticket);
    if (!invited || (invited.browser && !isFingerprintOf(invited.browser, browser))) return null;
    return { team: invited.team, person: invited.person };
  }

  function tie(ticket: string, browser: string): Promise<Asker | null> {
    return alone(`ticket ${fingerprint(ticket)}`, async () => {
      const asker = await peek(ticket, browser);
      if (asker) await tickets.change(ticket, { ...asker, browser: fingerprint(browser) });
      return asker;
    });
  }

  async function sendOff(
    asker: Asker,
    ticket: string,
    place: AuthorizationPlace,
    clientId: string,
  ): Promise<Departure> {
    const verifier = oauth.generateRandomCodeVerifier();
    const secret = randomSecret();
    const browser = fingerprint(secret);
    const state = await started.keep({ ...asker, ticket, place, clientId, verifier, browser });
    const url = new URL(String(place.as.authorization_endpoint));
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      resource: place.resource,
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { ok: true, redirectTo: url.href, setCookie: cookieFor(state, secret, redirectUri) };
  }

  /** Takes the browser back: whatever the answer says, its state is used up. */
  async function callback(
    answer: URLSearchParams,
    cookies: string | undefined,
  ): Promise<Arrival | ConnectFailure> {
    const state = answer.get('state') ?? '';
    const begun = await started.take(state);
    if (!begun) return failure('expired');
    const secret = cookieIn(cookies, state);
    if (!secret || !isFingerprintOf(begun.browser, secret)) return failure('other_browser');
    await tickets.take(begun.ticket);
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
    begun: Started,
  ): Promise<Arrival | ConnectFailure> {
    const { place, clientId, verifier, team, person } = begun;
    const client = await registry.find(place, clientId);
    if (!client) return failure('expired');
    const checked = oauth.validateAuthResponse(place.as, { client_id: clientId }, answer, state);
    const tokens = await requests.exchange(place, client, { answer: checked, redirectUri, verifier });
    if (tokens.scopes && !tokens.scopes.includes(SCOPE)) return failure('too_narrow');
    return { ok: true, team, person, tokens, issuer: place.as.issuer, clientId };
  }

  return { peek, begin, callback };
}

/** Faults of our own are thrown on. */
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

/** Several authorizations may be under way in one browser, so each has a cookie of its own name. */
const cookieName = (state: string) => `deckhand_connect_${fingerprint(state).slice(0, 12)}`;

/** Lax: the browser comes back by a link from the service's pages. */
function cookieFor(state: string, secret: string, redirectUri: string): string {
  const { protocol, pathname } = new URL(redirectUri);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const age = TEN_MINUTES / 1000;
  return `${cookieName(state)}=${secret}; Path=${pathname}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

function cookieIn(header: string | undefined, state: string): string | undefined {
  const prefix = `${cookieName(state)}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}
