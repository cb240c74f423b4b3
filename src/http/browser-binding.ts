import type { IncomingMessage } from 'node:http';
import { createBrowserCookie } from '../connections/browser-cookie.ts';
import { fingerprint, randomSecret } from '../connections/one-time.ts';

/**
 * Proof that the button of a page was clicked in the browser that was shown the page. A link can be forwarded with
 * anything in it, but not the cookie of another browser.
 * @param url of the page, as browsers see it
 */
export function createBrowserBinding(url: string) {
  // It comes with a click on our own button, and with nothing that another site starts.
  const cookie = createBrowserCookie(url, 'deckhand_begin', 'strict');
  /** Undefined where the cookie does not look like a secret of ours. */
  const secretIn = ({ headers }: IncomingMessage) => {
    const value = cookie.read(headers.cookie);
    return value && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  /** To be carried by the button's address. */
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    /** Knows the browser again, or gives it a secret to be known by. */
    meet(request: IncomingMessage): { secret: string; setCookie: string } {
      const secret = secretIn(request) ?? randomSecret();
      return { secret, setCookie: cookie.write(secret) };
    },
    proof,
    /** The browser's secret, where the button was clicked in it; else undefined. */
    check(request: IncomingMessage, ticket: string, given: string): string | undefined {
      const secret = secretIn(request);
      return secret && proof(ticket, secret) === given ? secret : undefined;
    },
  };
}
