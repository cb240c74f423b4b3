import type { IncomingMessage } from 'node:http';
import { createBrowserCookie } from '../connections/browser-cookie.ts';
import { fingerprint, randomSecret } from '../connections/one-time.ts';

/**
 * Creates a proof that the button of a page was clicked in the same browser that loaded the page. The proof needs a cookie of that
 * browser, so a forwarded link alone is rejected.
 * @param url public URL of the page
 */
export function createBrowserBinding(url: string) {
  // SameSite=Strict: the browser sends the cookie for clicks on our own page, but not for requests from other sites.
  const cookie = createBrowserCookie(url, 'deckhand_begin', 'strict');
  /** Returns undefined if the cookie is missing or malformed. */
  const secretIn = ({ headers }: IncomingMessage) => {
    const value = cookie.read(headers.cookie);
    return value && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  /** Returns the proof, which is a parameter of the button's URL. */
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    /** Returns the browser's secret, or a new one if the browser has none. */
    issue(request: IncomingMessage): { secret: string; setCookie: string } {
      const secret = secretIn(request) ?? randomSecret();
      return { secret, setCookie: cookie.write(secret) };
    },
    proof,
    /** Returns the browser's secret if the button was clicked in this browser, otherwise undefined. */
    check(request: IncomingMessage, ticket: string, given: string): string | undefined {
      const secret = secretIn(request);
      return secret && proof(ticket, secret) === given ? secret : undefined;
    },
  };
}
