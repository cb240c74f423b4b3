import { parseCookie, stringifySetCookie } from 'cookie';
import { TEN_MINUTES } from './one-time.ts';

/** Returns functions that read and write a ten-minute cookie. The prefix `__Host-` keeps other hosts of the domain from setting it. */
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
        // A cookie with the prefix `__Host-` must have the path `/`.
        path: isSecure ? '/' : pathname,
        maxAge: TEN_MINUTES / 1000,
        httpOnly: true,
        sameSite,
        secure: isSecure,
      }),
  };
}
