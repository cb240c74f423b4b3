import { describe, expect, test } from 'vitest';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { BROWSER, createHarness, PUBLIC_URL, ticketFor, travel } from '../support/harness/connections.ts';
import { allowErrors } from '../support/log-errors.ts';
import { replying, send } from '../support/send.ts';

/** Client registration and discovery of the authorization server. */

allowErrors(/SERVICE_CLIENT_SECRET is for another authorization server/);

const db = await cleanDatabase();

const MINUTE = 60_000;

const CALLBACK = `${PUBLIC_URL}/service/callback`;

describe('the OAuth client', () => {
  const registrations = ({ server }: Awaited<ReturnType<typeof createHarness>>) =>
    server.calls.filter(({ place }) => place === 'register').length;

  test('is registered once for all teams and processes', async () => {
    const harness = await createHarness(db);
    const [first, second] = [harness.process(), harness.process()];
    await Promise.all([travel(first), travel(second), travel(second, { team: 'T0OTHER' })]);
    await travel(harness.process());
    expect(registrations(harness)).toBe(1);
  });

  test('is registered with the fields and values of the interface', async () => {
    const harness = await createHarness(db);
    const bodies: unknown[] = [];
    const watched: SendRequest = (request) => {
      if (request.url.endsWith('/oauth/register')) bodies.push(JSON.parse(String(request.body)));
      return send(request);
    };
    const connections = harness.process({ send: watched });
    await connections.begin(await ticketFor(connections), BROWSER);
    expect(bodies).toEqual([
      {
        client_name: 'Deckhand',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: expect.stringMatching(
          /^(?:none|client_secret_basic|client_secret_post)$/,
        ),
      },
    ]);
  });

  test('a refused registration is reported with the message of the service', async () => {
    const harness = await createHarness(db, { registration: 'refused' });
    const connections = harness.process();
    const ticket = await ticketFor(connections);
    expect(await connections.begin(ticket, BROWSER)).toEqual({
      ok: false,
      problem: 'registration_refused',
      detail: 'redirect_uri not allowed',
    });
  });

  test.each(['client_secret_basic', 'none'] as const)('may be configured (%s)', async (authMethod) => {
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

  test('that is configured is used only with its own authorization server', async () => {
    const harness = await createHarness(db);
    const client = { id: 'by-hand', secret: 'SECRET-BY-HAND' };
    const elsewhere = await createHarness(db);
    const process = (more = {}) => harness.process({ client, ...more });
    // The client belongs to the first authorization server that the service names.
    const begun = await process().begin(await ticketFor(process()), BROWSER);
    expect(begun.ok).toBe(true);
    const moved = process({ authUrl: elsewhere.server.authUrl });
    expect((await moved.begin(await ticketFor(moved), BROWSER)).ok).toBe(true);
    const document = { resource: harness.api.baseUrl, authorization_servers: [elsewhere.server.authUrl] };
    const named = replying(() => ({ body: document }));
    const misled: SendRequest = (request) =>
      (request.url.includes('oauth-protected-resource') ? named : send)(request);
    const fooled = process({ send: misled });
    expect(await fooled.begin(await ticketFor(fooled), BROWSER)).toMatchObject({
      ok: false,
      problem: 'registration_refused',
    });
    expect(JSON.stringify(elsewhere.server.calls)).not.toContain('SECRET-BY-HAND');
  });

  test('is checked once an hour, not for every sign-in', async () => {
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

  test('is registered again if the service no longer knows it', async () => {
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
  test('works without metadata of the authorization server', async () => {
    const harness = await createHarness(db);
    harness.server.misbehave({ at: 'server-metadata', how: 'missing' });
    await harness.connect(harness.process());
  });

  test('works without metadata of the resource if SERVICE_AUTH_URL is set', async () => {
    const harness = await createHarness(db);
    harness.server.misbehave({ at: 'resource-metadata', how: 'missing' });
    await harness.connect(harness.process({ authUrl: harness.server.authUrl }));
  });

  test('is cached for an hour', async () => {
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

  test('refuses metadata of another issuer', async () => {
    const harness = await createHarness(db);
    const other = await createHarness(db);
    const [ours, theirs] = [harness, other].map(({ server }) => `${server.authUrl}/.well-known`);
    const forged: SendRequest = (request) =>
      send({ ...request, url: request.url.replace(ours ?? '', theirs ?? '') });
    const connections = harness.process({ send: forged });
    const ticket = await ticketFor(connections);
    expect(await connections.begin(ticket, BROWSER)).toMatchObject({
      problem: 'unavailable',
    });
  });
});
