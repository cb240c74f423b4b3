import * as oauth from 'oauth4webapi';
import type { RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import { MalformedAnswer } from '../service/errors.ts';

/** Milliseconds for one request to the authorization server and its answer. */
const TIMEOUT = 20_000;

export type OAuthHttp = ReturnType<typeof createOAuthHttp>;

/** oauth4webapi over our fetch. Plain http is let through only where the service itself is plain http, as in the sandbox. */
export function createOAuthHttp(fetch: typeof undiciFetch, baseUrl: string) {
  const isPlain = new URL(baseUrl).protocol === 'http:';
  const ours = (url: string, init: unknown) => fetch(url, init as UndiciInit) as unknown as Promise<Response>;

  /** The address as given, if it is one that secrets and people may be sent to. @throws MalformedAnswer */
  function allowed(address: string | undefined): string {
    const { protocol } = URL.parse(address ?? '') ?? { protocol: '' };
    if (address && (protocol === 'https:' || (isPlain && protocol === 'http:'))) return address;
    throw new MalformedAnswer('The sign-in of the service is at an address that is not https.');
  }

  return {
    allowed,
    /** One request with the same limits, for what the library does not ask itself. Redirects are not followed. */
    request: async (url: string, init: UndiciInit = {}) =>
      ours(allowed(url), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT), ...init }),
    options: {
      [oauth.customFetch]: ours,
      [oauth.allowInsecureRequests]: isPlain,
      signal: () => AbortSignal.timeout(TIMEOUT),
    },
  };
}
