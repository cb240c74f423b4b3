import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Harness, KEY, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const text = {
  inputText: '# Harbour plan\n\n- Cranes\n- Ferries',
  textMode: 'preserve',
  title: 'Harbour plan',
};
const DAY_MS = 24 * 60 * 60 * 1000;

const remove = ({ ask }: Harness, gammaId: string, key = KEY) =>
  ask('DELETE', `/v1.0/gammas/${gammaId}`, { headers: { 'X-API-KEY': key } });

describe('archiving', () => {
  test('may be done again, costs nothing, and shows', async () => {
    const { make, post, get, service } = await startHarness();
    const { gammaId } = await make(text);
    const credits = service.credits();
    for (let time = 0; time < 2; time++) {
      const { status, json } = await post(`/gammas/${gammaId}/archive`, {});
      expect(status).toBe(200);
      expect(json).toEqual({ gammaId, archived: true });
    }
    expect(service.credits()).toBe(credits);
    expect((await get(`/gammas/${gammaId}`)).json.archived).toBe(true);
  });

  test('needs no body, and edit permission', async () => {
    const { make, ask, post } = await startHarness();
    const { gammaId, gammaUrl } = await make(text);
    const slug = gammaUrl.split('/').at(-1);
    const message = 'Access denied. You must have edit permission to archive this the service.';
    for (const [id, key] of [
      [gammaId, VIEWER_KEY],
      [gammaId, LABS_KEY],
      [slug, KEY],
      ['g_nowhere', KEY],
    ]) {
      const { status, json } = await post(`/gammas/${id}/archive`, {}, key);
      expect(status).toBe(403);
      expect(json).toEqual({ message, statusCode: 403 });
    }
    const bare = await ask('POST', `/v1.0/gammas/${gammaId}/archive`, { headers: { 'X-API-KEY': KEY } });
    expect(bare.status).toBe(200);
    expect((await post(`/gammas/${gammaId}/archive`, { forever: true })).status).toBe(400);
  });

  test('is allowed to whoever the doc is shared with for editing', async () => {
    const { make, post } = await startHarness();
    const { gammaId } = await make({ ...text, sharingOptions: { workspaceAccess: 'edit' } });
    expect((await post(`/gammas/${gammaId}/archive`, {}, VIEWER_KEY)).status).toBe(200);
  });
});

describe('deleting', () => {
  test('is for admins, and final; the link to a file that was made works on', async () => {
    const scene = await startHarness();
    const { make, get, post } = scene;
    const record = await make({
      ...text,
      exportAs: 'pdf',
      sharingOptions: { workspaceAccess: 'fullAccess' },
    });
    const { gammaId } = record;
    expect((await remove(scene, gammaId, VIEWER_KEY)).json).toEqual({
      message: 'Access denied - workspace admin role required',
      statusCode: 403,
    });
    const { status, json } = await remove(scene, gammaId);
    expect(status).toBe(200);
    expect(json).toEqual({ status: 'deleted', gammaId });

    expect((await get(`/gammas/${gammaId}`)).status).toBe(403);
    expect((await remove(scene, gammaId)).status).toBe(403);
    expect((await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf' })).status).toBe(403);
    expect((await fetch(record.gammaUrl)).status).toBe(404);
    expect((await fetch(record.exportUrl)).status).toBe(200);
    expect((await get('/gammas/search?q=harbour&includeArchived=true')).json.hits).toEqual([]);
    expect((await get(`/generations/${record.generationId}`)).json).toMatchObject({
      status: 'completed',
      gammaId,
    });
  });
});

test('a doc says what it is called, by whom and since when', async () => {
  const { make, get, clock } = await startHarness();
  const { gammaId, gammaUrl } = await make({ ...text, format: 'document' });
  const time = new Date(clock.now()).toISOString();
  expect((await get(`/gammas/${gammaId}`)).json).toEqual({
    id: gammaId,
    title: 'Harbour plan',
    type: 'document',
    url: gammaUrl,
    thumbnailUrl: `${gammaUrl}/thumbnail.png`,
    author: { id: 'user_vera', name: 'Vera Stolz' },
    createdTime: time,
    updatedTime: time,
    archived: false,
  });
});

describe('search', () => {
  const ids = (answer: { json: { hits: { title: string }[] } }) => answer.json.hits.map(({ title }) => title);

  test('finds by words, newest first, only in the workspace', async () => {
    const { make, get } = await startHarness();
    await make({ ...text, title: 'Harbour old' });
    await make({ ...text, title: 'Harbour new' });
    await make({ ...text, inputText: '# Garden', title: 'Garden' });
    expect(ids(await get('/gammas/search?q=HARBOUR'))).toEqual(['Harbour new', 'Harbour old']);
    expect(ids(await get('/gammas/search?q=harbour&limit=1'))).toEqual(['Harbour new']);
    expect(ids(await get('/gammas/search?q=harbour', LABS_KEY))).toEqual([]);
    expect(ids(await get('/gammas/search'))).toEqual(['Garden', 'Harbour new', 'Harbour old']);
  });

  test('leaves out the archived, unless asked, and filters by person and time', async () => {
    const { make, get, post, clock } = await startHarness();
    const { gammaId } = await make(text);
    const then = new Date(clock.now()).toISOString();
    await post(`/gammas/${gammaId}/archive`, {});
    expect(ids(await get('/gammas/search?q=harbour'))).toEqual([]);
    const all = '/gammas/search?q=harbour&includeArchived=true';
    expect((await get(all)).json.hits).toMatchObject([{ id: gammaId, archived: true, updatedTime: then }]);
    expect(ids(await get(`${all}&createdBy=user_vera`))).toHaveLength(1);
    expect(ids(await get(`${all}&createdBy=user_theo`))).toEqual([]);
    expect(ids(await get(`${all}&updatedAfter=2030-01-01`))).toEqual([]);
    expect(ids(await get(`${all}&updatedBefore=${then}`))).toHaveLength(1);
  });

  test.each(['limit=26', 'updatedAfter=yesterday', 'includeArchived=yes', 'page=1'])(
    'refuses ?%s',
    async (query) => {
      const { get } = await startHarness();
      expect((await get(`/gammas/search?${query}`)).status).toBe(400);
    },
  );
});

describe('comments', () => {
  test('come in with time, from people of the workspace, and page', async () => {
    const { make, get, clock } = await startHarness();
    const made: { gammaId: string }[] = [];
    for (let count = 0; count < 12; count++) made.push(await make(text));
    const all = async () =>
      (await Promise.all(made.map(({ gammaId }) => get(`/gammas/${gammaId}/comments`)))).map(
        ({ json }) => json.data,
      );
    expect((await all()).flat().length).toBeLessThan(12);
    clock.advance(3 * DAY_MS);
    const later = await all();
    const most = later.reduce((one, other) => (other.length > one.length ? other : one));
    expect(most.length).toBeGreaterThan(2);
    expect(most[0]).toMatchObject({
      id: expect.any(String),
      cardId: expect.stringMatching(/^card_/),
      status: expect.stringMatching(/^(open|resolved)$/),
      targetText: expect.any(String),
      contentText: expect.any(String),
      author: { name: expect.stringMatching(/Theo|Yuki|Rufus/) },
      replies: expect.any(Array),
    });

    const gammaId = made[later.indexOf(most)]?.gammaId;
    const first = (await get(`/gammas/${gammaId}/comments?limit=1`)).json;
    expect(first).toMatchObject({ hasMore: true, data: [most[0]] });
    const second = (await get(`/gammas/${gammaId}/comments?limit=1&after=${first.nextCursor}`)).json;
    expect(second.data).toEqual([most[1]]);
    expect((await get(`/gammas/${gammaId}/comments?limit=51`)).status).toBe(400);
  });
});

describe('analytics', () => {
  const shared = { ...text, numCards: 4, sharingOptions: { externalAccess: 'view' } };

  test('grow with time, and their figures agree', async () => {
    const { make, get, clock } = await startHarness();
    const { gammaId } = await make(shared);
    const path = `/gammas/${gammaId}/analytics`;
    const before = (await get(path)).json;
    expect(before).toMatchObject({ totalViews: 0, uniqueViewers: 0, lastOpened: null });

    clock.advance(5 * DAY_MS);
    const { json: overview } = await get(path);
    const { json: cards } = await get(`${path}/cards`);
    const { json: viewers } = await get(`${path}/viewers`);
    expect(overview.totalViews).toBeGreaterThan(3);
    expect(overview.uniqueViewers).toBe(viewers.data.length);
    expect(overview.lastOpened).toBe(viewers.data[0].lastOpened);
    const days: { views: number }[] = overview.dailyViews;
    expect(days).toHaveLength(6);
    expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(overview.totalViews);
    expect(cards.data).toHaveLength(overview.cardCount);
    expect(cards.data[0]).toMatchObject({ cardPosition: 1, viewersPercent: 100 });
    expect((await get(path)).json).toEqual(overview);
  });

  test('show how one person read it, every card included', async () => {
    const { make, get, clock } = await startHarness();
    const { gammaId } = await make(shared);
    clock.advance(5 * DAY_MS);
    const path = `/gammas/${gammaId}/analytics/viewers`;
    const [viewer] = (await get(path)).json.data;
    const { json } = await get(`${path}/${viewer.viewerId}`);
    expect(json).toMatchObject(viewer);
    const times: { viewTimePercent: number; cardName: string }[] = json.perCardTimeSpent;
    expect(times).toHaveLength((await get(`/gammas/${gammaId}/analytics`)).json.cardCount);
    expect(times.filter(({ viewTimePercent }) => viewTimePercent > 0)).toHaveLength(viewer.cardsViewed);
    expect((await get(`${path}/nobody`)).status).toBe(404);
  });

  test.each(['', '/cards', '/viewers', '/viewers/user_theo'])('%s need edit permission', async (rest) => {
    const { make, get } = await startHarness();
    const { gammaId } = await make(shared);
    expect((await get(`/gammas/${gammaId}/analytics${rest}`, VIEWER_KEY)).status).toBe(403);
    expect((await get(`/gammas/${gammaId}/analytics${rest}`, LABS_KEY)).status).toBe(403);
  });
});

test('whoever calls can ask who they are', async () => {
  const { get } = await startHarness();
  expect((await get('/me', VIEWER_KEY)).json).toEqual({
    email: 'rufus@northwind.example',
    displayName: 'Rufus Hale',
    workspaceName: 'Northwind Studio',
  });
});
