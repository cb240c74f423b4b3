import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { MalformedAnswer, Unavailable } from '../../src/service/errors.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

describe('a doc from text', () => {
  test('is created with the API key, and returns the id and the warnings', async () => {
    const { client, calls } = aClient();
    nock(API, { reqheaders: { 'x-api-key': 'sk-test-0123456789', 'content-type': 'application/json' } })
      .post('/generations', { inputText: 'Our year', textMode: 'preserve', numCards: 5, exportAs: 'pptx' })
      .reply(201, { generationId: 'gen_1', warnings: 'numCards was ignored' });

    const created = await client.createGeneration({
      inputText: 'Our year',
      textMode: 'preserve',
      numCards: 5,
      exportAs: 'pptx',
    });

    expect(created).toEqual({ generationId: 'gen_1', warnings: 'numCards was ignored' });
    expect(calls).toEqual([{ route: 'POST /generations', status: 201, seconds: 0 }]);
  });

  test('always sends textMode', async () => {
    const { client } = aClient();
    const scope = nock(API)
      .post('/generations', { inputText: 'Hello', textMode: 'generate' })
      .reply(200, { generationId: 'gen_1', new: 'field' });

    await expect(client.createGeneration({ inputText: 'Hello' })).resolves.toEqual({ generationId: 'gen_1' });
    scope.done();
  });

  test('may have its id under id, because the interface does not show this answer', async () => {
    nock(API).post('/generations').reply(200, { id: 'gen_1' });
    expect(await aClient().client.createGeneration({ inputText: 'Hello' })).toEqual({
      generationId: 'gen_1',
    });
  });

  test.each(['', 'gen\0', 'g'.repeat(5_000)])(
    'throws MalformedAnswer without an id that can be stored',
    async (generationId) => {
      const { client } = aClient();
      nock(API).post('/generations').reply(200, { generationId });

      const error = await thrownBy(MalformedAnswer, client.createGeneration({ inputText: 'Hello' }));
      expect(error.message).toContain('generationId');
    },
  );
});

describe('a doc from a template', () => {
  test('sends gammaId for the template, and one folder id', async () => {
    const { client } = aClient();
    const scope = nock(API)
      .post('/generations/from-template', {
        gammaId: 'g_template',
        prompt: 'For the Berlin office',
        folderId: 'f_1',
      })
      .reply(200, { generationId: 'gen_2' });

    await client.createFromTemplate({
      templateId: 'g_template',
      prompt: 'For the Berlin office',
      folderId: 'f_1',
    });
    scope.done();
  });

  test('needs the generationId that the interface shows', async () => {
    nock(API).post('/generations/from-template').reply(200, { id: 'gen_2' });
    const create = aClient().client.createFromTemplate({ templateId: 'g_template', prompt: 'For Berlin' });
    await thrownBy(MalformedAnswer, create);
  });
});

describe('a poll of a generation', () => {
  const look = async (answer: nock.Body) => {
    nock(API).get('/generations/gen_1').reply(200, answer);
    return aClient().client.getGeneration('gen_1');
  };

  test('any other status is pending', async () => {
    expect(await look({ generationId: 'gen_1', status: 'pending' })).toEqual({ status: 'pending' });
    expect(await look({ generationId: 'gen_1', status: 'rendering' })).toEqual({ status: 'pending' });
  });

  test.each([
    ['gammaId', 'gammaUrl'],
    ['docId', 'docUrl'],
  ])('completed, with the fields %s and %s', async (idName, urlName) => {
    const answer = {
      status: 'completed',
      [idName]: 'g_1',
      [urlName]: 'https://docs.example/g_1',
      title: 'Our year',
      exportUrl: 'https://files.example/1.pptx',
      credits: { deducted: 40, remaining: 960 },
    };
    expect(await look(answer)).toEqual({
      status: 'completed',
      docId: 'g_1',
      docUrl: 'https://docs.example/g_1',
      title: 'Our year',
      exportUrl: 'https://files.example/1.pptx',
      credits: { deducted: 40, remaining: 960 },
    });
  });

  test('completed, with optional fields missing, null or invalid', async () => {
    const doc = { status: 'completed', gammaId: 'g_1', gammaUrl: 'https://docs.example/g_1' };
    const expected = { status: 'completed', docId: 'g_1', docUrl: 'https://docs.example/g_1' };

    expect(await look(doc)).toEqual(expected);
    expect(await look({ ...doc, title: null, exportUrl: null, credits: null })).toEqual(expected);
    expect(await look({ ...doc, title: 7, exportUrl: 'javascript:alert(1)', credits: 'many' })).toEqual(
      expected,
    );
  });

  test('failed, with or without a reason', async () => {
    const failed = {
      status: 'failed',
      error: { message: 'No text left', statusCode: 500 },
      credits: { remaining: 3 },
    };
    expect(await look(failed)).toEqual(failed);
    expect(await look({ status: 'failed', error: 'No text left' })).toEqual({
      status: 'failed',
      error: { message: 'No text left' },
    });
    expect(await look({ status: 'failed' })).toEqual({
      status: 'failed',
      error: { message: undefined },
    });
  });

  test('completed before the address of the doc is known', async () => {
    expect(await look({ status: 'completed', gammaId: 'g_1' })).toEqual({
      status: 'completed',
      docId: 'g_1',
    });
  });

  test('is not retried, because the caller repeats it', async () => {
    const { client, clock } = aClient();
    nock(API).get('/generations/gen_1').reply(503, {});

    await thrownBy(Unavailable, client.getGeneration('gen_1'));
    expect(clock.sleeps).toEqual([]);
  });

  test('an id cannot lead to another route', async () => {
    const { client } = aClient();
    nock(API).get('/generations/a%2F..%2Fb').reply(200, { status: 'pending' });

    await expect(client.getGeneration('a/../b')).resolves.toEqual({ status: 'pending' });
    for (const id of ['', '.', '..']) await expect(client.getGeneration(id)).rejects.toThrow('is not an id');
  });
});
