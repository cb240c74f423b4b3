import { describe, expect, test } from 'vitest';
import { InvalidRequest } from '../../src/service/errors.ts';
import { processorTimeOf } from '../support/processor-time.ts';
import { replying } from '../support/send.ts';
import { aClient, thrownBy } from './harness.ts';

/** Messages of the service are shown in channels, so they must not contain e-mail addresses. */

function clientAnswered(status: number, body: object) {
  return aClient({ send: replying(() => ({ status, body })) }).client;
}

const SAID = 'Could not share with ana.b+x@example.com, <ben@mail.example.org> or zoë@exämple.de.';
const SHOWN = 'Could not share with [e-mail address], <[e-mail address]> or [e-mail address].';

describe('e-mail addresses in texts of the service are removed', () => {
  test.each([
    ['message', SAID, SHOWN],
    ['error_description', SAID, SHOWN],
    ['message', ['No.', SAID], `No.; ${SHOWN}`],
  ])('from the field %s of an error: %j', async (field, said, shown) => {
    const client = clientAnswered(400, { [field]: said });
    const error = await thrownBy(InvalidRequest, client.createGeneration({ inputText: 'Hello' }));
    expect(error.serviceMessage).toBe(shown);
  });

  test('from warnings and from a failed job', async () => {
    const created = clientAnswered(200, { generationId: 'gen_1', warnings: SAID });
    expect((await created.createGeneration({ inputText: 'Hello' })).warnings).toBe(SHOWN);
    const failed = clientAnswered(200, { status: 'failed', error: { message: SAID } });
    expect(await failed.getGeneration('gen_1')).toMatchObject({ error: { message: SHOWN } });
  });
});

describe('of a name that is an e-mail address only the part before the @ is shown', () => {
  test('of authors of comments and replies', async () => {
    const reply = { contentText: 'Done', author: { name: 'ben@example.com' } };
    const comment = {
      id: 'c1',
      contentText: 'Shorter',
      author: { name: 'ana.b@example.com' },
      replies: [reply],
    };
    const { data } = await clientAnswered(200, { data: [comment] }).listComments('g_1');
    expect(data).toMatchObject([{ author: { name: 'ana.b' }, replies: [{ author: { name: 'ben' } }] }]);
  });

  test('of owners of a document', async () => {
    for (const author of ['ana.b@example.com', { name: 'ana.b@example.com' }])
      expect(await clientAnswered(200, { docId: 'g_1', author }).getDoc('g_1')).toMatchObject({
        author: 'ana.b',
      });
  });

  test('a name with an @ that is not an address is unchanged', async () => {
    const doc = { docId: 'g_1', author: 'Ana @ Harbour' };
    expect(await clientAnswered(200, doc).getDoc('g_1')).toMatchObject({ author: 'Ana @ Harbour' });
  });
});

test('a name of a megabyte is processed within a second', async () => {
  const author = { name: 'a'.repeat(1_000_000) };
  const client = clientAnswered(200, { data: [{ id: 'c1', contentText: 'x', author }] });
  expect(await processorTimeOf(() => client.listComments('g_1'))).toBeLessThan(1000);
});
