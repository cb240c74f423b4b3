import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { Forbidden, InvalidRequest, MalformedAnswer } from '../../src/service/errors.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

describe('a doc', () => {
  test.each([
    ['id', 'url'],
    ['gammaId', 'gammaUrl'],
    ['docId', 'docUrl'],
  ])('is read by its field %s', async (idName, urlName) => {
    nock(API)
      .get('/gammas/g_1')
      .reply(200, {
        [idName]: 'g_1',
        [urlName]: 'https://docs.example/g_1',
        title: 'Our year',
        author: { name: 'Ana' },
        updatedTime: '2026-11-20T12:00:00Z',
        archived: false,
      });
    expect(await aClient().client.getDoc('g_1')).toEqual({
      docId: 'g_1',
      docUrl: 'https://docs.example/g_1',
      title: 'Our year',
      author: 'Ana',
      updatedTime: '2026-11-20T12:00:00Z',
      archived: false,
    });
  });

  test('without an id throws MalformedAnswer', async () => {
    nock(API).get('/gammas/g_1').times(3).reply(200, { title: 'Our year' });
    await thrownBy(MalformedAnswer, aClient().client.getDoc('g_1'));
  });

  test('is archived and deleted, also if the response is empty', async () => {
    const { client } = aClient();
    nock(API).post('/gammas/g_1/archive').reply(200, { gammaId: 'g_1', archived: true });
    nock(API).delete('/gammas/g_1').reply(204);

    await expect(client.archiveDoc('g_1')).resolves.toBeUndefined();
    await expect(client.deleteDoc('g_1')).resolves.toBeUndefined();
  });

  test('deletion without permission throws Forbidden', async () => {
    const message = 'Access denied - workspace admin role required';
    nock(API).delete('/gammas/g_1').reply(403, { message, statusCode: 403 });
    const error = await thrownBy(Forbidden, aClient().client.deleteDoc('g_1'));
    expect(error.serviceMessage).toBe(message);
  });
});

describe('a search for docs', () => {
  test('returns the hits and drops rows without an id', async () => {
    nock(API)
      .get('/gammas/search')
      .query({ q: 'year', updatedAfter: '2026-01-01T00:00:00Z', limit: '25' })
      .reply(200, {
        hits: [
          {
            id: 'g_1',
            title: 'Our year',
            url: 'https://docs.example/g_1',
            highlight: 'the year',
            createdBy: 'Ana',
          },
          { title: 'No id' },
        ],
      });
    const hits = await aClient().client.searchDocs({
      q: 'year',
      updatedAfter: '2026-01-01T00:00:00Z',
      limit: 25,
    });
    expect(hits).toEqual([
      {
        docId: 'g_1',
        title: 'Our year',
        docUrl: 'https://docs.example/g_1',
        highlight: 'the year',
        createdBy: 'Ana',
      },
    ]);
  });

  test.each([
    [{ limit: 26 }, 'limit must be at most 25'],
    [{ updatedBefore: 'yesterday' }, 'updatedBefore must be a time like 2026-11-20T12:00:00Z'],
  ])('with an invalid query is not sent: %j', async (query, problem) => {
    const error = await thrownBy(InvalidRequest, aClient().client.searchDocs(query));
    expect(error.message).toContain(problem);
  });
});
