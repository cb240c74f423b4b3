import { describe, expect, test } from 'vitest';
import { accountOf } from '../../src/connections/connection.ts';
import { createDiscovery } from '../../src/connections/oauth/discovery.ts';
import { createOAuthHttp } from '../../src/connections/oauth/http.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { MalformedAnswer, Unavailable } from '../../src/service/errors.ts';
import { createMovableClock, createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { replying } from '../support/send.ts';

const API = 'https://api.example';
const AUTH = 'https://auth.example';

/** A service with these documents only; a number is the status of the response. */
function serving(documents: Record<string, object | number>) {
  const asked: string[] = [];
  const send = replying(({ url }) => {
    asked.push(url);
    const document = documents[url] ?? 404;
    return typeof document === 'number' ? { status: document } : { body: document };
  });
  return { asked, send };
}

function discover(documents: Record<string, object | number>, baseUrl = API, authUrl?: string) {
  const service = serving(documents);
  const clock = createMovableClock();
  const { log, text } = createTestLog();
  const found = createDiscovery({
    baseUrl,
    authUrl,
    http: createOAuthHttp(service.send, baseUrl),
    clock,
    log,
  });
  return { found, clock, asked: service.asked, logged: text };
}

const serverDocument = {
  issuer: AUTH,
  authorization_endpoint: `${AUTH}/authorize`,
  token_endpoint: `${AUTH}/token`,
};

describe('discovery of the authorization server', () => {
  test('uses the two metadata documents, and the resource as it is spelled there', async () => {
    const { found } = discover({
      [`${API}/.well-known/oauth-protected-resource`]: {
        resource: `${API}/`,
        authorization_servers: [`${AUTH}/`],
      },
      [`${AUTH}/.well-known/oauth-authorization-server`]: serverDocument,
    });
    expect(await found()).toEqual({ resource: `${API}/`, as: serverDocument });
  });

  test('uses the paths of the API reference if there is no metadata', async () => {
    const { found } = discover({});
    expect(await found()).toMatchObject({
      isAssumed: true,
      resource: API,
      as: {
        issuer: API,
        token_endpoint: `${API}/oauth/token`,
        authorization_endpoint: `${API}/oauth/authorize`,
      },
    });
  });

  test('prefers SERVICE_AUTH_URL to the metadata', async () => {
    const { found } = discover(
      {
        [`${API}/.well-known/oauth-protected-resource`]: {
          resource: API,
          authorization_servers: ['https://other.example'],
        },
      },
      API,
      AUTH,
    );
    expect(await found()).toMatchObject({ as: { token_endpoint: `${AUTH}/oauth/token` } });
  });

  test('finds the metadata of an address with a path where the RFC puts it', async () => {
    const { found } = discover(
      {
        [`${API}/.well-known/oauth-protected-resource/docs`]: {
          resource: `${API}/docs`,
          authorization_servers: [AUTH],
        },
      },
      `${API}/docs`,
    );
    expect(await found()).toMatchObject({ resource: `${API}/docs`, as: { issuer: AUTH } });
  });

  test('ignores a document about another resource', async () => {
    const { found, logged } = discover({
      [`${API}/.well-known/oauth-protected-resource`]: {
        resource: 'https://other.example',
        authorization_servers: [AUTH],
      },
    });
    expect(await found()).toMatchObject({ resource: API, as: { issuer: API } });
    expect(logged()).toContain('another resource');
  });

  test.each([
    ['an authorization server', { resource: API, authorization_servers: ['http://auth.example'] }, {}],
    [
      'a page',
      { resource: API, authorization_servers: [AUTH] },
      { authorization_endpoint: 'http://auth.example/a' },
    ],
    [
      'a page that is a script',
      { resource: API, authorization_servers: [AUTH] },
      { authorization_endpoint: 'javascript:alert(1)' },
    ],
  ])('is never %s without https', async (_what, resource, more) => {
    const { found } = discover({
      [`${API}/.well-known/oauth-protected-resource`]: resource,
      [`${AUTH}/.well-known/oauth-authorization-server`]: { ...serverDocument, ...more },
    });
    await expect(found()).rejects.toBeInstanceOf(MalformedAnswer);
  });

  test('is tried again after an error, which is not cached', async () => {
    const documents: Record<string, object | number> = {
      [`${API}/.well-known/oauth-protected-resource`]: 503,
    };
    const { found } = discover(documents, API, AUTH);
    await expect(found()).rejects.toBeInstanceOf(Unavailable);
    documents[`${API}/.well-known/oauth-protected-resource`] = 404;
    expect(await found()).toMatchObject({ as: { issuer: AUTH } });
  });
});

describe('the account at the service', () => {
  const asking = (document: object | number) =>
    accountOf(
      createServiceClient({
        baseUrl: API,
        authorization: { headers: async () => ({}) },
        send: serving({ [`${API}/v1.0/me`]: document }).send,
        clock: createSkippingClock(),
      }),
    );

  test('is returned if the service reports it', async () => {
    const me = {
      email: 'ana@northwind.example',
      displayName: 'Ana',
      workspaceName: 'Northwind',
      plan: 'pro',
    };
    expect(await asking(me)).toEqual({ email: 'ana@northwind.example', name: 'Ana', workspace: 'Northwind' });
  });

  test.each([[404], [500], [{ email: 7 }], [[]]])('is undefined if the response is %j', async (document) => {
    expect((await asking(document)) ?? {}).toEqual({});
  });
});
