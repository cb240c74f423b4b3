import { expect, test } from 'vitest';
import { GENERATION_MS, KEY, startHarness, VIEWER_KEY } from './harness.ts';

const text = { inputText: '# Harbour plan\n\n- Cranes', textMode: 'preserve', title: 'Harbour plan' };
const prompt = 'A deck about our move to Porto';
const MINUTE_MS = 60_000;

test('a generation of the agent takes longer with quality "max", and as long as a fault says', async () => {
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

test('a key of an account that may not use the API is invalid', async () => {
  const owner = { workspaceId: 'ws_northwind', personId: 'user_vera' };
  const { get } = await startHarness({
    apiKeys: [KEY, { key: 'sk-gamma-free', ...owner, isEligible: false }],
  });
  expect(await get('/themes', 'sk-gamma-free')).toMatchObject({
    status: 401,
    json: { message: 'Invalid API key', statusCode: 401 },
  });
});

test('search finds only docs that the caller may see', async () => {
  const { make, get } = await startHarness();
  await make({ ...text, sharingOptions: { workspaceAccess: 'noAccess' } });
  const hits = async (key?: string) => (await get('/gammas/search?q=harbour', key)).json.hits.length;
  expect([await hits(), await hits(VIEWER_KEY)]).toEqual([1, 0]);
});
