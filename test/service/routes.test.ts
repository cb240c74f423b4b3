import { describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';
import { replying } from '../support/send.ts';
import { aClient, BASE_URL } from './harness.ts';

type Act = (client: ServiceClient) => Promise<unknown>;

/** Every route of the service, and the call of the client that uses it. */
const ROUTES: Record<string, Act> = {
  'POST /generations': (client) => client.createGeneration({ inputText: 'Hello' }),
  'POST /generations/from-template': (client) =>
    client.createFromTemplate({ templateId: 'g_1', prompt: 'Hello' }),
  'GET /generations/i_1': (client) => client.getGeneration('i_1'),
  'GET /themes?limit=5': (client) => client.listThemes({ limit: 5 }),
  'GET /folders?after=c_1': (client) => client.listFolders({ after: 'c_1' }),
  'GET /templates/search?q=pitch': (client) => client.searchTemplates({ q: 'pitch' }),
  'POST /gammas/g_1/archive': (client) => client.archiveDoc('g_1'),
  'DELETE /gammas/g_1': (client) => client.deleteDoc('g_1'),
  'POST /gammas/g_1/export': (client) => client.exportDoc('g_1', { exportAs: 'pdf' }),
  'GET /exports/x_1': (client) => client.getExport('x_1'),
  'GET /gammas/g_1': (client) => client.getDoc('g_1'),
  'GET /gammas/search?q=year&includeArchived=true': (client) =>
    client.searchDocs({ q: 'year', includeArchived: true }),
  'GET /gammas/g_1/comments?limit=50': (client) => client.listComments('g_1', { limit: 50 }),
  'GET /gammas/g_1/analytics': (client) => client.getAnalytics('g_1'),
  'GET /gammas/g_1/analytics/cards': (client) => client.getCardAnalytics('g_1'),
  'GET /gammas/g_1/analytics/viewers?after=c_1': (client) => client.listViewers('g_1', { after: 'c_1' }),
  'GET /gammas/g_1/analytics/viewers/u_1': (client) => client.getViewer('g_1', 'u_1'),
  'POST /images': (client) => client.createImage({ prompt: 'A boat' }),
  'GET /images/p_1': (client) => client.getImage('p_1'),
  'POST /agent/generations': (client) => client.createAgentGeneration({ prompt: 'Hello' }),
  'POST /agent/gammas/g_1/edits': (client) => client.editDoc('g_1', { prompt: 'Shorter' }),
  'GET /agent/edits/e_1': (client) => client.getEdit('e_1'),
  'GET /me': (client) => client.getMe(),
};

describe('each method calls its route with credentials', () => {
  test.each(Object.entries(ROUTES))('%s', async (route, act) => {
    const seen: string[] = [];
    const { client } = aClient({
      send: replying(({ method, url, headers, body }) => {
        expect(headers['X-API-KEY']).toBe('sk-test-0123456789');
        expect('content-type' in headers).toBe(body !== undefined);
        seen.push(`${method} ${url.replace(`${BASE_URL}/v1.0`, '')}`);
        return { status: 403, body: { message: 'No' } };
      }),
    });
    await act(client).catch(() => {});
    expect(seen).toEqual([route]);
  });
});

test('every route of the table is tested', () => {
  const shapes = Object.keys(ROUTES).map((route) => route.replace(/\?.*/, '').replace(/\w_1/g, '{}'));
  const rows = Object.values(serviceRoutes).map(
    ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
  );
  // The path of agent generations depends on the response (agent.test.ts).
  expect(rows.filter((row) => !shapes.includes(row))).toEqual(['GET /agent/generations/{}']);
});

test('a slash at the end of the base address is ignored', async () => {
  const seen: string[] = [];
  const { client } = aClient({
    baseUrl: `${BASE_URL}/api/`,
    send: replying(({ url }) => {
      seen.push(url);
      return { status: 403 };
    }),
  });
  await client.getMe().catch(() => {});
  expect(seen).toEqual([`${BASE_URL}/api/v1.0/me`]);
});

test('routes are reported as patterns, without ids', async () => {
  const { client, calls } = aClient({ send: replying(() => ({ status: 403 })) });
  await client.getViewer('g_1', 'u_1').catch(() => {});
  expect(calls).toMatchObject([{ route: 'GET /gammas/{gammaId}/analytics/viewers/{userId}', status: 403 }]);
});
