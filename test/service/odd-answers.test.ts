import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { MalformedAnswer, ServiceError } from '../../src/service/errors.ts';
import { replying } from '../support/send.ts';
import { aClient } from './harness.ts';

/** A client whose calls all get this text as their response. */
function clientAnswered(status: number, body: string) {
  return aClient({ send: replying(() => ({ status, body })) }).client;
}

const CALLS: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  createGeneration: (client) => client.createGeneration({ inputText: 'Hello' }),
  createFromTemplate: (client) => client.createFromTemplate({ templateId: 'g_1', prompt: 'Hello' }),
  getGeneration: (client) => client.getGeneration('gen_1'),
  listThemes: (client) => client.listThemes(),
  listFolders: (client) => client.listFolders(),
  searchTemplates: (client) => client.searchTemplates(),
  exportDoc: (client) => client.exportDoc('g_1', { exportAs: 'pdf' }),
  getExport: (client) => client.getExport('x_1'),
  getDoc: (client) => client.getDoc('g_1'),
  searchDocs: (client) => client.searchDocs(),
  archiveDoc: (client) => client.archiveDoc('g_1'),
  listComments: (client) => client.listComments('g_1'),
  getAnalytics: (client) => client.getAnalytics('g_1'),
  getCardAnalytics: (client) => client.getCardAnalytics('g_1'),
  listViewers: (client) => client.listViewers('g_1'),
  getViewer: (client) => client.getViewer('g_1', 'u_1'),
  createImage: (client) => client.createImage({ prompt: 'A boat' }),
  getImage: (client) => client.getImage('p_1'),
  createAgentGeneration: (client) => client.createAgentGeneration({ prompt: 'Hello' }),
  getAgentGeneration: (client) => client.getAgentGeneration('a_1'),
  editDoc: (client) => client.editDoc('g_1', { prompt: 'Shorter' }),
  getEdit: (client) => client.getEdit('e_1'),
  getMe: (client) => client.getMe(),
};

/** Real field names and values, so that random responses resemble real ones. */
const name = fc.constantFrom(
  'status',
  'docId',
  'gammaId',
  'gammaUrl',
  'data',
  'hasMore',
  'nextCursor',
  'error',
  'message',
  'credits',
  'exportUrl',
  'generationId',
  'workspaceTemplates',
  'id',
  'name',
  'warnings',
  '__proto__',
);
const word = fc.oneof(
  fc.constantFrom('completed', 'failed', 'pending', 'https://docs.example/1', ''),
  fc.string(),
);
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.constantFrom(null, true, 0, -1, 1e99),
    fc.array(tie('answer'), { maxLength: 4 }),
    fc.dictionary(name, tie('answer'), { maxKeys: 6 }),
  ),
}));

for (const [title, act] of Object.entries(CALLS)) {
  test(`${title}: any JSON is parsed or throws MalformedAnswer`, async () => {
    await fc.assert(
      fc.asyncProperty(answer, async (json) => {
        const error = await act(clientAnswered(200, JSON.stringify(json))).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error !== undefined) expect(error).toBeInstanceOf(MalformedAnswer);
      }),
      { numRuns: 200 },
    );
  });
}

test('any body with any error status is a ServiceError', async () => {
  const text = fc.oneof(
    fc.string(),
    answer.map((json) => JSON.stringify(json)),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 400, max: 599 }), text, async (status, body) => {
      const error = await clientAnswered(status, body)
        .createGeneration({ inputText: 'Hello' })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ServiceError);
      expect((error as ServiceError).status).toBe(status);
      expect((error as ServiceError).message).not.toBe('');
    }),
    { numRuns: 300 },
  );
});
