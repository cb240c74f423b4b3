import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { Unauthorized, Unavailable } from '../../src/service/errors.ts';
import type { Authorization } from '../../src/service/http/call.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

/** Authorization with these tokens; `renew` switches to the next one, if any. */
function tokens(...all: string[]): Authorization & { renewals: number } {
  let current = 0;
  return {
    renewals: 0,
    headers: async () => ({ Authorization: `Bearer ${all[current]}` }),
    async renew() {
      this.renewals++;
      if (current + 1 === all.length) return false;
      current++;
      return true;
    },
  };
}

const withToken = (token: string) => nock(API, { reqheaders: { authorization: `Bearer ${token}` } });

describe('an expired token', () => {
  test('is renewed once, and the create is sent again', async () => {
    const authorization = tokens('old', 'new');
    withToken('old').post('/generations').reply(401, { message: 'invalid_token' });
    const second = withToken('new').post('/generations').reply(200, { generationId: 'gen_1' });

    const { client } = aClient({ authorization });
    expect(await client.createGeneration({ inputText: 'Hello' })).toEqual({ generationId: 'gen_1' });
    expect(authorization.renewals).toBe(1);
    second.done();
  });

  test('is not renewed again if the new one is refused too', async () => {
    const authorization = tokens('old', 'new', 'newer');
    nock(API).get('/themes').times(9).reply(401, { message: 'invalid_token' });

    const { client, calls } = aClient({ authorization });
    await thrownBy(Unauthorized, client.listThemes());
    expect(authorization.renewals).toBe(1);
    expect(calls.map(({ status }) => status)).toEqual([401, 401]);
  });

  test('that cannot be renewed causes no second request', async () => {
    nock(API).get('/themes').times(9).reply(401, {});
    const { client, calls } = aClient({ authorization: tokens('old') });
    await thrownBy(Unauthorized, client.listThemes());
    expect(calls).toHaveLength(1);
  });

  test('whose renewal fails throws that error, and no credits were spent', async () => {
    const reason = new Error('the connection was taken back');
    const authorization = { ...tokens('old'), renew: () => Promise.reject(reason) };
    nock(API).post('/generations').reply(401, {});

    const creating = aClient({ authorization }).client.createGeneration({ inputText: 'Hello' });
    await expect(creating).rejects.toBe(reason);
    expect(mayHaveBeenSpent(reason)).toBe(false);
  });
});

test('a create that fails after a renewal may have spent credits', async () => {
  withToken('old').post('/generations').reply(401, {});
  withToken('new').post('/generations').reply(500, {});
  const { client } = aClient({ authorization: tokens('old', 'new') });

  const error = await thrownBy(Unavailable, client.createGeneration({ inputText: 'Hello' }));
  expect(mayHaveBeenSpent(error)).toBe(true);
});

test('an API key is not renewed', async () => {
  nock(API).get('/themes').times(9).reply(401, { message: 'Invalid API key' });
  const { client, calls } = aClient();
  await thrownBy(Unauthorized, client.listThemes());
  expect(calls).toHaveLength(1);
});
