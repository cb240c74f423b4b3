import type { IncomingMessage } from 'node:http';
import { fingerprint, randomSecret, TEN_MINUTES } from '../connections/one-time.ts';

/**
 * Proof that the button of a page was pressed in the browser that was shown the page. A link can be forwarded with
 * anything in it, but not the cookie of another browser.
 */
export interface PressedHere {
  /** Knows the browser again, or gives it a secret to be known by. */
  meet(request: IncomingMessage): { secret: string; setCookie: string };
  /** What the button carries. */
  proof(ticket: string, secret: string): string;
  /** The browser's secret, where the button was pressed in it; else undefined. */
  check(request: IncomingMessage, ticket: string, proof: string): string | undefined;
}

const COOKIE = 'deckhand_begin';

/** @param url of the page, as browsers see it */
export function createPressedHere(url: string): PressedHere {
  const { protocol, pathname } = new URL(url);
  const secure = protocol === 'https:' ? '; Secure' : '';
  // Strict: it comes with the press of our own button, and with nothing that another site starts.
  const attributes = `Path=${pathname}; Max-Age=${TEN_MINUTES / 1000}; HttpOnly; SameSite=Strict${secure}`;
  const proof = (ticket: string, secret: string) => fingerprint(`${secret}.${ticket}`);

  return {
    meet(request) {
      const secret = secretIn(request) ?? randomSecret();
      return { secret, setCookie: `${COOKIE}=${secret}; ${attributes}` };
    },
    proof,
    check(request, ticket, given) {
      const secret = secretIn(request);
      return secret && proof(ticket, secret) === given ? secret : undefined;
    },
  };
}

/** Only what looks like a secret of ours goes back into a cookie. */
function secretIn({ headers }: IncomingMessage): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}
