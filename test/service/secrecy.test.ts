import { inspect } from 'node:util';
import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { API, aClient, interceptRequests } from './harness.ts';

interceptRequests();

const TOKEN = 'tok-abcdefghijklmnop';
const PROMPT = 'the merger nobody knows of';
const EXPORT_LINK = 'https://files.example/deck.pptx?signature=s3cr3t';
const SECRETS = [TOKEN, PROMPT, EXPORT_LINK, 's3cr3t'];

/** Returns the log lines and the error of one call as text. */
async function traceOf(act: (client: ServiceClient) => Promise<unknown>): Promise<string> {
  let logged = '';
  const log = createLog('trace', { write: (line) => (logged += line) });
  const { client } = aClient({
    log,
    authorization: { headers: async () => ({ Authorization: `Bearer ${TOKEN}` }) },
  });
  const outcome = await act(client).then(
    () => 'done',
    (error: unknown) => {
      log.error({ err: error }, 'failed');
      return `${error} ${inspect(error, { depth: 9, showHidden: true })} ${(error as Error).stack}`;
    },
  );
  expect(logged).toContain('service call');
  return logged + outcome;
}

const create = (client: ServiceClient) => client.createGeneration({ inputText: PROMPT });
const look = (client: ServiceClient) => client.getGeneration('gen_1');

describe('log and errors contain no token, prompt or export link', () => {
  test('of a successful create', async () => {
    nock(API).post('/generations').reply(200, { generationId: 'gen_1' }, { 'x-request-id': 'req_7' });
    const trace = await traceOf(create);
    expect(trace).toContain('req_7');
    for (const secret of SECRETS) expect(trace).not.toContain(secret);
  });

  test.each<[string, (client: ServiceClient) => Promise<unknown>, () => unknown]>([
    [
      'a refused token',
      create,
      () =>
        nock(API)
          .post('/generations')
          .reply(401, { message: `Bad token ${TOKEN}` }),
    ],
    ['a 5xx page', create, () => nock(API).post('/generations').reply(502, `<p>${TOKEN}</p>`)],
    ['a cut connection', create, () => nock(API).post('/generations').replyWithError('socket hang up')],
    ['a finished generation', look, () => nock(API).get('/generations/gen_1').reply(200, completed)],
    ['a cut answer', look, () => nock(API).get('/generations/gen_1').reply(200, `${EXPORT_LINK} ${TOKEN}`)],
    ['an answer too short to be cut', look, () => nock(API).get('/generations/gen_1').reply(200, 's3cr3t')],
    [
      'a strange answer',
      look,
      () =>
        nock(API)
          .get('/generations/gen_1')
          .reply(200, { exportUrl: EXPORT_LINK, [PROMPT]: 1 }),
    ],
    [
      'a doc that is none',
      look,
      () =>
        nock(API)
          .get('/generations/gen_1')
          .reply(200, { ...completed, gammaUrl: PROMPT }),
    ],
  ])('of %s', async (_, act, arrange) => {
    arrange();
    const trace = await traceOf(act);
    for (const secret of SECRETS) expect(trace).not.toContain(secret);
  });

  test('of a search', async () => {
    nock(API).get('/templates/search').query({ q: PROMPT }).reply(200, { workspaceTemplates: [] });
    const trace = await traceOf((client) => client.searchTemplates({ q: PROMPT }));
    for (const secret of SECRETS) expect(trace).not.toContain(secret);
  });
});

const completed = {
  status: 'completed',
  gammaId: 'g_1',
  gammaUrl: 'https://docs.example/g_1',
  exportUrl: EXPORT_LINK,
};
