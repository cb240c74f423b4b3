import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/documents/documents.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { Forbidden, NotFound, Unavailable } from '../../src/service/errors.ts';
import { createTestLog } from '../support/log.ts';

const ana = { team: 'T1', person: 'UANA' };

type Answer = () => Promise<unknown>;
const done: Answer = async () => {};

/** One document of T1, and a service that answers as told. */
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
        team === 'T1' && id === 'g1' ? { docId: 'doc-1', generationId: 'gen-1', madeWith } : null,
      markArchived: async (team, id) => void archived.push(`${team} ${id}`),
      markDeleted: async (team, id) => void deleted.push(`${team} ${id}`),
      search: async () => [],
      withDocIds: async () => [],
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
  it('is one call of the service, and then written down', async () => {
    const { documents, asked, archived } = setUp();
    expect(await documents.archive(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect(asked).toEqual(['doc-1']);
    expect(archived).toEqual(['T1 g1']);
  });

  it.each([
    [new Forbidden('no', { status: 403, serviceMessage: 'You must have edit permission', requestId: 'r1' })],
    [new NotFound('gone')],
    [new Unavailable('busy')],
  ])('%s is an answer, and nothing is written down', async (error) => {
    const { documents, archived } = setUp(() => Promise.reject(error));
    const outcome = await documents.archive(ana, 'g1');
    expect(outcome).toMatchObject({ ok: false, problem: { reason: error.reason } });
    expect(archived).toEqual([]);
  });

  it('an error that is not the service’s is thrown, for the surface to log', async () => {
    const { documents } = setUp(() => Promise.reject(new TypeError('ours')));
    await expect(documents.archive(ana, 'g1')).rejects.toThrow('ours');
  });

  it('asks nothing of the service for another team, or without a connection', async () => {
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
  it('is one call of the service, and then nothing is left of it here', async () => {
    const { documents, asked, deleted } = setUp();
    expect(await documents.remove(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect([asked, deleted]).toEqual([['doc-1'], ['T1 g1']]);
  });

  it('that is gone at the service already comes to the same', async () => {
    const { documents, deleted } = setUp(() => Promise.reject(new NotFound('gone')));
    expect(await documents.remove(ana, 'g1')).toEqual({ ok: true, value: undefined });
    expect(deleted).toEqual(['T1 g1']);
  });

  const gone: Answer = () => Promise.reject(new NotFound('no'));
  it.each([
    ['is there for other routes', { deleteDoc: gone, listComments: done }, 'connection 1', 'connection 1'],
    ['was made with another', { deleteDoc: gone, listComments: gone }, 'connection 0', 'connection 1'],
    ['may be in another workspace of that name', {}, 'connection 1', 'connection 2'],
  ] as const)(
    'that the service answers 404 for, and that %s, is not said to be deleted',
    async (_, given, by, connection) => {
      const { documents, deleted } = setUp(gone, true, given, by, connection);
      expect(await documents.remove(ana, 'g1')).toMatchObject({
        ok: false,
        problem: { reason: 'not_found' },
      });
      expect(deleted).toEqual([]);
    },
  );

  it('that is gone already from the same workspace, connected anew, is deleted', async () => {
    const { documents, deleted } = setUp(gone, true, { getGeneration: done }, 'connection 1', 'connection 2');
    expect(await documents.remove(ana, 'g1')).toMatchObject({ ok: true });
    expect(deleted).toEqual(['T1 g1']);
  });

  it.each([new Forbidden('no', { status: 403 }), new Unavailable('busy')])(
    '%s deletes nothing here',
    async (error) => {
      const { documents, deleted } = setUp(() => Promise.reject(error));
      expect(await documents.remove(ana, 'g1')).toMatchObject({ ok: false });
      expect(deleted).toEqual([]);
    },
  );
});

describe('looking at a document', () => {
  const gone: Answer = () => Promise.reject(new NotFound('no'));

  it('takes over a title that has changed at the service', async () => {
    const found = { docId: 'doc-1', title: 'New name', archived: false, author: 'Ana', updatedTime: 'then' };
    const { documents, refreshed } = setUp(done, true, { getDoc: async () => found });
    expect(await documents.look(ana, 'g1')).toMatchObject({ state: 'there', author: 'Ana' });
    expect(refreshed).toMatchObject([['T1', 'g1', { title: 'New name', archived: false }]]);
  });

  it.each([
    ['a document that the service no longer knows', gone, gone, 'gone'],
    ['a deployment that has no such route', gone, done, 'unknown'],
    ['one that the account may not see', () => Promise.reject(new Forbidden('no')), done, 'out_of_reach'],
    ['a service that does not answer', () => Promise.reject(new Unavailable('busy')), done, 'unknown'],
  ] as const)('%s is told apart', async (_, getDoc, listComments, state) => {
    const { documents, refreshed } = setUp(done, true, { getDoc, listComments });
    expect(await documents.look(ana, 'g1')).toEqual({ state });
    expect(refreshed).toEqual([]);
  });

  it('one that was made with another connection is not said to be deleted', async () => {
    const { documents } = setUp(done, true, { getDoc: gone, listComments: gone }, 'connection 0');
    expect(await documents.look(ana, 'g1')).toEqual({ state: 'out_of_reach' });
  });

  it.each([
    ['another one of that name', 'out_of_reach', gone],
    ['the one that made it', 'gone', done],
  ] as const)(
    'where the workspace that is connected anew may be %s is %s',
    async (_, state, getGeneration) => {
      const given = { getDoc: gone, listComments: gone, getGeneration };
      const { documents } = setUp(done, true, given, 'connection 1', 'connection 2');
      expect(await documents.look(ana, 'g1')).toEqual({ state });
    },
  );

  it('without a connection says nothing', async () => {
    expect(await setUp(done, false).documents.look(ana, 'g1')).toEqual({ state: 'unknown' });
  });
});

it('a file is made by a job of the team, for the actor and the click', async () => {
  const { documents, asked } = setUp();
  expect(await documents.exportFile(ana, 'g1', 'pdf', 'click-1')).toBe(true);
  expect(asked).toEqual(['T1 g1 pdf UANA click-1']);
});
