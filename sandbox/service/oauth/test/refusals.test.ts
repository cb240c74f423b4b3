import * as oauth from 'oauth4webapi';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approve } from '../approve.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { BASE_URL, createClient, REDIRECT_URI, registration, startServer } from './client.ts';

const ana = { account: 'ana', workspace: 'w-north' };
let server: AuthorizationServer;
let baseUrl: string;
let client: Awaited<ReturnType<typeof createClient>>;

beforeEach(async () => {
  baseUrl = BASE_URL;
  server = await startServer({ baseUrl: () => baseUrl });
  client = await createClient(server);
});
afterEach(() => server.stop());

/** Matches an error of the token endpoint. */
const refusedWith = (error: string) => expect.objectContaining({ error, status: 400 });

describe('the authorization endpoint', () => {
  test('redirects with access_denied, state and issuer after Deny', async () => {
    const { url, state } = await client.begin();
    const back = new URL(await approve(url, { ...ana, deny: true }));
    expect(back.origin + back.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state,
      iss: server.authUrl,
    });
  });

  test.each([
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ["the API's address with a trailing slash", { resource: `${BASE_URL}/` }, 'invalid_target'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an unknown scope', { scope: 'generate admin' }, 'invalid_scope'],
    ['an unknown scope without a resource', { scope: 'admin', resource: undefined }, 'invalid_scope'],
    ['another response type', { response_type: 'nothing' }, 'unsupported_response_type'],
  ])('redirects with an error for %s', async (_what, overrides, error) => {
    const { url } = await client.begin(overrides);
    const back = new URL(await approve(url, ana));
    expect(back.searchParams.get('error')).toBe(error);
    expect(back.searchParams.get('code')).toBeNull();
  });

  test.each([
    ['a redirect URI that is not registered', { redirect_uri: `${REDIRECT_URI}/x` }],
    ['a redirect URI with a query added', { redirect_uri: `${REDIRECT_URI}?x=1` }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
  ])('never redirects for %s', async (_what, overrides) => {
    const { url } = await client.begin(overrides);
    const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('This sign-in failed');
  });

  test('grants `generate` if no scope is requested', async () => {
    const tokens = await client.connect(ana, { scope: undefined });
    expect(tokens.scope).toBe('generate');
  });

  test('shows the sign-in page again for a second authorization in the same browser', async () => {
    const cookies: string[] = [];
    const watched: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      cookies.push(...response.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''));
      return response;
    };
    await approve((await client.begin()).url, { ...ana, fetch: watched });
    const session = cookies.filter((cookie) => cookie.startsWith('auth_session'));
    const headers = { cookie: session.slice(-2).join('; '), accept: 'text/html' };
    const again = await fetch((await client.begin()).url, { headers, redirect: 'manual' });
    const page = await fetch(new URL(again.headers.get('location') ?? '', server.authUrl), {
      headers: {
        cookie: again.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; '),
      },
    });
    expect(await page.text()).toContain('Who is signing in?');
  });

  test('refuses an interaction that is over', async () => {
    const response = await fetch(`${server.authUrl}/oauth/interaction/gone`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This page is no longer valid');
  });

  test('does not offer a workspace that the person does not belong to', async () => {
    const { url } = await client.begin();
    await expect(approve(url, { account: 'ben', workspace: 'w-lab' })).rejects.toThrow(
      'w-lab is not offered',
    );
  });
});

describe('the token endpoint', () => {
  test('accepts a code once; a second use revokes the tokens of the first', async () => {
    const begun = await client.begin();
    const redirect = await approve(begun.url, ana);
    const tokens = await client.exchange(redirect, begun);
    await expect(client.exchange(redirect, begun)).rejects.toEqual(refusedWith('invalid_grant'));
    expect(await server.verify(tokens.access_token)).toMatchObject({ error: 'invalid_token' });
    await expect(client.refresh(String(tokens.refresh_token))).rejects.toEqual(refusedWith('invalid_grant'));
  });

  test('refuses a verifier that does not match the challenge', async () => {
    const begun = await client.begin();
    const redirect = await approve(begun.url, ana);
    const wrong = { ...begun, verifier: oauth.generateRandomCodeVerifier() };
    await expect(client.exchange(redirect, wrong)).rejects.toEqual(refusedWith('invalid_grant'));
    // The code is void then, also with the right verifier.
    await expect(client.exchange(redirect, begun)).rejects.toEqual(refusedWith('invalid_grant'));
  });

  test('refuses another redirect URI than in the authorization request', async () => {
    const begun = await client.begin();
    const redirect = await approve(begun.url, ana);
    await expect(client.exchange(redirect, begun, `${REDIRECT_URI}2`)).rejects.toEqual(
      refusedWith('invalid_grant'),
    );
  });

  test("refuses another client's code", async () => {
    const begun = await client.begin();
    const redirect = await approve(begun.url, ana);
    const other = await createClient(server);
    await expect(other.exchange(redirect, begun)).rejects.toEqual(refusedWith('invalid_grant'));
  });

  test('refuses a wrong client secret', async () => {
    const { authUrl } = server;
    const authorization = `Basic ${Buffer.from(`${client.client.client_id}:wrong`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' });
    const response = await fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      body,
      headers: { authorization },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('refuses a request without client_id in the body, even from an authenticated client', async () => {
    const { refresh_token } = await client.connect();
    await expect(client.refresh(String(refresh_token), { client_id: '' })).rejects.toMatchObject({
      cause: { error: 'invalid_request' },
    });
  });

  test('refuses it also if no `resource` was asked for', async () => {
    const { refresh_token } = await client.connect(ana, { resource: undefined });
    await expect(client.refresh(String(refresh_token), { client_id: '' })).rejects.toMatchObject({
      cause: { error: 'invalid_request' },
    });
  });

  test('refuses another resource with invalid_target', async () => {
    const { refresh_token } = await client.connect();
    const elsewhere = { resource: 'https://elsewhere.example' };
    await expect(client.refresh(String(refresh_token), elsewhere)).rejects.toEqual(
      refusedWith('invalid_target'),
    );
  });

  test('revokes all tokens of a grant if a refresh token is reused', async () => {
    const first = await client.connect();
    const second = await client.refresh(String(first.refresh_token));
    await expect(client.refresh(String(first.refresh_token))).rejects.toEqual(refusedWith('invalid_grant'));
    await expect(client.refresh(String(second.refresh_token))).rejects.toEqual(refusedWith('invalid_grant'));
    expect(await server.verify(second.access_token)).toMatchObject({ status: 401 });
  });

  test('accepts one of five simultaneous uses of a refresh token and treats the others as reuse', async () => {
    const { refresh_token } = await client.connect();
    const attempts = Array.from({ length: 5 }, () => client.refresh(String(refresh_token)));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [lucky] = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    await expect(client.refresh(String(lucky?.value.refresh_token))).rejects.toEqual(
      refusedWith('invalid_grant'),
    );
  });
});

describe('the API', () => {
  const metadata = `resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`;

  test('refuses a token that was requested without `resource`', async () => {
    const { access_token } = await client.connect(ana, { resource: undefined });
    const refusal = await server.verify(access_token);
    expect(refusal).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(refusal).toHaveProperty('wwwAuthenticate', expect.stringContaining('error="invalid_token"'));
    expect(refusal).toHaveProperty('wwwAuthenticate', expect.stringContaining(metadata));
  });

  test('refuses a token that was issued for another address of the API', async () => {
    const { access_token } = await client.connect();
    baseUrl = 'https://api.example';
    expect(await server.verify(access_token)).toMatchObject({ error: 'invalid_token' });
  });

  test.each(['gamma:read', 'doc:read'])('lets the scope %s read but not generate', async (scope) => {
    const { access_token, scope: granted } = await client.connect(ana, { scope });
    expect(granted).toBe(scope);
    expect(await server.verify(access_token, 'doc:read')).toMatchObject({ account: { id: 'ana' } });
    const refusal = await server.verify(access_token, 'generate');
    expect(refusal).toMatchObject({ status: 403, error: 'insufficient_scope' });
    expect(refusal).toHaveProperty('wwwAuthenticate', expect.stringContaining('error="insufficient_scope"'));
  });

  test('answers a request without a token with the address of the metadata and no error', async () => {
    const wwwAuthenticate = `Bearer ${metadata}`;
    expect(await server.verify(undefined)).toMatchObject({ status: 401, wwwAuthenticate });
  });

  test('refuses a token of another server and an altered token', async () => {
    const other = await startServer();
    const foreign = await (await createClient(other)).connect();
    await other.stop();
    expect(await server.verify(foreign.access_token)).toMatchObject({ error: 'invalid_token' });
    const [head, , signature] = (await client.connect()).access_token.split('.');
    const forged = Buffer.from(JSON.stringify({ iss: server.authUrl, aud: BASE_URL, sub: 'ana', exp: 1e11 }));
    expect(await server.verify([head, forged.toString('base64url'), signature].join('.'))).toMatchObject({
      status: 401,
    });
  });

  test('refuses the tokens of an account after revokeAll, and accepts those of others', async () => {
    const [anas, bens] = [
      await client.connect(),
      await client.connect({ account: 'ben', workspace: 'w-north' }),
    ];
    await server.revokeAll('ana');
    expect(await server.verify(anas.access_token)).toMatchObject({ status: 401 });
    await expect(client.refresh(String(anas.refresh_token))).rejects.toEqual(refusedWith('invalid_grant'));
    expect(await server.verify(bens.access_token)).toMatchObject({ account: { id: 'ben' } });
  });
});

describe('registration', () => {
  const register = (body: unknown) =>
    fetch(`${server.authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('gives a client without an auth method client_secret_basic and a secret', async () => {
    const response = await register({ client_name: 'Deckhand', redirect_uris: [REDIRECT_URI] });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      client_secret: expect.any(String),
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
    });
  });

  test('gives a public client no secret', async () => {
    expect(await (await register(registration('none'))).json()).not.toHaveProperty('client_secret');
  });

  test.each([
    ['no redirect URI', { ...registration('none'), redirect_uris: [] }],
    ['another auth method', { ...registration('none'), token_endpoint_auth_method: 'private_key_jwt' }],
    ['a redirect URI that is not a URL', { ...registration('none'), redirect_uris: ['callback'] }],
  ])('refuses %s', async (_what, body) => {
    expect((await register(body)).status).toBe(400);
  });
});

test('has no endpoints of OpenID Connect', async () => {
  for (const path of ['/.well-known/openid-configuration', '/me', '/session/end', '/token/introspection']) {
    expect((await fetch(server.authUrl + path)).status, path).toBe(404);
  }
  const keys = await (await fetch(`${server.authUrl}/.well-known/jwks.json`)).json();
  expect(keys).toEqual({ keys: [expect.objectContaining({ kty: 'EC', alg: 'ES256', use: 'sig' })] });
  expect(JSON.stringify(keys)).not.toContain('"d"');
});
