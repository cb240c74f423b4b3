import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { linkFor } from '../../sandbox/connect.ts';
import { approve } from '../../sandbox/service/oauth/approve.ts';
import { forThisFile } from './for-this-file.ts';
import { ANAS_ACCOUNT, createTwoTeams } from './two-teams.ts';

/** The app is behind a proxy that ends TLS: browsers use https addresses, and the app gets requests over http. */

const PUBLIC_URL = 'https://deckhand.example.com';
const harness = await forThisFile(createTwoTeams({ installedBy: [], env: { PUBLIC_URL } }));

/** Headers that a client could forge, because the proxy passes them on. */
const forged = {
  host: 'evil.example',
  forwarded: 'host=evil.example;proto=http;for=10.0.0.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '80',
  'x-forwarded-prefix': '/evil',
  'x-original-url': '/evil',
};
const usual = {
  host: new URL(PUBLIC_URL).host,
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '192.0.2.7',
};

/** Creates a browser behind the proxy, which keeps cookies. */
function createBrowser(headers: Record<string, string> = usual) {
  const cookies = new Map<string, string>();
  const written: string[] = [];
  return {
    /** The `Set-Cookie` lines of all answers. */
    written,
    async open(address: string) {
      const { origin, pathname, search } = new URL(address);
      expect(origin).toBe(PUBLIC_URL);
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await get(harness.appUrl() + pathname + search, {
        ...headers,
        ...(cookie && { cookie }),
      });
      for (const line of answer.headers['set-cookie'] ?? []) {
        written.push(line);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
  };
}

/** Sends a GET request with any headers; fetch allows no other host. */
async function get(url: string, headers: Record<string, string>) {
  const asked = request(url, { headers }).end();
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, headers: response.headers as IncomingHttpHeaders, text };
}

/** Checks what the prefix `__Host-` demands (Secure, all paths, no Domain), and that scripts cannot read the cookies. */
function expectOfThisHostAlone(cookies: string[]): void {
  expect(cookies).not.toEqual([]);
  for (const cookie of cookies) {
    const [value, ...attributes] = cookie.split('; ');
    expect(value).toMatch(/^__Host-deckhand_[\w-]+=/);
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']));
    expect(cookie).not.toMatch(/; Domain/i);
    // Without the attribute, browsers use Lax.
    expect(cookie).not.toMatch(/SameSite=None/i);
  }
}

describe.each([
  ['with the proxy’s own headers', usual, 'ana'],
  ['with forged headers', forged, 'nora'],
])('%s', (_, headers, person) => {
  test('somebody installs the app, with addresses of the proxy and cookies for its host only', async () => {
    const browser = createBrowser(headers);
    const begun = await browser.open(`${PUBLIC_URL}/slack/install`);
    const slack = new URL(begun.headers.location ?? '');
    expect(slack.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/slack/oauth_redirect`);
    slack.pathname += '/decide';
    slack.searchParams.set('user', harness.slack.person(person).id);
    slack.searchParams.set('allow', '1');
    const decided = await fetch(slack, { redirect: 'manual' });
    const end = await browser.open(decided.headers.get('location') ?? '');
    expect(end.status).toBe(200);
    expectOfThisHostAlone(browser.written);
    expect(begun.text + end.text).not.toContain('evil');
    await harness.slack.settle();
  });

  test('somebody signs in at the service and gets back to the app', async () => {
    const browser = createBrowser(headers);
    const link = await linkFor(harness.slack, {
      person,
      channel: person === 'ana' ? 'general' : 'shop',
      ...ANAS_ACCOUNT,
    });
    const page = await browser.open(link);
    const button = /href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const away = await browser.open(button);
    const back = await approve(away.headers.location ?? '', ANAS_ACCOUNT);
    const end = await browser.open(back);
    expect(end.status).toBe(200);
    expect(end.text).toContain('connected');
    expectOfThisHostAlone(browser.written);
    expect(page.text + away.headers.location + end.text).not.toContain('evil');
    await harness.slack.settle();
  });
});
