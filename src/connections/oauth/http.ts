import * as oauth from 'oauth4webapi';
import type { RequestInit, fetch as undiciFetch } from 'undici';
import { MalformedAnswer, ServiceError, Timeout, Unavailable } from '../../service/errors.ts';
import { errorFromNetwork } from '../../service/http/network-error.ts';
import { readBounded } from '../../service/http/request.ts';
import { retryAfterMs } from '../../service/retry-timing.ts';

/** Milliseconds for one request to the authorization server and its answer. */
const TIMEOUT_MS = 20_000;

export type OAuthHttp = ReturnType<typeof createOAuthHttp>;

/** oauth4webapi over our fetch. Plain http is let through only where the service itself is plain http, as in the sandbox. */
export function createOAuthHttp(fetch: typeof undiciFetch, baseUrl: string) {
  const isPlain = new URL(baseUrl).protocol === 'http:';

  /** The library wants Node's own `Response`, which undici's is not, and would read it without a limit. */
  async function ours(url: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, init);
    const { status, statusText, headers } = answer;
    const body = saidIn(await readBounded(answer));
    return new Response(body, { status, statusText, headers: [...headers] });
  }

  /** The address as given, if it is one that secrets and people may be sent to. @throws MalformedAnswer */
  function allowed(address: string | undefined): string {
    const { protocol } = URL.parse(address ?? '') ?? { protocol: '' };
    if (address && (protocol === 'https:' || (isPlain && protocol === 'http:'))) return address;
    throw new MalformedAnswer('The sign-in of the service is at an address that is not https.');
  }

  return {
    allowed,
    /** One GET with the same limits, for what the library does not ask itself. Redirects are not followed. */
    async get(url: string): Promise<Response> {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = { accept: 'application/json' };
      return translated(() => ours(allowed(url), { redirect: 'manual', signal, headers }));
    },
    options: {
      [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, BodyOf>) => ours(url, init),
      [oauth.allowInsecureRequests]: isPlain,
      signal: () => AbortSignal.timeout(TIMEOUT_MS),
    },
  };
}

/**
 * An answer without the fields that say nothing: servers are seen to write `null` or an empty text where they mean that
 * there is none, which the library takes for a malformed answer.
 */
function saidIn(text: string): string | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return text || null;
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return text;
  const said = Object.entries(answer).filter(([, value]) => value !== null && value !== '');
  return JSON.stringify(Object.fromEntries(said));
}

type BodyOf = string | URLSearchParams | undefined;

/** The authorization server said no, and would again: `code` is OAuth's, e.g. `invalid_grant`. */
export class OAuthRefused extends ServiceError {
  declare readonly code: string;
}

export function isRefused(error: unknown, code?: string): error is OAuthRefused {
  return error instanceof OAuthRefused && (code === undefined || error.code === code);
}

/** Makes a request to the authorization server; throws `OAuthRefused`, or a transient error of the service. */
export async function translated<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw errorFromOAuth(error);
  }
}

/** Codes that say "not now" (RFC 6749, section 4.1.2.1). */
const TRANSIENT_CODES = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** The library's own errors hold answers with tokens in them, so none is kept as `cause`. */
export function errorFromOAuth(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof oauth.ResponseBodyError) return fromBody(thrown);
  if (thrown instanceof oauth.WWWAuthenticateChallengeError) return fromChallenge(thrown);
  if (thrown instanceof oauth.OperationProcessingError) return fromAnswer(thrown);
  if (isTimeout(thrown)) return new Timeout('The sign-in of the service did not answer in time.');
  return errorFromNetwork(thrown);
}

function fromBody({ error, error_description, status, response }: oauth.ResponseBodyError): ServiceError {
  if (status >= 500 || status === 429 || TRANSIENT_CODES.includes(error)) return unavailable(response);
  const details = { status, code: error, ...(error_description && { serviceMessage: error_description }) };
  return new OAuthRefused('The sign-in of the service refused.', details);
}

/** A 401 with a challenge instead of a body: the client's own credentials were not taken. */
function fromChallenge({ status, response }: oauth.WWWAuthenticateChallengeError): ServiceError {
  if (status !== 401) return unavailable(response);
  return new OAuthRefused('The sign-in of the service does not know us.', { status, code: 'invalid_client' });
}

function fromAnswer({ cause }: oauth.OperationProcessingError): ServiceError {
  if (cause instanceof Response && cause.status !== 200) return unavailable(cause);
  return new MalformedAnswer('The sign-in of the service answered in a way that was not expected.');
}

function unavailable({ status, headers }: Response): Unavailable {
  const asked = retryAfterMs(headers.get('retry-after'), Date.now());
  const details = { status, ...(asked !== undefined && { retryAfterMs: asked }) };
  return new Unavailable('The sign-in of the service is not available.', details);
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError';
}
