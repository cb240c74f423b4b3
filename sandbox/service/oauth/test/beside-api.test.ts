import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { sampleWorkspaces } from '../../samples/workspaces.ts';
import { createServiceStandIn, type ServiceStandIn } from '../../stand-in.ts';
import { type AuthorizationServer, createAuthorizationServer } from '../authorization-server.ts';
import { accountsOf, besideApi } from '../beside-api.ts';
import { createClient } from './client.ts';

const KEY = 'sk-standin-test';
let server: AuthorizationServer;
let api: ServiceStandIn;

beforeEach(async () => {
  const accounts = accountsOf(sampleWorkspaces());
  server = createAuthorizationServer({ baseUrl: () => api.baseUrl, accounts });
  api = createServiceStandIn({ clock: systemClock, apiKeys: [KEY], ...besideApi(server) });
  await server.start();
  await api.start();
});
afterEach(() => Promise.all([server.stop(), api.stop()]));

const theo = { account: 'theo@northwind.example', workspace: 'Northwind Labs' };
const folders = (headers: Record<string, string>) => fetch(`${api.baseUrl}/v1.0/folders`, { headers });

async function tokenFor(scope: string): Promise<Record<string, string>> {
  const client = await createClient(server);
  const { access_token } = await client.connect(theo, { resource: api.baseUrl, scope });
  return { authorization: `Bearer ${access_token}` };
}

test("a token opens its workspace and no other: Theo's folders are those of the labs", async () => {
  const response = await folders(await tokenFor('generate'));
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(['Experiments', 'Papers', 'Reading group']);
});

test('a read-only token is turned away from what is not about a doc', async () => {
  const response = await folders(await tokenFor('gamma:read'));
  expect(response.status).toBe(403);
  expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
});

test('without credentials the answer leads to the metadata, and that to the authorization server', async () => {
  const response = await folders({});
  expect(response.status).toBe(401);
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: api.baseUrl,
    authorization_servers: [server.authUrl],
  });
});

test('an API key goes on working', async () => {
  expect((await folders({ 'X-API-KEY': KEY })).status).toBe(200);
  expect((await folders({ 'X-API-KEY': 'sk-standin-other' })).status).toBe(401);
});

test('the metadata of the resource can be missing', async () => {
  server.misbehave({ at: 'resource-metadata', how: 'missing' });
  expect((await fetch(`${api.baseUrl}/.well-known/oauth-protected-resource`)).status).toBe(404);
});
