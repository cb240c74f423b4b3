import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRoutes } from '../../src/http/connect-routes.ts';
import { createTestLog } from '../support/log.ts';

const PUBLIC_URL = 'https://example.com/deckhand';

const routes = connectRoutes({
  connections: {
    peek: async (ticket) => (ticket.startsWith('good') ? { team: 'T1', person: 'U1' } : null),
    begin: async () => ({ ok: true, redirectTo: 'https://service.test/authorize', setCookie: 'state=1' }),
    callback: async () => ({ ok: false, problem: 'expired' }),
  },
  serviceName: 'Papermill',
  publicUrl: PUBLIC_URL,
  namesOf: async () => ({ team: 'Small Team', person: 'Ana' }),
  onConnected: async () => {},
  log: createTestLog().log,
});

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  void routes.find(({ path }) => path === pathname)?.handle(request, response);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/service/connect`;
});
afterAll(() => void server.close());

async function open(query: string, cookie = '') {
  const response = await fetch(`${url}?${query}`, {
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'cross-site', referer: 'https://elsewhere.example/' },
  });
  const text = await response.text();
  const setCookie = response.headers.getSetCookie()[0] ?? '';
  return {
    status: response.status,
    location: response.headers.get('location'),
    text,
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
    button: /href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '',
  };
}

const queryOf = (address: string) => new URL(address).search.slice(1);

describe('the page that says whose workspace will spend whose credits', () => {
  test('leads on by its button, in the browser that was shown it', async () => {
    const page = await open('ticket=good');
    expect(page.text).toContain('“Small Team”, as Ana');
    expect(page.setCookie).toMatch(
      /^__Host-deckhand_begin=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(page.button).toMatch(/^https:\/\/example\.com\/deckhand\/service\/connect\?/);
    const next = await open(queryOf(page.button), `theme=dark; ${page.cookie}`);
    expect(next).toMatchObject({ status: 302, location: 'https://service.test/authorize' });
  });

  test('cannot be left out by who forwards the link, whatever is put into it', async () => {
    const mallorys = await open('ticket=good');
    const victims = await open('ticket=good-too');
    for (const [query, cookie] of [
      ['ticket=good&go=1', ''],
      ['ticket=good&go=1', victims.cookie],
      [queryOf(mallorys.button), ''],
      [queryOf(mallorys.button), victims.cookie],
      [queryOf(victims.button).replace('good-too', 'good'), victims.cookie],
      [queryOf(mallorys.button), '__Host-deckhand_begin='],
      // A sibling host may set this one in the victim's browser.
      [queryOf(mallorys.button), mallorys.cookie.replace('__Host-', '')],
    ] as const) {
      const page = await open(query, cookie);
      expect(page).toMatchObject({ status: 200, location: null });
      expect(page.text).toContain('“Small Team”, as Ana');
      expect(page.text).toContain('allow cookies');
    }
  });

  test('keeps two links apart that are open in one browser', async () => {
    const one = await open('ticket=good');
    const two = await open('ticket=good-too', one.cookie);
    expect(two.cookie).toBe(one.cookie);
    expect((await open(queryOf(one.button), two.cookie)).status).toBe(302);
    expect((await open(queryOf(two.button), two.cookie)).status).toBe(302);
  });

  test('is not shown for a link that is no longer good', async () => {
    expect(await open('ticket=old')).toMatchObject({ status: 410, setCookie: '' });
    expect((await open('ticket=old&go=1')).status).toBe(410);
  });
});
