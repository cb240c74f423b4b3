import { fetch } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { approve } from '../../sandbox/service/oauth/approve.ts';
import type { SignInRedirect } from '../../src/connections/oauth/sign-in.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import {
  ANA,
  ANAS_ANSWER,
  BROWSER,
  createHarness,
  PUBLIC_URL,
  TEAM,
  ticketFor,
  travel,
} from '../support/harness/connections.ts';
import { allowErrors } from '../support/log.ts';

allowErrors(/SERVICE_CLIENT_SECRET is for another sign-in/);

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const MINUTE = 60_000;
const CALLBACK = `${PUBLIC_URL}/service/callback`;

describe('Ana connects her team', () => {
  test('and from then on the service knows whose requests these are', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });

    const { answer, cookies, back, redirect } = await travel(connections);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(redirect.setCookie).toMatch(
      /; Max-Age=600; Path=\/deckhand\/service\/callback; HttpOnly; SameSite=Lax$/,
    );
    const outcome = await connections.callback(answer, cookies);
    expect(outcome).toMatchObject({
      ok: true,
      team: TEAM,
      person: ANA,
      summary: { kind: 'oauth', works: true },
    });
    const who = { email: 'vera@northwind.example', name: 'Vera Stolz', workspace: 'Northwind Studio' };
    expect(outcome).toMatchObject({ summary: { who } });
    expect(harness.connected).toEqual([TEAM]);

    const folders = await harness.clientOf(connections).listFolders({ query: 'roadmap' });
    expect(folders.data).toMatchObject([{ name: 'Roadmap' }]);
    expect(await connections.summaryOf(TEAM)).toMatchObject({
      person: ANA,
      since: new Date(harness.clock.now()),
    });
  });

  test('in another process than the one that sent her off', async () => {
    const harness = await createHarness(db);
    const [first, second] = [harness.process(), harness.process()];
    const { answer, cookies } = await travel(first);
    expect(await second.callback(answer, cookies)).toMatchObject({ ok: true });
    await harness.clientOf(first).listThemes({ limit: 1 });
  });

  test('and another team has nothing of it', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    await expect(harness.clientOf(connections, 'T0OTHER').listThemes()).rejects.toMatchObject({
      reason: 'unconnected',
    });
  });
});

test('Deckhand is taken out of the team as Ana comes back: nothing is kept', async () => {
  const harness = await createHarness(db);
  const connections = harness.process({ isInstalled: async () => false });
  const { answer, cookies } = await travel(connections);
  expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'not_allowed' });
  expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
  expect(harness.connected).toEqual([]);
});

test('Ana has lost the right to connect by the time that she follows her link: she is not sent off', async () => {
  const connections = (await createHarness(db)).process({ mayConnect: async () => false });
  const ticket = await ticketFor(connections);
  expect(await connections.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'not_allowed' });
});

test('Ana loses the right to connect while she is at the service: nothing is kept', async () => {
  const harness = await createHarness(db);
  let may = true;
  const connections = harness.process({ mayConnect: async () => may });
  const { answer, cookies } = await travel(connections);
  may = false;
  expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'not_allowed' });
  expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
});

test('a connection has an id of its own, that stays with new tokens and goes with connecting anew', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  expect(await connections.idOf(TEAM)).toBeNull();
  await harness.connect(connections);
  const id = await connections.idOf(TEAM);
  harness.clock.move(120 * MINUTE);
  await harness.clientOf(connections).listThemes({ limit: 1 });
  expect(await connections.idOf(TEAM)).toBe(id);
  await harness.connect(connections);
  expect(await connections.idOf(TEAM)).not.toBe(id);
});

test('whoever connects anew is asked for account and workspace anew', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  await connections.disconnect(TEAM);
  const again = await connections.begin(await ticketFor(connections), BROWSER);
  const { searchParams } = new URL((again as SignInRedirect).redirectTo);
  expect(searchParams.get('prompt')).toBe('consent');
  const { redirectTo, setCookie } = again as SignInRedirect;
  const back = await approve(redirectTo, ANAS_ANSWER);
  expect(await connections.callback(new URL(back).searchParams, setCookie.split(';')[0])).toMatchObject({
    ok: true,
    summary: { kind: 'oauth', works: true },
  });
});

describe('a link', () => {
  test('works in one browser', async () => {
    const connections = (await createHarness(db)).process();
    const ticket = await ticketFor(connections);
    const outcomes = await Promise.all([
      connections.begin(ticket, BROWSER),
      connections.begin(ticket, 'another browser'),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, problem: 'expired' });
  });

  test('works again there until it has come back, so that a second press of the button does no harm', async () => {
    const harness = await createHarness(db);
    const [one, other] = [harness.process(), harness.process()];
    const ticket = await ticketFor(one);
    const redirects = await Promise.all([one.begin(ticket, BROWSER), other.begin(ticket, BROWSER)]);
    expect(redirects).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await one.peek(ticket, BROWSER)).toEqual({ team: TEAM, person: ANA });
    expect(await one.peek(ticket, 'another browser')).toBeNull();
    const shown = redirects[1] as SignInRedirect;
    const back = await approve(shown.redirectTo, ANAS_ANSWER);
    const outcome = await one.callback(new URL(back).searchParams, shown.setCookie.split(';')[0]);
    expect(outcome).toMatchObject({ ok: true });
    expect(await other.peek(ticket, BROWSER)).toBeNull();
    expect(await other.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'expired' });
  });

  test('connects once, however many sign-ins were begun with it, also at its last moment', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const ticket = await ticketFor(connections);
    harness.clock.move(9 * MINUTE);
    const begun = [
      (await connections.begin(ticket, BROWSER)) as SignInRedirect,
      (await connections.begin(ticket, BROWSER)) as SignInRedirect,
    ];
    harness.clock.move(5 * MINUTE);
    const outcomes = [];
    for (const { redirectTo, setCookie } of begun) {
      const back = await approve(redirectTo, ANAS_ANSWER);
      outcomes.push(await connections.callback(new URL(back).searchParams, setCookie.split(';')[0]));
    }
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, problem: 'expired' }]);
  });

  test('works for ten minutes', async () => {
    const { clock, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    clock.move(10 * MINUTE);
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({
      problem: 'expired',
    });
  });

  test('and the sign-in begun with it leave nothing behind after ten minutes', async () => {
    const connections = (await createHarness(db)).process();
    await travel(connections);
    const rows = await db.query<{ namespace: string; expires_at: Date | null }>(
      `SELECT namespace, expires_at FROM kv WHERE namespace IN ('connect-tickets', 'connect-states')`,
    );
    expect(rows.map(({ namespace }) => namespace).sort()).toEqual(['connect-states', 'connect-tickets']);
    for (const { expires_at } of rows) {
      expect(expires_at).toBeInstanceOf(Date);
      expect(Number(expires_at) - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    }
  });

  test('is not given where nobody could come back', async () => {
    const connections = (await createHarness(db)).process({ publicUrl: undefined });
    expect(await connections.createLink({ team: TEAM, person: ANA })).toBeNull();
    expect(await connections.begin('guessed', BROWSER)).toEqual({ ok: false, problem: 'expired' });
  });

  test('is not used up by a service that does not answer', async () => {
    const { server, process } = await createHarness(db);
    const connections = process();
    const ticket = await ticketFor(connections);
    const takeBack = server.misbehave({ at: 'server-metadata', how: 'error' });
    expect(await connections.begin(ticket, BROWSER)).toEqual({ ok: false, problem: 'unavailable' });
    takeBack();
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({ ok: true });
  });
});

describe('the answer of the service', () => {
  test('counts once', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const { answer, cookies } = await travel(connections);
    await connections.callback(answer, cookies);
    // A service that is given a code a second time may end what the first time led to.
    const asked = harness.server.calls.length;
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(harness.server.calls).toHaveLength(asked);
  });

  test('counts for ten minutes', async () => {
    const { clock, server, process } = await createHarness(db);
    const connections = process();
    const { answer, cookies } = await travel(connections);
    clock.move(10 * MINUTE);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
    expect(server.calls.filter(({ place }) => place === 'token')).toEqual([]);
  });

  test('counts only in the browser that was sent off', async () => {
    const connections = (await createHarness(db)).process();
    const mallorys = await travel(connections);
    const anas = await travel(connections);
    expect(await connections.callback(mallorys.answer, anas.cookies)).toEqual({
      ok: false,
      problem: 'other_browser',
    });
    const guessed = anas.cookies?.replace(/=.*/, '=guessed');
    expect(await connections.callback(anas.answer, guessed)).toEqual({ ok: false, problem: 'other_browser' });
    const bens = await travel(connections);
    expect(await connections.callback(bens.answer, undefined)).toEqual({
      ok: false,
      problem: 'other_browser',
    });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });

  test('is found among the cookies of two authorizations and others', async () => {
    const connections = (await createHarness(db)).process();
    const [one, two] = [await travel(connections), await travel(connections)];
    const cookies = `theme=dark; ${one.cookies}; ${two.cookies}`;
    expect(await connections.callback(two.answer, cookies)).toMatchObject({ ok: true });
    expect(await connections.callback(one.answer, cookies)).toMatchObject({ ok: true });
  });

  test('Deny is told as such', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections, { deny: true });
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'denied' });
  });

  test('does not count from another issuer, or from none', async () => {
    const connections = (await createHarness(db)).process();
    for (const iss of ['https://elsewhere.example', null]) {
      const { answer, cookies } = await travel(connections);
      if (iss) answer.set('iss', iss);
      else answer.delete('iss');
      expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'refused' });
    }
  });

  test('with another code gets nothing', async () => {
    const connections = (await createHarness(db)).process();
    const { answer, cookies } = await travel(connections);
    answer.set('code', 'guessed');
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'expired' });
  });

  test('with less than full access is not kept', async () => {
    const harness = await createHarness(db);
    const narrow: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (!String(request[0]).endsWith('/oauth/token') || !response.ok) return response;
      const narrowed = { ...((await response.json()) as object), scope: 'gamma:read' };
      return Response.json(narrowed) as never;
    };
    const connections = harness.process({ fetch: narrow });
    const { answer, cookies } = await travel(connections);
    expect(await connections.callback(answer, cookies)).toEqual({ ok: false, problem: 'too_narrow' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });
});

describe('registration', () => {
  const registrations = ({ server }: Awaited<ReturnType<typeof createHarness>>) =>
    server.calls.filter(({ place }) => place === 'register').length;

  test('happens once, for all teams and processes', async () => {
    const harness = await createHarness(db);
    const [first, second] = [harness.process(), harness.process()];
    await Promise.all([travel(first), travel(second), travel(second, { team: 'T0OTHER' })]);
    await travel(harness.process());
    expect(registrations(harness)).toBe(1);
  });

  test('that is refused is told with the sentence of the service', async () => {
    const harness = await createHarness(db, { registration: 'refused' });
    const connections = harness.process();
    const ticket = await ticketFor(connections);
    expect(await connections.begin(ticket, BROWSER)).toEqual({
      ok: false,
      problem: 'registration_refused',
      detail: 'redirect_uri not allowed',
    });
  });

  test.each(['client_secret_basic', 'none'] as const)('by hand (%s) does as well', async (authMethod) => {
    const harness = await createHarness(db, { registration: 'refused' });
    const client = await harness.server.registerByHand({
      name: 'Deckhand',
      redirectUris: [CALLBACK],
      authMethod,
    });
    const connections = harness.process({ client: { id: client.client_id, secret: client.client_secret } });
    await harness.connect(connections);
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(registrations(harness)).toBe(0);
  });

  test('of the operator is shown to the sign-in that it was set up for, and to no other', async () => {
    const harness = await createHarness(db);
    const client = { id: 'by-hand', secret: 'SECRET-BY-HAND' };
    const elsewhere = await createHarness(db);
    const process = (more = {}) => harness.process({ client, ...more });
    // The first one that the service names is the one that is meant.
    const begun = await process().begin(await ticketFor(process()), BROWSER);
    expect(begun.ok).toBe(true);
    const moved = process({ authUrl: elsewhere.server.authUrl });
    expect((await moved.begin(await ticketFor(moved), BROWSER)).ok).toBe(true);
    const document = { resource: harness.api.baseUrl, authorization_servers: [elsewhere.server.authUrl] };
    const misled = (async (url: string, init?: object) =>
      url.includes('oauth-protected-resource') ? Response.json(document) : fetch(url, init)) as typeof fetch;
    const fooled = process({ fetch: misled });
    expect(await fooled.begin(await ticketFor(fooled), BROWSER)).toMatchObject({
      ok: false,
      problem: 'registration_refused',
    });
    expect(JSON.stringify(elsewhere.server.calls)).not.toContain('SECRET-BY-HAND');
  });

  test('is asked about now and then, and not for every sign-in', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    for (let count = 0; count < 3; count += 1) await harness.connect(connections);
    expect(harness.refreshes()).toBe(0);
    harness.clock.move(60 * MINUTE + 1);
    await harness.connect(connections);
    await harness.connect(connections);
    expect(harness.refreshes()).toBe(1);
    expect(registrations(harness)).toBe(1);
  });

  test('is made anew when the service has forgotten it', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    const port = Number(new URL(harness.server.authUrl).port);
    await harness.server.stop();
    const reborn = await createHarness(db, { port });
    const again = reborn.process();
    await reborn.connect(again);
    expect(registrations(reborn)).toBe(1);
  });
});

describe('discovery', () => {
  test('does without the metadata of the authorization server: the paths are those of the interface', async () => {
    const harness = await createHarness(db);
    harness.server.misbehave({ at: 'server-metadata', how: 'missing' });
    await harness.connect(harness.process());
  });

  test('does without the metadata of the resource where the operator says who the authorization server is', async () => {
    const harness = await createHarness(db);
    harness.server.misbehave({ at: 'resource-metadata', how: 'missing' });
    await harness.connect(harness.process({ authUrl: harness.server.authUrl }));
  });

  test('asks once an hour', async () => {
    const harness = await createHarness(db);
    const asked = () => harness.server.calls.filter(({ place }) => place === 'server-metadata').length;
    const connections = harness.process();
    await Promise.all([travel(connections), travel(connections)]);
    harness.clock.move(59 * MINUTE);
    await travel(connections);
    expect(asked()).toBe(1);
    harness.clock.move(2 * MINUTE);
    await travel(connections);
    expect(asked()).toBe(2);
  });

  test('does not send people to where metadata of another issuer came from', async () => {
    const harness = await createHarness(db);
    const other = await createHarness(db);
    const forged: typeof fetch = (url, init) =>
      fetch(
        String(url).replace(`${harness.server.authUrl}/.well-known`, `${other.server.authUrl}/.well-known`),
        init,
      );
    const connections = harness.process({ fetch: forged });
    const ticket = await ticketFor(connections);
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({
      problem: 'unavailable',
    });
  });
});

test('nothing secret is readable in the database or in the log', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  const { answer, cookies, redirect } = await travel(connections);
  await connections.callback(answer, cookies);
  const pending = await travel(connections);
  const { Authorization: bearer = '' } = await connections.authorizationFor(TEAM).headers();
  const rows = await db.query<{ key: string; value: string }>('SELECT key, value FROM kv');
  const readable = JSON.stringify(rows) + harness.log.text();
  const secrets = [
    bearer.replace('Bearer ', ''),
    String(answer.get('code')),
    String(pending.answer.get('state')),
    String(pending.cookies).split('=')[1] ?? '',
    new URL(redirect.redirectTo).searchParams.get('code_challenge') ?? '',
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(readable).not.toContain(secret);
  }
  expect(rows.some(({ key }) => key === TEAM)).toBe(true);
});
