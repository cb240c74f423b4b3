import type { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { accountOf } from '../../src/connections/account.ts';
import { createDiscovery } from '../../src/connections/oauth/discovery.ts';
import { createOAuthHttp } from '../../src/connections/oauth/http.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { MalformedAnswer, Unavailable } from '../../src/service/errors.ts';
import { createMovableClock, createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const API = 'https://api.example';
const AUTH = 'https://auth.example';

/** A service that has these documents and nothing else; a number is a status. */
function serving(documents: Record<string, object | number>) {
  const asked: string[] = [];
  const answering = async (url: string) => {
    asked.push(url);
    const document = documents[url] ?? 404;
    return typeof document === 'number' ? new Response('', { status: document }) : Response.json(document);
  };
  return { asked, fetch: answering as unknown as typeof fetch };
}

function discover(documents: Record<string, object | number>, baseUrl = API, authUrl?: string) {
  const service = serving(documents);
  const clock = createMovableClock();
  const { log, text } = createTestLog();
  const found = createDiscovery({
    baseUrl,
    authUrl,
    http: createOAuthHttp(service.fetch, baseUrl),
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

describe('where to sign in', () => {
  test('is what the two documents say, the resource in its own spelling', async () => {
    const { found } = discover({
      [`${API}/.well-known/oauth-protected-resource`]: {
        resource: `${API}/`,
        authorization_servers: [`${AUTH}/`],
      },
      [`${AUTH}/.well-known/oauth-authorization-server`]: serverDocument,
    });
    expect(await found()).toEqual({ resource: `${API}/`, as: serverDocument });
  });

  test('is at the paths of the interface where there is no document', async () => {
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

  test('is where the operator says, whatever the documents say', async () => {
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

  test('is found behind a path at the place of the RFC too', async () => {
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

  test('is not taken from a document about another resource', async () => {
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

  test('is asked again after trouble, and not kept meanwhile', async () => {
    const documents: Record<string, object | number> = {
      [`${API}/.well-known/oauth-protected-resource`]: 503,
    };
    const { found } = discover(documents, API, AUTH);
    await expect(found()).rejects.toBeInstanceOf(Unavailable);
    documents[`${API}/.well-known/oauth-protected-resource`] = 404;
    expect(await found()).toMatchObject({ as: { issuer: AUTH } });
  });
});

describe('who somebody is at the service', () => {
  const asking = (document: object | number) =>
    accountOf(
      createServiceClient({
        baseUrl: API,
        authorization: { headers: async () => ({}) },
        fetch: serving({ [`${API}/v1.0/me`]: document }).fetch,
        clock: createSkippingClock(),
      }),
    );

  test('is shown where it tells', async () => {
    const me = {
      email: 'ana@northwind.example',
      displayName: 'Ana',
      workspaceName: 'Northwind',
      plan: 'pro',
    };
    expect(await asking(me)).toEqual({ email: 'ana@northwind.example', name: 'Ana', workspace: 'Northwind' });
  });

  test.each([[404], [500], [{ email: 7 }], [[]]])('is left out where it does not: %j', async (document) => {
    expect((await asking(document)) ?? {}).toEqual({});
  });
});
