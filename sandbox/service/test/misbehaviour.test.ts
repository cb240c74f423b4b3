import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { GENERATION_MS, KEY, startHarness } from './harness.ts';

const text = { inputText: 'Words' };

describe('a call', () => {
  test('gets an error status by route, after some calls and a number of times', async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'status', status: 503, route: 'GET /themes', skip: 1, times: 2 });
    expect((await get('/folders')).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await get('/themes')).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(service.calls.map(({ status }) => status)).toEqual([200, 200, 503, 503, 200]);
  });

  test.each([
    [429, 'Too many requests'],
    [500, 'An error occurred while generating the the service.'],
    [502, 'Bad gateway'],
    [503, 'Service unavailable'],
  ])("gets the interface's message with %d", async (status, message) => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'status', status });
    expect((await get('/themes')).json).toEqual({ message, statusCode: status });
  });

  test('gets a Retry-After in seconds or as a date', async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'status', status: 429, retryAfter: 7 });
    expect((await get('/themes')).headers['retry-after']).toBe('7');
    service.misbehave({ kind: 'status', status: 429, retryAfter: '2026-11-02T09:00:30Z' });
    expect((await get('/themes')).headers['retry-after']).toBe('Mon, 02 Nov 2026 09:00:30 GMT');
  });

  test('gets the body and headers of a fault', async () => {
    const { service, post } = await startHarness();
    const body = { message: 'Insufficient credits', statusCode: 403, code: 'no_credits' };
    service.misbehave({ kind: 'status', status: 403, body, headers: { 'x-why': 'credits' } });
    const answer = await post('/generations', text);
    expect(answer).toMatchObject({ status: 403, json: body });
    expect(answer.headers).toMatchObject({ 'x-why': 'credits', 'x-request-id': expect.any(String) });
  });

  test('is delayed by the clock', async () => {
    const { service, get, clock } = await startHarness();
    service.misbehave({ kind: 'delay', ms: 20_000 });
    let answered = false;
    const answer = get('/themes').then(() => {
      answered = true;
    });
    await get('/folders');
    expect(answered).toBe(false);
    clock.advance(20_000);
    await answer;
  });

  test('that is delayed is cut when the stand-in stops', async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'delay', ms: 20_000, route: 'GET /themes' });
    const answer = expect(get('/themes')).rejects.toThrow('fetch failed');
    await get('/folders');
    await service.stop();
    await answer;
  });

  test('is cut before it is handled', async () => {
    const { service, post } = await startHarness();
    const before = service.credits();
    service.misbehave({ kind: 'cut', moment: 'before', route: 'POST /generations' });
    await expect(post('/generations', text)).rejects.toThrow('fetch failed');
    expect(service.calls).toMatchObject([{ route: 'POST /generations', status: 0, body: text }]);
    expect(service.credits()).toBe(before);
  });

  test('is cut after it was handled, so that the doc is created and paid', async () => {
    const { service, post, clock } = await startHarness();
    const before = service.credits();
    service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /generations' });
    await expect(post('/generations', text)).rejects.toThrow('fetch failed');
    clock.advance(GENERATION_MS);
    expect(service.credits()).toBeLessThan(before);
  });

  test('gets half of its JSON', async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'malformed' });
    const answer = await get('/themes');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch('application/json');
    expect(answer.text).toMatch(/^\{"data":/);
    expect(answer.json).toBeUndefined();
  });

  test("gets a proxy's page", async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'html', status: 502 });
    const answer = await get('/themes');
    expect(answer.status).toBe(502);
    expect(answer.headers['content-type']).toMatch('text/html');
    expect(answer.text).toMatch('<html>');
  });

  test('gets an empty body', async () => {
    const { service, get } = await startHarness();
    service.misbehave({ kind: 'empty' });
    expect(await get('/themes')).toMatchObject({ status: 200, text: '' });
  });

  test('is matched by its content', async () => {
    const { service, post } = await startHarness();
    service.misbehave({ kind: 'status', status: 500, containing: 'Lisbon', times: 'always' });
    expect((await post('/generations', { inputText: 'Trip to Lisbon' })).status).toBe(500);
    expect((await post('/generations', { inputText: 'Trip to Porto' })).status).toBe(200);
  });

  test('is handled as usual after the fault is removed', async () => {
    const { service, get } = await startHarness();
    const stop = service.misbehave({ kind: 'status', status: 500, times: 'always' });
    expect((await get('/themes')).status).toBe(500);
    stop();
    expect((await get('/themes')).status).toBe(200);
    service.misbehave({ kind: 'status', status: 500, times: 'always' });
    service.behave();
    expect((await get('/themes')).status).toBe(200);
  });
});

describe('a generation', () => {
  test('fails with the error of a fault, without a cost', async () => {
    const { service, make } = await startHarness();
    const remaining = service.credits();
    service.misbehave({ kind: 'generation_fails', message: 'Too sad a story', statusCode: 422 });
    expect(await make(text)).toMatchObject({
      status: 'failed',
      error: { message: 'Too sad a story', statusCode: 422 },
      credits: { deducted: 0, remaining },
    });
    expect(await make(text)).toMatchObject({ status: 'completed' });
  });

  test('never ends, until finishNow', async () => {
    const { service, post, get, clock } = await startHarness();
    service.misbehave({ kind: 'generation_never_ends' });
    const { json } = await post('/generations', text);
    clock.advance(24 * 60 * 60 * 1000);
    expect((await get(`/generations/${json.generationId}`)).json.status).toBe('pending');
    service.finishNow(json.generationId);
    expect((await get(`/generations/${json.generationId}`)).json.status).toBe('completed');
  });

  test('is not found after its first poll', async () => {
    const { service, post, get } = await startHarness();
    service.misbehave({ kind: 'generation_forgotten' });
    const { json } = await post('/generations', text);
    const statuses = [];
    for (let time = 0; time < 3; time++) {
      statuses.push((await get(`/generations/${json.generationId}`)).status);
    }
    expect(statuses).toEqual([200, 404, 404]);
  });

  test('takes as long as a fault says', async () => {
    const { service, post, get, clock } = await startHarness();
    service.misbehave({ kind: 'generation_takes', ms: 60_000 });
    const { json } = await post('/generations', text);
    clock.advance(59_999);
    expect((await get(`/generations/${json.generationId}`)).json.status).toBe('pending');
    clock.advance(1);
    expect((await get(`/generations/${json.generationId}`)).json.status).toBe('completed');
  });

  test('gets its export link late, or never', async () => {
    const { service, make, get, clock } = await startHarness();
    service.misbehave({ kind: 'export_late', ms: 90_000 });
    service.misbehave({ kind: 'export_late', ms: null, skip: 1 });
    const late = await make({ ...text, exportAs: 'pdf' });
    expect(late).toMatchObject({ status: 'completed' });
    expect(late).not.toHaveProperty('exportUrl');
    clock.advance(90_000);
    expect((await get(`/generations/${late.generationId}`)).json).toHaveProperty('exportUrl');

    const never = await make({ ...text, exportAs: 'pdf' });
    clock.advance(24 * 60 * 60 * 1000);
    expect((await get(`/generations/${never.generationId}`)).json).not.toHaveProperty('exportUrl');
  });

  test('has the warnings of a fault after its own', async () => {
    const { service, post } = await startHarness();
    service.misbehave({ kind: 'warnings', text: 'Two pictures could not be loaded.' });
    const { json } = await post('/generations', { ...text, folderIds: ['fld_northwind_brand'] });
    expect(json.warnings).toMatch(/deprecated.* Two pictures could not be loaded\.$/);
  });
});

test('an invalid fault is refused', async () => {
  const { service } = await startHarness();
  expect(() => service.misbehave({ kind: 'status', status: 200 })).toThrow();
  expect(() => service.misbehave({ kind: 'nap' } as never)).toThrow();
});

test('calls are recorded with their request and status', async () => {
  const { service, ask, clock } = await startHarness();
  const headers = { 'X-API-KEY': KEY, 'content-type': 'application/json' };
  const { headers: answered } = await ask('POST', '/v1.0/generations?x=1', { headers, body: '{' });
  expect(service.calls).toEqual([
    {
      id: answered['x-request-id'],
      method: 'POST',
      path: '/v1.0/generations?x=1',
      route: 'POST /generations',
      body: '{',
      by: expect.objectContaining({ workspaceId: 'ws_northwind', personId: 'user_vera' }),
      status: 400,
      at: clock.now(),
    },
  ]);
  service.clearCalls();
  expect(service.calls).toEqual([]);
});

test('a download can be cut halfway', async () => {
  const { service, make } = await startHarness();
  const { exportUrl } = await make({ ...text, exportAs: 'pdf' });
  service.misbehave({ kind: 'cut', moment: 'after', route: 'GET /files/{exportId}/{token}/{name}' });
  const response = await fetch(exportUrl);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await fetch(exportUrl)).ok).toBe(true);
});
