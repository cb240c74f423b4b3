import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { MalformedAnswer, Unavailable } from '../../src/service/errors.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

describe('a doc from text', () => {
  test('is asked for with the key, and the id comes back with what was dropped', async () => {
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
    expect(calls).toEqual([
      { route: 'POST /generations', status: 201, seconds: 0, attempt: 1, isPoll: false },
    ]);
  });

  test('always says how the text is to be treated', async () => {
    const { client } = aClient();
    const scope = nock(API)
      .post('/generations', { inputText: 'Hello', textMode: 'generate' })
      .reply(200, { generationId: 'gen_1', new: 'field' });

    await expect(client.createGeneration({ inputText: 'Hello' })).resolves.toEqual({ generationId: 'gen_1' });
    scope.done();
  });

  test.each(['', 'gen\0', 'g'.repeat(5_000)])(
    'is malformed without an id that can be kept',
    async (generationId) => {
      const { client } = aClient();
      nock(API).post('/generations').reply(200, { generationId });

      const error = await thrownBy(MalformedAnswer, client.createGeneration({ inputText: 'Hello' }));
      expect(error.message).toContain('generationId');
    },
  );
});

describe('a doc from a template', () => {
  test('names the template as the wire does, and the folder once', async () => {
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
});

describe('a look at a generation', () => {
  const look = async (answer: nock.Body) => {
    nock(API).get('/generations/gen_1').reply(200, answer);
    return aClient().client.getGeneration('gen_1');
  };

  test('under way, whatever the word for it', async () => {
    expect(await look({ generationId: 'gen_1', status: 'pending' })).toEqual({ status: 'pending' });
    expect(await look({ generationId: 'gen_1', status: 'rendering' })).toEqual({ status: 'pending' });
  });

  test.each([
    ['gammaId', 'gammaUrl'],
    ['docId', 'docUrl'],
  ])('completed, spelled %s and %s', async (idName, urlName) => {
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

  test('completed, with everything optional missing, null or odd', async () => {
    const doc = { status: 'completed', gammaId: 'g_1', gammaUrl: 'https://docs.example/g_1' };
    const expected = { status: 'completed', docId: 'g_1', docUrl: 'https://docs.example/g_1' };

    expect(await look(doc)).toEqual(expected);
    expect(await look({ ...doc, title: null, exportUrl: null, credits: null })).toEqual(expected);
    expect(await look({ ...doc, title: 7, exportUrl: 'javascript:alert(1)', credits: 'many' })).toEqual(
      expected,
    );
  });

  test('failed, with a reason or without', async () => {
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
      error: { message: 'The service gave no reason.' },
    });
  });

  test('completed without a doc is malformed', async () => {
    const error = await thrownBy(MalformedAnswer, look({ status: 'completed', gammaId: 'g_1' }));
    expect(error.message).toContain('docUrl');
  });

  test('is one request only: whoever polls has a timing of their own', async () => {
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
