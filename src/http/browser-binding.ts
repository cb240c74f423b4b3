import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { fingerprint, randomSecret, TEN_MINUTES } from '../connections/one-time.ts';

const COOKIE = 'deckhand_begin';

/**
 * Proof that the button of a page was clicked in the browser that was shown the page. A link can be forwarded with
 * anything in it, but not the cookie of another browser.
 * @param url of the page, as browsers see it
 */
export function createBrowserBinding(url: string) {
  const { protocol, pathname } = new URL(url);
  /** To be carried by the button's address. */
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    /** Knows the browser again, or gives it a secret to be known by. */
    meet(request: IncomingMessage): { secret: string; setCookie: string } {
      const secret = secretIn(request) ?? randomSecret();
      const setCookie = stringifySetCookie({
        name: COOKIE,
        value: secret,
        path: pathname,
        maxAge: TEN_MINUTES / 1000,
        httpOnly: true,
        // It comes with a click on our own button, and with nothing that another site starts.
        sameSite: 'strict',
        secure: protocol === 'https:',
      });
      return { secret, setCookie };
    },
    proof,
    /** The browser's secret, where the button was clicked in it; else undefined. */
    check(request: IncomingMessage, ticket: string, given: string): string | undefined {
      const secret = secretIn(request);
      return secret && proof(ticket, secret) === given ? secret : undefined;
    },
  };
}

/** Undefined where the cookie does not look like a secret of ours. */
function secretIn({ headers }: IncomingMessage): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[COOKIE];
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}
