interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** The cookies of one browser at one host: kept by name and path, sent where the path fits. */
export class CookieJar {
  #cookies: Cookie[] = [];

  take(url: string, setCookies: string[]): void {
    for (const line of setCookies) {
      const cookie = parse(line, new URL(url).pathname);
      this.#cookies = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
      if (cookie.value) this.#cookies.push(cookie);
    }
  }

  /** Value of the `cookie` header of a request to `url`. */
  header(url: string): string {
    const { pathname } = new URL(url);
    return this.#cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

function parse(line: string, pathname: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length);
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), path: path || pathname };
}
