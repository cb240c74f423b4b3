import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { MalformedAnswer } from '../../src/service/errors.ts';
import { listAll } from '../../src/service/routes/page.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

const row = (id: string) => ({ id, name: `Name of ${id}` });
const page = (ids: string[], nextCursor: string | null) => ({
  data: ids.map(row),
  hasMore: nextCursor !== null,
  nextCursor,
});

describe('themes', () => {
  test('a page is requested with the given query and nothing else', async () => {
    const theme = {
      id: 't_1',
      name: 'Ocean',
      type: 'custom',
      colorKeywords: ['blue'],
      toneKeywords: ['calm'],
    };
    nock(API)
      .get('/themes')
      .query({ query: 'oc ean&', limit: '5' })
      .reply(200, { data: [{ ...theme, new: 1 }], hasMore: true, nextCursor: 'c_1' });

    const batch = await aClient().client.listThemes({ query: 'oc ean&', limit: 5 });
    expect(batch).toEqual({ data: [theme], hasMore: true, nextCursor: 'c_1' });
  });

  test('an empty filter is not sent', async () => {
    const scope = nock(API)
      .get('/themes')
      .reply(200, page(['t_1'], null));
    await aClient().client.listThemes({ query: '' });
    scope.done();
  });

  test('an invalid row is dropped', async () => {
    const data = [row('t_1'), null, { name: 'No id' }, { id: 7, name: 'Odd' }, row('t_2')];
    nock(API).get('/themes').reply(200, { data });

    const batch = await aClient().client.listThemes();
    expect(batch.data.map(({ id }) => id)).toEqual(['t_1', 't_2']);
    expect(batch.hasMore).toBe(false);
  });

  test('a response without a list throws MalformedAnswer', async () => {
    nock(API).get('/themes').times(3).reply(200, { themes: [] });
    await thrownBy(MalformedAnswer, aClient().client.listThemes());
  });
});

describe('listAll', () => {
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

  test('follows the cursor and keeps the filter', async () => {
    const asked: unknown[] = [];
    const pages = [page(['a', 'b'], 'c_1'), page(['c'], 'c_2'), page(['d'], null)];
    nock(API)
      .get('/folders')
      .query((query) => asked.push(query) > 0)
      .times(3)
      .reply(200, () => pages.shift());

    const folders = await listAll(aClient().client.listFolders, { query: 'Q3', maxPages: 9 });
    expect(idsOf(folders)).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([
      { query: 'Q3', limit: '50' },
      { query: 'Q3', limit: '50', after: 'c_1' },
      { query: 'Q3', limit: '50', after: 'c_2' },
    ]);
  });

  test('stops at a repeated cursor', async () => {
    const { client, calls } = aClient();
    nock(API)
      .get('/themes')
      .query(true)
      .times(9)
      .reply(200, page(['a'], 'c_1'));

    expect(idsOf(await listAll(client.listThemes, { maxPages: 9 }))).toEqual(['a', 'a']);
    expect(calls).toHaveLength(2);
  });

  test('requests at most maxPages pages', async () => {
    let batch = 0;
    nock(API)
      .get('/themes')
      .query(true)
      .times(9)
      .reply(200, () => page([], `c_${batch++}`));

    expect(await listAll(aClient().client.listThemes, { maxPages: 6 })).toEqual([]);
    expect(batch).toBe(6);
  });

  test('stops without a cursor even if hasMore is true', async () => {
    nock(API)
      .get('/themes')
      .query(true)
      .reply(200, { data: [row('a')], hasMore: true, nextCursor: null });
    expect(idsOf(await listAll(aClient().client.listThemes, { maxPages: 9 }))).toEqual(['a']);
  });
});

describe('templates', () => {
  test('returns those of the workspace, by any name of the id field', async () => {
    nock(API)
      .get('/templates/search')
      .query({ q: 'pitch', limit: '25' })
      .reply(200, {
        workspaceTemplates: [
          { gammaId: 'g_1', title: 'Pitch', gammaUrl: 'https://docs.example/g_1' },
          { docId: 'g_2', name: 'Report' },
          { id: 'g_3' },
          { title: 'No id' },
        ],
        exploreTemplates: [{ gammaId: 'g_9', title: 'Not for us' }],
      });

    expect(await aClient().client.searchTemplates({ q: 'pitch', limit: 25 })).toEqual([
      { id: 'g_1', name: 'Pitch', url: 'https://docs.example/g_1' },
      { id: 'g_2', name: 'Report' },
      { id: 'g_3', name: 'Untitled' },
    ]);
  });
});
