import { describe, expect, test } from 'vitest';
import { InvalidRequest } from '../../src/service/errors.ts';
import { processorTimeOf } from '../support/processor-time.ts';
import { aClient, thrownBy } from './harness.ts';

/** A whole channel reads what the service says of a document: nobody's e-mail address is in it. */

function clientAnswered(status: number, body: object) {
  return aClient({ fetch: async () => new Response(JSON.stringify(body), { status }) as never }).client;
}

const SAID = 'Could not share with ana.b+x@example.com, <ben@mail.example.org> or zoë@exämple.de.';
const PASSED_ON = 'Could not share with [e-mail address], <[e-mail address]> or [e-mail address].';

describe('what is said of a document', () => {
  test('in warnings', async () => {
    const client = clientAnswered(200, { generationId: 'gen_1', warnings: SAID });
    expect((await client.createGeneration({ inputText: 'Hello' })).warnings).toBe(PASSED_ON);
  });

  test.each([['message'], ['error_description']])('in a refusal, as %s', async (field) => {
    const client = clientAnswered(400, { [field]: SAID });
    const error = await thrownBy(InvalidRequest, client.createGeneration({ inputText: 'Hello' }));
    expect(error.serviceMessage).toBe(PASSED_ON);
  });

  test('in a refusal of several sentences', async () => {
    const client = clientAnswered(400, { message: ['No.', SAID] });
    const error = await thrownBy(InvalidRequest, client.createGeneration({ inputText: 'Hello' }));
    expect(error.serviceMessage).toBe(`No.; ${PASSED_ON}`);
  });

  test('in a job that failed', async () => {
    const client = clientAnswered(200, { status: 'failed', error: { message: SAID } });
    expect(await client.getGeneration('gen_1')).toMatchObject({ error: { message: PASSED_ON } });
  });
});

describe('people who go by their e-mail address', () => {
  test('as authors of comments and replies', async () => {
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

  test('as owners of a document', async () => {
    for (const author of ['ana.b@example.com', { name: 'ana.b@example.com' }])
      expect(await clientAnswered(200, { docId: 'g_1', author }).getDoc('g_1')).toMatchObject({
        author: 'ana.b',
      });
  });

  test('a name stays one', async () => {
    const doc = { docId: 'g_1', author: 'Ana @ Harbour' };
    expect(await clientAnswered(200, doc).getDoc('g_1')).toMatchObject({ author: 'Ana @ Harbour' });
  });
});

test('a name of a megabyte takes no time', async () => {
  const author = { name: 'a'.repeat(1_000_000) };
  const client = clientAnswered(200, { data: [{ id: 'c1', contentText: 'x', author }] });
  expect(await processorTimeOf(() => client.listComments('g_1'))).toBeLessThan(1000);
});
