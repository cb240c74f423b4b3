import { fetch } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createOAuthHttp } from '../../src/connections/oauth/http.ts';
import { MalformedAnswer } from '../../src/service/errors.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { BROWSER, createHarness, TEAM, ticketFor } from '../support/harness/connections.ts';

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const HOUR = 60 * 60_000;

/** The network, but for what these fields of answers to such a request say. */
function saying(path: string, fields: object): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (!String(request[0]).endsWith(path) || !response.ok) return response;
    return Response.json({ ...((await response.json()) as object), ...fields }) as never;
  };
}

describe('a token answer', () => {
  test.each([
    { scope: null },
    { scope: '' },
    { expires_in: null },
    { id_token: null },
    { scope: null, expires_in: null, id_token: null },
  ])('that says nothing by %j connects and renews', async (fields) => {
    const harness = await createHarness(db);
    const connections = harness.process({ fetch: saying('/oauth/token', fields) });
    await harness.connect(connections);
    harness.clock.move(2 * HOUR);
    await connections.authorizationFor(TEAM).headers();
    expect(harness.refreshes()).toBe(1);
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });
});

test('a registration that says null for a secret is one without a secret', async () => {
  const harness = await createHarness(db);
  const fields = { client_secret: null, token_endpoint_auth_method: null };
  const sent: string[] = [];
  const registering = saying('/oauth/register', fields);
  const connections = harness.process({
    fetch: (url, init) => {
      if (String(url).endsWith('/oauth/token'))
        sent.push(String(new Headers(init?.headers as never).get('authorization')));
      return registering(url, init);
    },
  });
  await harness.connect(connections).catch(() => {});
  expect(sent).toContain('null');
});

test.each(['a\0b', 'c'.repeat(5_000)])(
  'a registration by an id that cannot be kept connects nothing',
  async (client_id) => {
    const connections = (await createHarness(db)).process({
      fetch: saying('/oauth/register', { client_id }),
    });
    const begun = connections.begin(await ticketFor(connections), BROWSER);
    expect(await begun).toEqual({ ok: false, problem: 'unavailable' });
  },
);

test('a token request names the client in its body, once', async () => {
  const harness = await createHarness(db);
  const bodies: URLSearchParams[] = [];
  const connections = harness.process({
    fetch: (url, init) => {
      if (String(url).endsWith('/oauth/token')) bodies.push(new URLSearchParams(String(init?.body)));
      return fetch(url, init);
    },
  });
  await harness.connect(connections);
  harness.clock.move(2 * HOUR);
  await connections.authorizationFor(TEAM).headers();
  expect(bodies.map((body) => body.getAll('client_id').length)).toEqual(bodies.map(() => 1));
  expect(bodies.length).toBeGreaterThan(1);
});

test('the sign-in is believed when it asks to wait', async () => {
  const harness = await createHarness(db);
  let isBusy = false;
  let asked = 0;
  const connections = harness.process({
    fetch: async (url, init) => {
      if (!isBusy || !String(url).endsWith('/oauth/token')) return fetch(url, init);
      asked += 1;
      return new Response('{}', { status: 429, headers: { 'retry-after': '60' } }) as never;
    },
  });
  await harness.connect(connections);
  harness.clock.move(2 * HOUR);
  isBusy = true;
  const headers = () => connections.authorizationFor(TEAM).headers();
  await expect(headers()).rejects.toMatchObject({ retryAfterMs: 60_000 });
  harness.clock.move(50_000);
  await expect(headers()).rejects.toMatchObject({ retryAfterMs: 60_000 });
  expect(asked).toBe(1);
  isBusy = false;
  harness.clock.move(11_000);
  await headers();
});

test('an endless answer is given up', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)) });
  const http = createOAuthHttp(async () => new Response(endless) as never, 'https://api.example');
  await expect(http.get('https://api.example/x')).rejects.toThrow(MalformedAnswer);
});
