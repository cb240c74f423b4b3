import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Names } from '../../src/http/connect-pages.ts';
import { connectRoutes } from '../../src/http/connect-routes.ts';
import type { Route } from '../../src/http/server.ts';
import { createTestLog } from '../support/log.ts';
import { startServer } from './test-server.ts';

/** The team is called like another one; only the address cannot be chosen. */
const known: Names = { team: 'Northwind', person: 'Rita', slackUrl: 'https://mallory.slack.com/' };
let names = known;

const PUBLIC_URL = 'https://example.com/deckhand';

const routes = connectRoutes({
  connections: {
    peek: async (ticket) => (ticket.startsWith('good') ? { team: 'T1', person: 'U1' } : null),
    begin: async () => ({ ok: true, redirectTo: 'https://service.test/authorize', setCookie: 'state=1' }),
    callback: async () => ({ ok: false, problem: 'expired' }),
  },
  serviceName: 'Papermill',
  publicUrl: PUBLIC_URL,
  namesOf: async () => names,
  onSignedIn: async () => {},
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

describe('the page before the redirect to the service', () => {
  test('its button redirects, in the browser that loaded the page', async () => {
    const page = await open('ticket=good');
    expect(page.text).toContain('the Slack workspace mallory.slack.com (“Northwind”), as “Rita”.');
    expect(page.text).toContain('anybody at mallory.slack.com makes with Deckhand then spends your credits');
    expect(page.setCookie).toMatch(
      /^__Host-deckhand_begin=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(page.button).toMatch(/^https:\/\/example\.com\/deckhand\/service\/connect\?/);
    const next = await open(queryOf(page.button), `theme=dark; ${page.cookie}`);
    expect(next).toMatchObject({ status: 302, location: 'https://service.test/authorize' });
  });

  test('without the address from Slack there is no button, because names can be chosen', async () => {
    names = { team: 'Northwind', person: 'Rita' };
    const page = await open('ticket=good');
    names = known;
    expect(page).toMatchObject({ status: 503, button: '' });
    expect(page.text).toContain('Load this page again');
  });

  test('a forwarded link cannot skip it, whatever parameters and cookies it has', async () => {
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
      expect(page.text).toContain('mallory.slack.com (“Northwind”), as “Rita”');
      expect(page.text).toContain('allow cookies');
    }
  });

  test('two links can be open in one browser', async () => {
    const one = await open('ticket=good');
    const two = await open('ticket=good-too', one.cookie);
    expect(two.cookie).toBe(one.cookie);
    expect((await open(queryOf(one.button), two.cookie)).status).toBe(302);
    expect((await open(queryOf(two.button), two.cookie)).status).toBe(302);
  });

  test('it is not shown for an expired link', async () => {
    expect(await open('ticket=old')).toMatchObject({ status: 410, setCookie: '' });
    expect((await open('ticket=old&go=1')).status).toBe(410);
  });
});

test.each([
  ['HEAD', '/service/callback', 'GET'],
  ['POST', '/service/callback', 'GET'],
  ['HEAD', '/service/connect', 'GET'],
  ['POST', '/probe', 'GET, HEAD'],
])(
  '%s %s is answered with 405 and the allowed methods, so a link preview does not use up a sign-in',
  async (method, path, allowed) => {
    const probe: Route = {
      method: 'GET',
      path: '/probe',
      head: true,
      handle: (_, response) => void response.end(),
    };
    const port = await startServer({ routes: [...routes, probe] });
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
    expect((await fetch(`http://127.0.0.1:${port}/probe`, { method: 'HEAD' })).status).toBe(200);
  },
);
