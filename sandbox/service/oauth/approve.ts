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

/** Most redirects in a row. */
const MOST_REDIRECTS = 10;

/**
 * Goes through the pages like a browser: signs in, chooses the workspace and allows or denies.
 * @returns the client's address to which the browser is redirected, with `code` or `error`
 * @throws Error if a page does not offer the account or workspace, or shows an error
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
  const cookies = new Map<string, string>();

  async function go(url: string, init: RequestInit = {}, left = MOST_REDIRECTS): Promise<Arrival> {
    if (new URL(url).origin !== origin) return { left: url };
    if (left === 0) throw new Error(`The sign-in redirected ${MOST_REDIRECTS} times in a row`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) return go(new URL(location, url).href, {}, left - 1);
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

/** Returns the value of the choice that has `wanted` as its value or in its text. */
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
