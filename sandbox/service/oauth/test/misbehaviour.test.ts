import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createHandClock } from '../../../test/hand-clock.ts';
import { approve } from '../approve.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { createClient, REDIRECT_URI, registration, startServer } from './client.ts';

let server: AuthorizationServer;
afterEach(() => server.stop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds. Lifetimes are whole seconds of two clocks, so that a token may expire two seconds early. */
const ROUNDING = 5_000;

describe('expiry', () => {
  test('an access token expires after an hour, a refresh token 90 days after its last use', async () => {
    const clock = createHandClock(Date.now());
    server = await startServer({ clock });
    const client = await createClient(server);
    const first = await client.connect();
    clock.advance(HOUR - ROUNDING);
    expect(await server.verify(first.access_token)).toMatchObject({ account: { id: 'ana' } });
    clock.advance(2 * ROUNDING);
    expect(await server.verify(first.access_token)).toMatchObject({ error: 'invalid_token' });

    clock.advance(89 * DAY);
    const second = await client.refresh(String(first.refresh_token));
    expect(await server.verify(second.access_token)).toMatchObject({ account: { id: 'ana' } });
    clock.advance(89 * DAY);
    const third = await client.refresh(String(second.refresh_token));
    clock.advance(90 * DAY + 1000);
    await expect(client.refresh(String(third.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('an authorization code expires after a minute', async () => {
    const clock = createHandClock(Date.now());
    server = await startServer({ clock });
    const client = await createClient(server);
    const exchanged = async (afterMs: number) => {
      const begun = await client.begin();
      const redirect = await approve(begun.url, { account: 'ana', workspace: 'w-north' });
      clock.advance(afterMs);
      return client.exchange(redirect, begun);
    };
    expect(await exchanged(60_000 - ROUNDING)).toMatchObject({ token_type: 'bearer' });
    await expect(exchanged(60_000 + ROUNDING)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('the reuse of a refresh token is recognized even after 60 days', async () => {
    const clock = createHandClock(Date.now());
    server = await startServer({ clock });
    const client = await createClient(server);
    const first = await client.connect();
    const second = await client.refresh(String(first.refresh_token));
    clock.advance(60 * DAY);
    await expect(client.refresh(String(first.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.refresh(String(second.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('after a restart', () => {
  test('clients, grants and keys are kept', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'oauth-'));
    server = await startServer({ dataDir });
    const client = await createClient(server, 'client_secret_post');
    const tokens = await client.connect({ account: 'ben', workspace: 'w-north' });
    const port = Number(new URL(server.authUrl).port);
    await server.stop();

    server = await startServer({ dataDir, port });
    expect(await server.verify(tokens.access_token)).toMatchObject({ account: { id: 'ben' } });
    const renewed = await client.refresh(String(tokens.refresh_token));
    expect(await server.verify(renewed.access_token)).toMatchObject({ workspace: { id: 'w-north' } });
    await server.stop();
    await rm(dataDir, { recursive: true });
  });

  test('nothing is kept without a folder', async () => {
    server = await startServer();
    const client = await createClient(server);
    const tokens = await client.connect();
    const port = Number(new URL(server.authUrl).port);
    await server.stop();
    server = await startServer({ port });
    expect(await server.verify(tokens.access_token)).toMatchObject({ error: 'invalid_token' });
  });
});

describe('faults', () => {
  test.each(['error', 'garbage', 'cut-before', 'refuse'] as const)(
    'with %s the token endpoint does not handle the request, so the refresh token still works',
    async (how) => {
      server = await startServer();
      const client = await createClient(server);
      const { refresh_token } = await client.connect();
      server.misbehave({ at: 'token', how, times: 1 });
      await expect(client.refresh(String(refresh_token))).rejects.toThrow();
      await expect(client.refresh(String(refresh_token))).resolves.toHaveProperty('access_token');
    },
  );

  test('with cut-after the refresh token is rotated although there is no response', async () => {
    server = await startServer();
    const client = await createClient(server);
    const { refresh_token } = await client.connect();
    const takeBack = server.misbehave({ at: 'token', how: 'cut-after' });
    await expect(client.refresh(String(refresh_token))).rejects.toThrow('fetch failed');
    takeBack();
    await expect(client.refresh(String(refresh_token))).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(server.calls.filter(({ grantType }) => grantType === 'refresh_token')).toMatchObject([
      { place: 'token' },
      { place: 'token', error: 'invalid_grant' },
    ]);
  });

  test('with slow the response comes after the delay', async () => {
    const clock = createHandClock(Date.now());
    const sleeper = { ...clock, sleep: async (ms: number) => clock.advance(ms) };
    server = await startServer({ clock: sleeper });
    const client = await createClient(server);
    const { refresh_token } = await client.connect();
    const before = clock.now();
    server.misbehave({ at: 'token', how: 'slow', ms: 30_000 });
    await client.refresh(String(refresh_token));
    expect(clock.now() - before).toBe(30_000);
  });

  test('registration over HTTP can be refused, and an operator can still register a client', async () => {
    server = await startServer({ registration: 'refused' });
    const response = await fetch(`${server.authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration('none')),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_description: 'redirect_uri not allowed' });
    const byHand = await server.registerByHand({ name: 'Deckhand', redirectUris: [REDIRECT_URI] });
    expect(byHand).toEqual({ client_id: expect.any(String), client_secret: expect.any(String) });
  });

  test('either metadata document can be missing', async () => {
    server = await startServer();
    expect(server.protectedResourceMetadata()).toMatchObject({ authorization_servers: [server.authUrl] });
    server.misbehave({ at: 'server-metadata', how: 'missing', times: 1 });
    server.misbehave({ at: 'resource-metadata', how: 'missing', times: 1 });
    const address = `${server.authUrl}/.well-known/oauth-authorization-server`;
    expect((await fetch(address)).status).toBe(404);
    expect(server.protectedResourceMetadata()).toBeNull();
    expect((await fetch(address)).status).toBe(200);
    expect(server.protectedResourceMetadata()).not.toBeNull();
  });
});
