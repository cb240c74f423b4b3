import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { fingerprint, randomSecret, TEN_MINUTES } from '../connections/one-time.ts';

/**
 * Proof that the button of a page was clicked in the browser that was shown the page. A link can be forwarded with
 * anything in it, but not the cookie of another browser.
 */
export interface BrowserBinding {
  /** Knows the browser again, or gives it a secret to be known by. */
  meet(request: IncomingMessage): { secret: string; setCookie: string };
  /** To be carried by the button's address. */
  proof(ticket: string, secret: string): string;
  /** The browser's secret, where the button was clicked in it; else undefined. */
  check(request: IncomingMessage, ticket: string, proof: string): string | undefined;
}

const COOKIE = 'deckhand_begin';

/** @param url of the page, as browsers see it */
export function createBrowserBinding(url: string): BrowserBinding {
  const { protocol, pathname } = new URL(url);
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    meet(request) {
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
    check(request, ticket, given) {
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
