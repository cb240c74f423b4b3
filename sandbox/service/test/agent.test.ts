import { describe, expect, test } from 'vitest';
import { GENERATION_MS, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const prompt = 'A deck about our move to Porto';

describe('a generation of the agent', () => {
  test('takes longer and is read at its own route', async () => {
    const { post, get, clock } = await startHarness();
    const { status, json } = await post('/agent/generations', { prompt, exportAs: 'pdf', quality: 'lite' });
    expect(status).toBe(202);
    const path = `/agent/generations/${json.generationId}`;
    clock.advance(GENERATION_MS);
    expect((await get(path)).json.status).toBe('pending');
    expect((await get(`/generations/${json.generationId}`)).status).toBe(404);
    clock.advance(GENERATION_MS);
    expect((await get(path)).json).toMatchObject({
      status: 'completed',
      gammaId: expect.stringMatching(/^g_/),
      exportUrl: expect.any(String),
      credits: { deducted: expect.any(Number) },
    });
  });

  test.each<[string, object, RegExp]>([
    ['no prompt', {}, /prompt/],
    ['a null', { prompt, themeId: null }, /themeId/],
    ['a web page', { prompt, format: 'webpage' }, /format/],
    ['101 cards', { prompt, numCards: 101 }, /numCards/],
    ['more cards than the plan', { prompt, numCards: 61 }, /numCards.*60/],
    ['a wrong quality', { prompt, quality: 'best' }, /quality/],
    ['a theme and a template', { prompt, themeId: 'a', templateId: 'g_b' }, /must not be combined/],
    ['an unknown theme', { prompt, themeId: 'nowhere' }, /themeId/],
    ['an unknown template', { prompt, templateId: 'g_nowhere' }, /Template not found/],
    ['an unknown field', { prompt, textMode: 'generate' }, /textMode/],
  ])('is refused for %s', async (_, body, message) => {
    const { post } = await startHarness();
    const { status, json } = await post('/agent/generations', body);
    expect(status).toBe(400);
    expect(json.message).toMatch(message);
  });

  test('is refused if five are running in the workspace', async () => {
    const { post, clock } = await startHarness();
    for (let time = 0; time < 5; time++) await post('/agent/generations', { prompt });
    const { status, json, headers } = await post('/agent/generations', { prompt });
    expect(status).toBe(429);
    expect(json).toMatchObject({ statusCode: 429, code: 'workspace_concurrency_limit_exceeded' });
    expect(headers['retry-after']).toBe(String((2 * GENERATION_MS) / 1000));
    expect((await post('/agent/generations', { prompt }, LABS_KEY)).status).toBe(202);
    clock.advance(2 * GENERATION_MS);
    expect((await post('/agent/generations', { prompt })).status).toBe(202);
  });
});

describe('an edit', () => {
  test('changes the doc as the prompt says', async () => {
    const { make, post, get, clock } = await startHarness();
    const { gammaId, gammaUrl } = await make({ inputText: '# Porto', title: 'Porto' });
    const { status, json } = await post(`/agent/gammas/${gammaId}/edits`, {
      prompt: 'Please change the title to "Porto, at last".',
    });
    expect(status).toBe(202);
    const { editId } = json;
    expect((await get(`/agent/edits/${editId}`)).json).toEqual({ editId, status: 'pending' });
    clock.advance(GENERATION_MS);
    expect((await get(`/gammas/${gammaId}`)).json.title).toBe('Porto, at last');
    expect((await get(`/agent/edits/${editId}`)).json).toEqual({
      editId,
      status: 'completed',
      gammaId,
      gammaUrl,
      credits: { deducted: 5, remaining: expect.any(Number) },
    });
  });

  test('is refused while another edit of the doc is running', async () => {
    const { make, post, clock } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const path = `/agent/gammas/${gammaId}/edits`;
    const { json: first } = await post(path, { prompt: 'Make it shorter' });
    const { status, json } = await post(path, { prompt: 'Remove card 2' });
    expect(status).toBe(409);
    expect(json).toEqual({
      message: 'Edit already in progress',
      statusCode: 409,
      code: 'edit_in_progress',
      editId: first.editId,
    });
    clock.advance(GENERATION_MS);
    expect((await post(path, { prompt: 'Remove card 2' })).status).toBe(202);
  });

  test('needs edit permission, and is not found in other workspaces', async () => {
    const { make, post, get } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const path = `/agent/gammas/${gammaId}/edits`;
    expect((await post(path, { prompt: 'x' }, VIEWER_KEY)).status).toBe(403);
    expect((await post(path, { prompt: 'x' }, LABS_KEY)).status).toBe(403);
    expect((await post(path, { prompt: '' })).status).toBe(400);
    const { json } = await post(path, { prompt: 'x' });
    expect((await get(`/agent/edits/${json.editId}`, LABS_KEY)).status).toBe(404);
  });

  test('fails if the doc is deleted before it is due', async () => {
    const { make, post, get, ask, clock } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const { json } = await post(`/agent/gammas/${gammaId}/edits`, { prompt: 'Make it shorter' });
    await ask('DELETE', `/v1.0/gammas/${gammaId}`, { headers: { 'X-API-KEY': 'sk-gamma-ana' } });
    clock.advance(GENERATION_MS);
    expect((await get(`/agent/edits/${json.editId}`)).json).toMatchObject({
      status: 'failed',
      error: { statusCode: 500 },
      credits: { deducted: 0 },
    });
  });
});
