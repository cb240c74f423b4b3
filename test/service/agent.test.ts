import nock from 'nock';
import { describe, expect, test } from 'vitest';
import {
  Conflict,
  InvalidRequest,
  MalformedAnswer,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../src/service/errors.ts';
import type { AgentGenerationInput } from '../../src/service/routes/agent.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

describe('a thorough generation', () => {
  test.each(['generationId', 'agentGenerationId', 'id'])(
    'is started, and its id is read from %s',
    async (name) => {
      nock(API)
        .post('/agent/generations', { prompt: 'Our year', quality: 'max' })
        .reply(202, { [name]: 'a_1' });
      const created = await aClient().client.createAgentGeneration({ prompt: 'Our year', quality: 'max' });
      expect(created).toEqual({ generationId: 'a_1' });
    },
  );

  test('without an id in the response throws MalformedAnswer', async () => {
    nock(API).post('/agent/generations').reply(202, {});
    await thrownBy(MalformedAnswer, aClient().client.createAgentGeneration({ prompt: 'Our year' }));
  });

  test.each<[object, string]>([
    [{ prompt: '' }, 'prompt must not be empty'],
    [{ format: 'webpage' }, 'format must be one of presentation, document, social'],
    [{ numCards: 101 }, 'numCards must be at most 100'],
    [{ templateId: 'g_1', themeId: 't_1' }, 'themeId does not go with a template'],
  ])('with an invalid field is not sent: %j', async (fault, problem) => {
    const input = { prompt: 'Our year', ...fault } as AgentGenerationInput;
    const error = await thrownBy(InvalidRequest, aClient().client.createAgentGeneration(input));
    expect(error.message).toContain(problem);
  });

  test('throws RateLimited if too many run', async () => {
    const body = { message: 'Busy', code: 'workspace_concurrency_limit_exceeded' };
    nock(API).post('/agent/generations').times(9).reply(429, body, { 'retry-after': '60' });
    const { client, calls } = aClient();
    const error = await thrownBy(RateLimited, client.createAgentGeneration({ prompt: 'Our year' }));
    expect(error).toMatchObject({ code: 'workspace_concurrency_limit_exceeded', retryAfterMs: 60_000 });
    expect(calls).toHaveLength(1);
  });

  test('is polled at /generations, then at /agent/generations', async () => {
    nock(API).get('/generations/a_1').reply(404, {});
    nock(API).get('/agent/generations/a_1').reply(200, { status: 'pending' });
    expect(await aClient().client.getAgentGeneration('a_1')).toEqual({ status: 'pending' });

    nock(API).get('/generations/a_2').reply(200, { status: 'pending' });
    expect(await aClient().client.getAgentGeneration('a_2')).toEqual({ status: 'pending' });
  });

  test('throws NotFound only if both paths respond with 404', async () => {
    nock(API).get('/generations/a_1').reply(404, {});
    nock(API).get('/agent/generations/a_1').reply(404, {});
    await thrownBy(NotFound, aClient().client.getAgentGeneration('a_1'));

    nock(API).get('/generations/a_1').reply(503, {});
    await thrownBy(Unavailable, aClient().client.getAgentGeneration('a_1'));
  });
});

describe('an edit', () => {
  test('is started and polled', async () => {
    const { client } = aClient();
    nock(API).post('/agent/gammas/g_1/edits', { prompt: 'Shorter' }).reply(202, { editId: 'e_1' });
    expect(await client.editDoc('g_1', { prompt: 'Shorter' })).toEqual({ editId: 'e_1' });

    nock(API).get('/agent/edits/e_1').reply(200, { status: 'running' });
    expect(await client.getEdit('e_1')).toEqual({ status: 'pending' });

    nock(API).get('/agent/edits/e_1').reply(200, { status: 'completed', gammaId: 'g_1' });
    expect(await client.getEdit('e_1')).toEqual({ status: 'completed', docId: 'g_1' });

    nock(API)
      .get('/agent/edits/e_1')
      .reply(200, { status: 'failed', error: { message: 'No' } });
    expect(await client.getEdit('e_1')).toEqual({ status: 'failed', error: { message: 'No' } });
  });

  test('may have its id under id', async () => {
    nock(API).post('/agent/gammas/g_1/edits').reply(202, { id: 'e_1' });
    expect(await aClient().client.editDoc('g_1', { prompt: 'Shorter' })).toEqual({ editId: 'e_1' });
  });

  test('while another one runs throws Conflict with its id', async () => {
    const body = { message: 'Edit already in progress', code: 'edit_in_progress', editId: 'e_0' };
    nock(API).post('/agent/gammas/g_1/edits').reply(409, body);
    const error = await thrownBy(Conflict, aClient().client.editDoc('g_1', { prompt: 'Shorter' }));
    expect(error.editId).toBe('e_0');
  });
});
