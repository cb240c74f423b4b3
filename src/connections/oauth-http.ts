import * as oauth from 'oauth4webapi';
import type { RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';

/** Milliseconds for one request to the authorization server and its answer. */
const TIMEOUT = 20_000;

export type OAuthHttp = ReturnType<typeof createOAuthHttp>;

/** oauth4webapi over our fetch. Plain http is let through only where the service itself is plain http, as in the sandbox. */
export function createOAuthHttp(fetch: typeof undiciFetch, baseUrl: string) {
  const ours = (url: string, init: unknown) => fetch(url, init as UndiciInit) as unknown as Promise<Response>;
  return {
    /** One request with the same limits, for what the library does not ask itself. Redirects are not followed. */
    request: (url: string, init: UndiciInit = {}) =>
      ours(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT), ...init }),
    options: {
      [oauth.customFetch]: ours,
      [oauth.allowInsecureRequests]: new URL(baseUrl).protocol === 'http:',
      signal: () => AbortSignal.timeout(TIMEOUT),
    },
  };
}
