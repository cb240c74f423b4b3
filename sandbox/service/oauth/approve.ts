import { CookieJar } from './cookie-jar.ts';
import { paths } from './metadata.ts';

export interface Approval {
  /** Id or e-mail address. */
  account: string;
  /** Id or name. */
  workspace: string;
  /** Presses Deny instead of Allow. */
  deny?: boolean;
  fetch?: typeof fetch;
}

/** Redirects in a row after which somebody is going in circles. */
const HOPS = 10;

/**
 * Walks through the pages as a person with a browser would: sign in, choose the workspace, allow.
 * @returns the address at the client that the browser is sent back to, with `code` or `error` in it
 * @throws Error when a page does not offer what was asked for, or the server shows a problem
 */
export async function approve(authorizeUrl: string, approval: Approval): Promise<string> {
  const browser = createBrowser(new URL(authorizeUrl).origin, approval.fetch ?? fetch);
  const first = await browser.open(authorizeUrl);
  if ('left' in first) return first.left;
  const account = offered(first.page, /name="account" value="([^"]*)">(.*?)<\/button>/gs, approval.account);
  const second = await browser.submit(first, { account });
  if ('left' in second) return second.left;
  const workspace = offered(
    second.page,
    /name="workspace" value="([^"]*)"[^>]*>(.*?)<\/label>/gs,
    approval.workspace,
  );
  const last = await browser.submit(second, { workspace, decision: approval.deny ? 'deny' : 'allow' });
  if ('left' in last) return last.left;
  throw new Error('The consent page was shown again');
}

type Arrival = { url: string; page: string } | { left: string };

function createBrowser(origin: string, fetch: typeof globalThis.fetch) {
  const jar = new CookieJar();

  async function go(url: string, init: RequestInit = {}, hops = HOPS): Promise<Arrival> {
    if (new URL(url).origin !== origin) return { left: url };
    if (hops === 0) throw new Error('The sign-in goes in circles');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: jar.header(url) },
    });
    jar.take(url, response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location) return go(new URL(location, url).href, {}, hops - 1);
    const page = await response.text();
    if (!response.ok || !url.includes(paths.interaction))
      throw new Error(`${response.status} at ${new URL(url).pathname}: ${textOf(page)}`);
    return { url, page };
  }

  return {
    open: (url: string) => go(url),
    submit: ({ url }: { url: string }, fields: Record<string, string>) =>
      go(url, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

/** The value of the choice that has `wanted` as its value or in its text. */
function offered(page: string, pattern: RegExp, wanted: string): string {
  const choices = [...page.matchAll(pattern)].map(([, value = '', text = '']) => ({
    value,
    text: textOf(text),
  }));
  const choice =
    choices.find(({ value }) => value === wanted) ?? choices.find(({ text }) => text.includes(wanted));
  if (!choice) throw new Error(`${wanted} is not offered: ${choices.map(({ text }) => text).join(', ')}`);
  return choice.value;
}

function textOf(markup: string): string {
  return markup
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
