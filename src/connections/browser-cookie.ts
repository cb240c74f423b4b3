import { parseCookie, stringifySetCookie } from 'cookie';
import { TEN_MINUTES } from './one-time.ts';

/**
 * Returns functions that read and write a cookie for the pages at `address`. The cookie is valid for ten minutes. Over https its name
 * begins with `__Host-`, so that no other host of the same domain can set it. A cookie with this prefix is valid for all paths of the host.
 */
export function createBrowserCookie(address: string, name: string, sameSite: 'lax' | 'strict') {
  const { protocol, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  const fullName = isSecure ? `__Host-${name}` : name;
  return {
    read: (cookies: string | undefined): string | undefined => parseCookie(cookies ?? '')[fullName],
    /** Returns a `set-cookie` header. */
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
