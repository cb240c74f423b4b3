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

test("Theo's token for the Labs workspace lists the folders of that workspace only", async () => {
  const response = await folders(await tokenFor('generate'));
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { name: string }[] };
  expect(data.map(({ name }) => name)).toEqual(['Experiments', 'Papers', 'Reading group']);
});

test('a read-only token gets 403 for folders', async () => {
  const response = await folders(await tokenFor('gamma:read'));
  expect(response.status).toBe(403);
  expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
});

test('a 401 names the metadata, which names the authorization server', async () => {
  const response = await folders({});
  expect(response.status).toBe(401);
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '') ?? [];
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: api.baseUrl,
    authorization_servers: [server.authUrl],
  });
});

test('with OAuth a person spends their own credits, with an API key those of the workspace', async () => {
  const spend = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ prompt: 'A lighthouse' });
    const made = await fetch(`${api.baseUrl}/v1.0/images`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    if (made.status !== 200) return made.status;
    const { imageGenerationId } = (await made.json()) as { imageGenerationId: string };
    api.finishNow(imageGenerationId);
    const { credits } = (await (
      await fetch(`${api.baseUrl}/v1.0/images/${imageGenerationId}`, { headers })
    ).json()) as { credits: { deducted: number; remaining: number } };
    return credits;
  };
  const theos = await tokenFor('generate');
  const { deducted, remaining } = (await spend(theos)) as { deducted: number; remaining: number };
  expect(remaining).toBe(400 - deducted);
  expect(api.credits('ws_labs', 'user_theo')).toBe(remaining);
  expect(api.credits('ws_labs', 'user_rita')).toBe(400);
  expect(api.credits('ws_northwind', 'user_theo')).toBe(4_000);
  expect(api.credits('ws_labs')).toBe(remaining);
  expect(await spend({ 'X-API-KEY': KEY })).toMatchObject({ remaining: 4_000 - deducted });

  api.setCredits(0, 'ws_labs', 'user_theo');
  expect(await spend(theos)).toBe(402);
  api.setCredits(100, 'ws_labs');
  expect(await spend(theos)).toMatchObject({ remaining: 100 - deducted });
  const page = await (await fetch(api.baseUrl)).text();
  expect(page).toContain(`<b>${100 - deducted}</b> credits left for Theo Marchetti`);
});

test('API keys still work, and a request without any credentials gets the sentence of the interface', async () => {
  expect((await folders({ 'X-API-KEY': KEY })).status).toBe(200);
  const wrong: Record<string, string>[] = [{ 'X-API-KEY': 'sk-standin-other' }, {}];
  for (const headers of wrong) {
    const refused = await folders(headers);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ message: 'Invalid API key', statusCode: 401 });
  }
});

test('the metadata of the API can be missing', async () => {
  server.misbehave({ at: 'resource-metadata', how: 'missing' });
  expect((await fetch(`${api.baseUrl}/.well-known/oauth-protected-resource`)).status).toBe(404);
});
