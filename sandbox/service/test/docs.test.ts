import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Harness, KEY, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const text = {
  inputText: '# Harbour plan\n\n- Cranes\n- Ferries',
  textMode: 'preserve',
  title: 'Harbour plan',
};

const remove = ({ ask }: Harness, gammaId: string, key = KEY) =>
  ask('DELETE', `/v1.0/gammas/${gammaId}`, { headers: { 'X-API-KEY': key } });

describe('archiving', () => {
  test('may be repeated, costs nothing, and marks the doc as archived', async () => {
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

  test('is allowed to members with edit access', async () => {
    const { make, post } = await startHarness();
    const { gammaId } = await make({ ...text, sharingOptions: { workspaceAccess: 'edit' } });
    expect((await post(`/gammas/${gammaId}/archive`, {}, VIEWER_KEY)).status).toBe(200);
  });
});

describe('deleting', () => {
  test('archives the doc first', async () => {
    const scene = await startHarness();
    const { gammaId } = await scene.make(text);
    const now = scene.clock.now();
    expect((await remove(scene, gammaId)).status).toBe(200);
    const doc = scene.service.docs.find(({ id }) => id === gammaId);
    expect(doc).toMatchObject({ archivedAt: now, deletedAt: now });
  });

  test('is for admins and permanent, but links to finished files still work', async () => {
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

test('a doc has a title, type, address, author and dates', async () => {
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

  test('finds docs of the workspace by words, newest first', async () => {
    const { make, get } = await startHarness();
    await make({ ...text, title: 'Harbour old' });
    await make({ ...text, title: 'Harbour new' });
    await make({ ...text, inputText: '# Garden', title: 'Garden' });
    expect(ids(await get('/gammas/search?q=HARBOUR'))).toEqual(['Harbour new', 'Harbour old']);
    expect(ids(await get('/gammas/search?q=harbour&limit=1'))).toEqual(['Harbour new']);
    expect(ids(await get('/gammas/search?q=harbour', LABS_KEY))).toEqual([]);
    expect(ids(await get('/gammas/search'))).toEqual(['Garden', 'Harbour new', 'Harbour old']);
  });

  test('leaves out archived docs by default, and filters by author and time', async () => {
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

test('GET /me names the caller and the workspace', async () => {
  const { get } = await startHarness();
  expect((await get('/me', VIEWER_KEY)).json).toEqual({
    email: 'rufus@northwind.example',
    displayName: 'Rufus Hale',
    workspaceName: 'Northwind Studio',
  });
});
