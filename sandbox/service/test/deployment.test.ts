import { describe, expect, test } from 'vitest';
import { type Feature, features } from '../deployment.ts';
import { GENERATION_MS, KEY, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const text = { inputText: '# Harbour plan\n\n- Cranes', textMode: 'preserve', title: 'Harbour plan' };
const prompt = 'A deck about our move to Porto';
const MINUTE_MS = 60_000;

describe('a deployment that lacks a route', () => {
  test('answers as for any unknown path, until it has it', async () => {
    const { make, get, service } = await startHarness({ lacks: ['GET /gammas/{gammaId}', 'GET /me'] });
    const { gammaId } = await make(text);
    expect(await get(`/gammas/${gammaId}`)).toMatchObject({
      status: 404,
      json: { message: `Cannot GET /v1.0/gammas/${gammaId}`, statusCode: 404 },
    });
    expect((await get('/me')).status).toBe(404);
    expect((await get('/gammas/search')).status).toBe(200);
    service.setLacking([]);
    expect((await get('/me')).status).toBe(200);
  });

  test('reads an agent’s generation with all others where it has no route for them', async () => {
    const { post, get } = await startHarness({ lacks: ['GET /agent/generations/{id}'] });
    const { json } = await post('/agent/generations', { prompt });
    expect((await get(`/agent/generations/${json.generationId}`)).status).toBe(404);
    expect((await get(`/generations/${json.generationId}`)).json.status).toBe('pending');
  });
});

describe('a plan without a feature', () => {
  const calls: [Feature, method: 'GET' | 'POST', path: string][] = [
    ['agent', 'POST', '/agent/generations'],
    ['agent', 'POST', '/agent/gammas/DOC/edits'],
    ['analytics', 'GET', '/gammas/DOC/analytics/cards'],
    ['comments', 'GET', '/gammas/DOC/comments'],
    ['export', 'POST', '/gammas/DOC/export'],
    ['images', 'POST', '/images'],
    ['search', 'GET', '/gammas/search'],
    ['templates', 'GET', '/templates/search'],
    ['templates', 'POST', '/generations/from-template'],
  ];
  test.each(calls)('%s: %s %s is forbidden, in that workspace alone', async (feature, method, path) => {
    const { make, get, post, service } = await startHarness();
    const { gammaId } = await make(text);
    const ask = (key?: string) =>
      method === 'GET'
        ? get(path.replace('DOC', gammaId), key)
        : post(path.replace('DOC', gammaId), { prompt, exportAs: 'pdf' }, key);
    service.setFeature(feature, false);
    expect(await ask()).toMatchObject({ status: 403, json: { message: 'Forbidden', statusCode: 403 } });
    if (!path.includes('DOC')) expect((await ask(LABS_KEY)).status).not.toBe(403);
    service.setFeature(feature, true);
    expect((await ask()).status).not.toBe(403);
  });

  test('every feature is tried above', () => {
    expect([...new Set(calls.map(([feature]) => feature))].sort()).toEqual([...features]);
  });

  test('through the control address', async () => {
    const { get, ask } = await startHarness();
    const tell = (body: object) => ask('POST', '/__control/features', { body: JSON.stringify(body) });
    await tell({ feature: 'search' });
    expect((await get('/gammas/search')).status).toBe(403);
    await tell({ feature: 'search', on: true });
    expect((await get('/gammas/search')).status).toBe(200);
    expect((await tell({ feature: 'magic' })).status).toBe(400);
  });
});

test('agents are busy beyond what the deployment takes on, whoever asks', async () => {
  const { make, post, clock, service } = await startHarness({ agentCapacity: 1 });
  const { gammaId } = await make(text);
  expect((await post('/agent/generations', { prompt }, LABS_KEY)).status).toBe(202);
  for (const path of ['/agent/generations', `/agent/gammas/${gammaId}/edits`]) {
    expect(await post(path, { prompt })).toMatchObject({
      status: 503,
      json: { message: 'Service unavailable', statusCode: 503 },
    });
  }
  clock.advance(2 * GENERATION_MS);
  expect((await post('/agent/generations', { prompt })).status).toBe(202);
  service.setAgentCapacity(Number.POSITIVE_INFINITY);
  expect((await post(`/agent/gammas/${gammaId}/edits`, { prompt })).status).toBe(202);
});

test('an agent takes its time: longer for the best, and as long as it is told', async () => {
  const { post, get, clock, service } = await startHarness();
  const start = async (body: object) =>
    (await post('/agent/generations', { prompt, ...body })).json.generationId;
  const best = await start({ quality: 'max' });
  service.misbehave({ kind: 'generation_takes', ms: 25 * MINUTE_MS });
  const slow = await start({ quality: 'max' });
  const statuses = async () =>
    Promise.all([best, slow].map(async (id) => (await get(`/agent/generations/${id}`)).json.status));
  clock.advance(4 * GENERATION_MS - 1);
  expect(await statuses()).toEqual(['pending', 'pending']);
  clock.advance(1);
  expect(await statuses()).toEqual(['completed', 'pending']);
  clock.advance(25 * MINUTE_MS - 4 * GENERATION_MS - 1);
  expect(await statuses()).toEqual(['completed', 'pending']);
  clock.advance(1);
  expect(await statuses()).toEqual(['completed', 'completed']);
});

test('a key that is tied to no eligible account is invalid', async () => {
  const owner = { workspaceId: 'ws_northwind', personId: 'user_vera' };
  const { get } = await startHarness({
    apiKeys: [KEY, { key: 'sk-gamma-free', ...owner, isEligible: false }],
  });
  expect(await get('/themes', 'sk-gamma-free')).toMatchObject({
    status: 401,
    json: { message: 'Invalid API key', statusCode: 401 },
  });
});

test('search finds what the caller may see', async () => {
  const { make, get } = await startHarness();
  await make({ ...text, sharingOptions: { workspaceAccess: 'noAccess' } });
  const hits = async (key?: string) => (await get('/gammas/search?q=harbour', key)).json.hits.length;
  expect([await hits(), await hits(VIEWER_KEY)]).toEqual([1, 0]);
});
