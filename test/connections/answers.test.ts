import { describe, expect, test } from 'vitest';
import { createOAuthHttp } from '../../src/connections/oauth/http.ts';
import { RequestFailed } from '../../src/outgoing-requests.ts';
import { MalformedAnswer } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { BROWSER, createHarness, TEAM, ticketFor } from '../support/harness/connections.ts';
import { changingAnswers, replying, send } from '../support/send.ts';

const db = await cleanDatabase();

const HOUR = 60 * 60_000;

describe('a token response', () => {
  test.each([
    { scope: null },
    { scope: '' },
    { expires_in: null },
    { id_token: null },
    { scope: null, expires_in: null, id_token: null },
  ])('with %j for missing fields is accepted', async (fields) => {
    const harness = await createHarness(db);
    const connections = harness.process({ send: changingAnswers('/oauth/token', fields) });
    await harness.connect(connections);
    harness.clock.move(2 * HOUR);
    await connections.authorizationFor(TEAM).headers();
    expect(harness.refreshes()).toBe(1);
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });
});

test('a registration with a null secret has no secret', async () => {
  const harness = await createHarness(db);
  const fields = { client_secret: null, token_endpoint_auth_method: null };
  const sent: string[] = [];
  const registering = changingAnswers('/oauth/register', fields);
  const connections = harness.process({
    send: (request) => {
      if (request.url.endsWith('/oauth/token'))
        sent.push(String(new Headers(request.headers).get('authorization')));
      return registering(request);
    },
  });
  await harness.connect(connections).catch(() => {});
  expect(sent).toContain('null');
});

test.each(['a\0b', 'c'.repeat(5_000)])(
  'a registration with an id that cannot be stored fails',
  async (client_id) => {
    const connections = (await createHarness(db)).process({
      send: changingAnswers('/oauth/register', { client_id }),
    });
    const begun = connections.begin(await ticketFor(connections), BROWSER);
    expect(await begun).toEqual({ ok: false, problem: 'unavailable' });
  },
);

test('a token request has the client id in its body once', async () => {
  const harness = await createHarness(db);
  const bodies: URLSearchParams[] = [];
  const connections = harness.process({
    send: (request) => {
      if (request.url.endsWith('/oauth/token')) bodies.push(new URLSearchParams(String(request.body)));
      return send(request);
    },
  });
  await harness.connect(connections);
  harness.clock.move(2 * HOUR);
  await connections.authorizationFor(TEAM).headers();
  expect(bodies.map((body) => body.getAll('client_id').length)).toEqual(bodies.map(() => 1));
  expect(bodies.length).toBeGreaterThan(1);
});

test('Retry-After of the authorization server is honoured', async () => {
  const harness = await createHarness(db);
  const busy = replying(() => ({ status: 429, headers: { 'retry-after': '60' }, body: {} }));
  let isBusy = false;
  let asked = 0;
  const connections = harness.process({
    send: async (request) => {
      if (!isBusy || !request.url.endsWith('/oauth/token')) return send(request);
      asked += 1;
      return busy(request);
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

test('a response that is too large throws MalformedAnswer', async () => {
  const tooLarge = async () =>
    Promise.reject(new RequestFailed('too_large', 'The answer is larger than 5 bytes.'));
  const http = createOAuthHttp(tooLarge, 'https://api.example');
  await expect(http.get('https://api.example/x')).rejects.toThrow(MalformedAnswer);
});
