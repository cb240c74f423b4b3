import { parseCookie, stringifySetCookie } from 'cookie';
import { TEN_MINUTES } from './one-time.ts';

/**
 * A cookie of ten minutes for the pages at an address. Over https its name begins with `__Host-`, so that browsers take it
 * from this host alone: another one of the same domain could set it otherwise, and be taken for the browser that it was
 * given to. Such a cookie is for the whole host.
 */
export function createBrowserCookie(address: string, name: string, sameSite: 'lax' | 'strict') {
  const { protocol, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  const fullName = isSecure ? `__Host-${name}` : name;
  return {
    read: (cookies: string | undefined): string | undefined => parseCookie(cookies ?? '')[fullName],
    /** As a `set-cookie` header. */
    write: (value: string): string =>
      stringifySetCookie({
        name: fullName,
        value,
        path: isSecure ? '/' : pathname,
        maxAge: TEN_MINUTES / 1000,
        httpOnly: true,
        sameSite,
        secure: isSecure,
      }),
  };
}
