import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/documents/documents.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { Forbidden, NotFound, Unavailable } from '../../src/service/errors.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createTestLog } from '../support/log.ts';

const ana = { team: 'T1', person: 'UANA' };

type Answer = () => Promise<unknown>;
const done: Answer = async () => {};

/** Sets up one document of team T1, and a service with the given answers. */
function setUp(
  answer: Answer = done,
  isConnected = true,
  given: Record<string, Answer> = {},
  madeWith?: string,
  connection = 'connection 1',
) {
  const asked: string[] = [];
  const archived: string[] = [];
  const deleted: string[] = [];
  const refreshed: unknown[] = [];
  const method = (name: string) => async (docId: string) => {
    asked.push(docId);
    return (given[name] ?? answer)();
  };
  const names = ['archiveDoc', 'deleteDoc', 'getDoc', 'getGeneration', 'listComments'];
  const client = Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as ServiceClient;
  const watches: string[] = [];
  const documents = createDocuments({
    watches: {
      start: async (_, id, seen) => void watches.push(`start ${id} ${seen.length}`),
      stop: async (_, id) => void watches.push(`stop ${id}`),
      until: async () => null,
    },
    records: {
      find: async (team, id) =>
        team === 'T1' && id === 'g1'
          ? aGeneration({ id, docId: 'doc-1', generationId: 'gen-1', madeWith })
          : null,
      markArchived: async (team, id) => void archived.push(`${team} ${id}`),
      markDeleted: async (team, id) => void deleted.push(`${team} ${id}`),
      search: async () => [],
      searchNear: async () => [],
      withDocIds: async () => [],
      withLink: async () => [],
      placesOf: async () => [],
      madeHere: async () => new Set<string>(),
      unnamedSince: async () => undefined,
      refresh: async (...known) => void refreshed.push(known),
      exportDoc: async (...given) => asked.push(given.join(' ')) > 0,
    },
    clientFor: async () => (isConnected ? client : null),
    connectionOf: async () => ({ id: connection, account: 'connection 1' }),
    log: createTestLog().log,
  });
  return { documents, asked, archived, deleted, refreshed, watches };
}

describe('archiving a document', () => {
  it('calls the service once and stores the result', async () => {
    const { documents, asked, archived } = setUp();
    expect(await documents.archive(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect(asked).toEqual(['doc-1']);
    expect(archived).toEqual(['T1 g1']);
  });

  it.each([
    [new Forbidden('no', { status: 403, serviceMessage: 'You must have edit permission', requestId: 'r1' })],
    [new NotFound('gone')],
    [new Unavailable('busy')],
  ])('returns %s as a problem and stores nothing', async (error) => {
    const { documents, archived } = setUp(() => Promise.reject(error));
    const outcome = await documents.archive(ana, 'g1');
    expect(outcome).toMatchObject({ ok: false, problem: { reason: error.reason } });
    expect(archived).toEqual([]);
  });

  it('throws errors that are not from the service', async () => {
    const { documents } = setUp(() => Promise.reject(new TypeError('ours')));
    await expect(documents.archive(ana, 'g1')).rejects.toThrow('ours');
  });

  it('does not call the service for another team or without a connection', async () => {
    const { documents, asked } = setUp();
    const foreign = await documents.archive({ team: 'T2', person: 'UANA' }, 'g1');
    expect(foreign).toEqual({ ok: false, problem: { reason: 'not_found' } });
    const unconnected = setUp(undefined, false);
    expect(await unconnected.documents.archive(ana, 'g1')).toEqual({
      ok: false,
      problem: { reason: 'unconnected' },
    });
    expect([...asked, ...unconnected.asked]).toEqual([]);
  });
});

describe('deleting a document', () => {
  it('calls the service once and deletes our data about it', async () => {
    const { documents, asked, deleted } = setUp();
    expect(await documents.remove(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect([asked, deleted]).toEqual([['doc-1'], ['T1 g1']]);
  });

  it('succeeds if the service has deleted it already', async () => {
    const { documents, deleted } = setUp(() => Promise.reject(new NotFound('gone')));
    expect(await documents.remove(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect(deleted).toEqual(['T1 g1']);
  });

  const gone: Answer = () => Promise.reject(new NotFound('no'));
  it.each([
    ['another route still finds it', { deleteDoc: gone, listComments: done }, 'connection 1', 'connection 1'],
    [
      'it was made with another connection',
      { deleteDoc: gone, listComments: gone },
      'connection 0',
      'connection 1',
    ],
    ['it may be in another workspace of the same name', {}, 'connection 1', 'connection 2'],
  ] as const)('is not reported as deleted after a 404 if %s', async (_, given, by, connection) => {
    const { documents, deleted } = setUp(gone, true, given, by, connection);
    expect(await documents.remove(ana, 'g1')).toMatchObject({
      ok: false,
      problem: { reason: 'not_found' },
    });
    expect(deleted).toEqual([]);
  });

  it('succeeds after a reconnect if the same workspace has deleted it already', async () => {
    const { documents, deleted } = setUp(gone, true, { getGeneration: done }, 'connection 1', 'connection 2');
    expect(await documents.remove(ana, 'g1')).toMatchObject({ ok: true });
    expect(deleted).toEqual(['T1 g1']);
  });

  it.each([new Forbidden('no', { status: 403 }), new Unavailable('busy')])(
    'deletes none of our data after %s',
    async (error) => {
      const { documents, deleted } = setUp(() => Promise.reject(error));
      expect(await documents.remove(ana, 'g1')).toMatchObject({ ok: false });
      expect(deleted).toEqual([]);
    },
  );
});

describe('reading what the service reports about a document', () => {
  const gone: Answer = () => Promise.reject(new NotFound('no'));

  it('stores a title that has changed at the service', async () => {
    const found = { docId: 'doc-1', title: 'New name', archived: false, author: 'Ana', updatedTime: 'then' };
    const { documents, refreshed } = setUp(done, true, { getDoc: async () => found });
    expect(await documents.reported(ana, 'g1')).toMatchObject({ state: 'exists', author: 'Ana' });
    expect(refreshed).toMatchObject([['T1', 'g1', { title: 'New name', archived: false }]]);
  });

  it.each([
    ['the service has deleted the document', gone, gone, 'deleted'],
    ['the deployment lacks the route', gone, done, 'unknown'],
    ['the account may not open it', () => Promise.reject(new Forbidden('no')), done, 'no_access'],
    ['the service does not answer', () => Promise.reject(new Unavailable('busy')), done, 'unknown'],
  ] as const)('distinguishes that %s', async (_, getDoc, listComments, state) => {
    const { documents, refreshed } = setUp(done, true, { getDoc, listComments });
    expect(await documents.reported(ana, 'g1')).toEqual({ state });
    expect(refreshed).toEqual([]);
  });

  it('does not report a document of another connection as deleted', async () => {
    const { documents } = setUp(done, true, { getDoc: gone, listComments: gone }, 'connection 0');
    expect(await documents.reported(ana, 'g1')).toEqual({ state: 'no_access' });
  });

  it.each([
    ['does not know the generation', 'no_access', gone],
    ['knows the generation', 'deleted', done],
  ] as const)('after a reconnect, if the workspace %s, returns %s', async (_, state, getGeneration) => {
    const given = { getDoc: gone, listComments: gone, getGeneration };
    const { documents } = setUp(done, true, given, 'connection 1', 'connection 2');
    expect(await documents.reported(ana, 'g1')).toEqual({ state });
  });

  it('returns unknown without a connection', async () => {
    expect(await setUp(done, false).documents.reported(ana, 'g1')).toEqual({ state: 'unknown' });
  });
});

it('exporting queues a job with the team, the actor and the click', async () => {
  const { documents, asked } = setUp();
  expect(await documents.exportFile(ana, 'g1', 'pdf', 'click-1')).toBe(true);
  expect(asked).toEqual(['T1 g1 pdf UANA click-1']);
});
