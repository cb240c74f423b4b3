import * as oauth from 'oauth4webapi';
import { type Answer, RequestFailed, type SendRequest } from '../../outgoing-requests.ts';
import { MalformedAnswer, NetworkFailure, ServiceError, Unavailable } from '../../service/errors.ts';
import { errorFromAnswer, errorFromFailure, isPage, withoutCredentials } from '../../service/http/answer.ts';

/** Timeout of one request to the authorization server, including the answer, in milliseconds. */
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 5 * 1024 * 1024;

export type OAuthHttp = ReturnType<typeof createOAuthHttp>;

/** Creates the options that make oauth4webapi use Deckhand's HTTP client. Plain http is allowed only if the service itself uses it. */
export function createOAuthHttp(send: SendRequest, baseUrl: string) {
  const isPlain = new URL(baseUrl).protocol === 'http:';

  /** Sends a request. Returns Node's `Response`, because oauth4webapi expects it. Throws if the server refuses a POST. */
  async function request(url: string, { method, headers, body }: FetchOptions): Promise<Response> {
    const answer = await send({
      method,
      url,
      headers,
      body: body && String(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (method === 'POST' && answer.status >= 400) {
      const secrets = body instanceof URLSearchParams ? SECRETS.map((name) => body.get(name) ?? '') : [];
      throw errorFromRefusal(withoutCredentials(answer, secrets));
    }
    const { status, statusText } = answer;
    const text = withoutEmptyFields(answer.body);
    return new Response(text, { status, statusText, headers: answer.headers.entries() });
  }

  /** Returns the address if it is https. Plain http is accepted only if the service itself uses it. @throws MalformedAnswer */
  function requireSecure(address: string | undefined): string {
    const { protocol } = URL.parse(address ?? '') ?? { protocol: '' };
    if (address && (protocol === 'https:' || (isPlain && protocol === 'http:'))) return address;
    throw new MalformedAnswer('The sign-in of the service is at an address that is not https.');
  }

  return {
    requireSecure,
    /** Sends a GET request for which oauth4webapi has no function. */
    get: (url: string): Promise<Response> =>
      withServiceErrors(() =>
        request(requireSecure(url), { method: 'GET', headers: { accept: 'application/json' } }),
      ),
    options: {
      [oauth.customFetch]: (url: string, options: FetchOptions) => request(url, options),
      [oauth.allowInsecureRequests]: isPlain,
    },
  };
}

/** Fields of a request whose values are removed from the server's error answer, because some servers quote these values. */
const SECRETS = ['code', 'code_verifier', 'refresh_token', 'client_secret'];

type FetchOptions = Pick<
  oauth.CustomFetchOptions<string, string | URLSearchParams | undefined>,
  'method' | 'headers'
> & { body?: string | URLSearchParams | undefined };

/** Removes `null` and empty fields from a JSON answer. Some servers send them for missing values, and oauth4webapi rejects them. */
function withoutEmptyFields(text: string): string | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return text || null;
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return text;
  const fields = Object.entries(answer).filter(([, value]) => value !== null && value !== '');
  return JSON.stringify(Object.fromEntries(fields));
}

/** Deckhand's error code for a refusal in which the server sent no error code of OAuth. */
export const UNNAMED = 'unnamed';
/** Deckhand's error code for a refusal that is an HTML page, which probably comes from a proxy. */
export const PAGE = 'page';

/** Thrown if the authorization server refuses a request. `code` is OAuth's error code, e.g. `invalid_grant`, or `UNNAMED` or `PAGE`. */
export class OAuthRefused extends ServiceError {
  declare readonly code: string;
}

export function isRefused(error: unknown, code?: string): error is OAuthRefused {
  return error instanceof OAuthRefused && (code === undefined || error.code === code);
}

/** Runs a request to the authorization server, and converts its errors with `errorFromOAuth`. */
export async function withServiceErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw errorFromOAuth(error);
  }
}

/** Matches OAuth's error codes. Some servers send other texts in the same field, such as "Unauthorized", which are ignored. */
const OAUTH_CODE = /^[a-z]+(_[a-z]+)+$/;
/** Error codes after which a later try may succeed (RFC 6749, section 4.1.2.1; `slow_down` is from RFC 8628). */
const TRANSIENT_CODES = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** Converts a refusal to an error. OAuth's error code is in the field `error`, or on some servers in `code` or `message`. */
function errorFromRefusal(answer: Answer): ServiceError {
  const { status = 0, code, serviceMessage, requestId, retryAfterMs } = errorFromAnswer(answer, Date.now());
  const named = [code, serviceMessage].find((text) => OAUTH_CODE.test(text ?? ''));
  const details = {
    status,
    code: named ?? (isPage(answer.body) ? PAGE : UNNAMED),
    serviceMessage: serviceMessage ?? named,
    requestId,
    retryAfterMs,
  };
  const isTransient = status >= 500 || [408, 429].includes(status) || TRANSIENT_CODES.includes(details.code);
  return isTransient
    ? new Unavailable('The sign-in of the service is not available.', details)
    : new OAuthRefused('The sign-in of the service refused.', details);
}

/** Converts an error of a request. The result has no `cause`, because errors of oauth4webapi contain answers with tokens. */
export function errorFromOAuth(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof RequestFailed) return errorFromFailure(thrown);
  if (thrown instanceof oauth.OperationProcessingError)
    return new MalformedAnswer('The sign-in of the service answered in a way that was not expected.');
  return new NetworkFailure('The request to the sign-in of the service failed.', { sent: true });
}
