import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/documents/documents.ts';
import { Forbidden, NotFound, Unavailable } from '../../src/service/errors.ts';
import { createTestLog } from '../support/log.ts';

const ana = { team: 'T1', person: 'UANA' };

/** One document of T1, and a service that answers as told. */
function setUp(archiveDoc: () => Promise<void> = async () => {}, isConnected = true) {
  const asked: string[] = [];
  const archived: string[] = [];
  const client = {
    archiveDoc: async (docId: string) => {
      asked.push(docId);
      await archiveDoc();
    },
  };
  const documents = createDocuments({
    records: {
      find: async (team, id) => (team === 'T1' && id === 'g1' ? { docId: 'doc-1' } : null),
      markArchived: async (team, id) => void archived.push(`${team} ${id}`),
      exportDoc: async (...given) => asked.push(given.join(' ')) > 0,
    },
    clientFor: async () => (isConnected ? client : null),
    log: createTestLog().log,
  });
  return { documents, asked, archived };
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

it('a file is made by a job of the team, for the actor and the click', async () => {
  const { documents, asked } = setUp();
  expect(await documents.exportFile(ana, 'g1', 'pdf', 'click-1')).toBe(true);
  expect(asked).toEqual(['T1 g1 pdf UANA click-1']);
});
