import { fetch } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { BROWSER, createHarness, PUBLIC_URL, ticketFor, travel } from '../support/harness/connections.ts';
import { allowErrors } from '../support/log-errors.ts';

/** How Deckhand gets to know the sign-in of the service, and the sign-in it. */

allowErrors(/SERVICE_CLIENT_SECRET is for another sign-in/);

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const MINUTE = 60_000;

const CALLBACK = `${PUBLIC_URL}/service/callback`;

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
