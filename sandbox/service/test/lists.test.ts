import { describe, expect, test } from 'vitest';
import { type Answer, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

type Get = (path: string) => Promise<Answer>;

async function everything(get: Get, path: string): Promise<{ id: string; name: string }[]> {
  const rows = [];
  for (let after = ''; ; ) {
    const { json } = await get(`${path}${after}`);
    rows.push(...json.data);
    if (!json.hasMore) {
      expect(json.nextCursor).toBeNull();
      return rows;
    }
    after = `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(json.nextCursor)}`;
  }
}

describe.each(['/themes', '/folders'])('%s', (path) => {
  test('has pages of 20 by default, with a cursor to the next, and each row once', async () => {
    const { get } = await startHarness();
    const rows = await everything(get, path);
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const { json } = await get(path);
    expect(json.data).toEqual(rows.slice(0, 20));
    expect((await get(`${path}?limit=1`)).json).toMatchObject({
      hasMore: true,
      nextCursor: expect.any(String),
    });
    expect(await everything(get, `${path}?limit=1`)).toEqual(rows);
  });

  test('finds by name, in any case', async () => {
    const { get } = await startHarness();
    const rows = await everything(get, path);
    const name = rows.at(-1)?.name ?? '';
    const { json } = await get(`${path}?query=${encodeURIComponent(name.toUpperCase())}`);
    expect(json.data.map((row: { name: string }) => row.name)).toContain(name);
    expect((await get(`${path}?query=zzzzz`)).json).toEqual({ data: [], hasMore: false, nextCursor: null });
  });

  test.each(['limit=0', 'limit=51', 'limit=ten', 'limit=5&limit=6', 'page=2', 'after=', 'after=abc'])(
    'refuses ?%s',
    async (query) => {
      const { get } = await startHarness();
      const { status, json } = await get(`${path}?${query}`);
      expect(status).toBe(400);
      expect(json.message).toMatch(/^Input validation errors: 1\. /);
    },
  );

  test('refuses a cursor of another query or another list', async () => {
    const { get } = await startHarness();
    const { json } = await get(`${path}?limit=1&query=a`);
    const after = `after=${json.nextCursor}`;
    expect((await get(`${path}?limit=3&query=a&${after}`)).status).toBe(200);
    expect((await get(`${path}?query=b&${after}`)).json.message).toMatch('another query');
    const other = path === '/themes' ? '/folders' : '/themes';
    expect((await get(`${other}?query=a&${after}`)).json.message).toMatch('invalid cursor');
  });
});

test('every theme can be used', async () => {
  const { get, post } = await startHarness();
  for (const { id: themeId } of await everything(get, '/themes?limit=50')) {
    expect((await post('/generations', { inputText: 'x', themeId })).status).toBe(200);
  }
});

test('a member sees only their own folders, and those of an admin are at least 30', async () => {
  const { get, post } = await startHarness();
  const hers = await everything(get, '/folders');
  const his = await everything((path) => get(path, VIEWER_KEY), '/folders');
  const elsewhere = await everything((path) => get(path, LABS_KEY), '/folders');
  expect(hers.length).toBeGreaterThanOrEqual(30);
  expect(his.length).toBeLessThan(hers.length);
  expect(elsewhere.some(({ id }) => hers.some((folder) => folder.id === id))).toBe(false);
  const body = { inputText: 'x', folderId: elsewhere[0]?.id };
  expect((await post('/generations', body)).status).toBe(400);
});

test('a doc is put into the folder that its request names, also if a list names another', async () => {
  const { get, make, service } = await startHarness();
  const [first, second] = await everything(get, '/folders');
  const template = { prompt: 'x', gammaId: 'g_tmpl_one_pager_northwind' };
  for (const own of [{ inputText: 'x' }, template]) {
    const { gammaId } = await make({ ...own, folderId: first?.id, folderIds: [second?.id] });
    expect(service.docs.find(({ id }) => id === gammaId)?.folderId).toBe(first?.id);
  }
});

describe('/templates/search', () => {
  test("lists the workspace's templates and the public ones separately", async () => {
    const { get } = await startHarness();
    const { json } = await get('/templates/search');
    expect(json.workspaceTemplates.length).toBeGreaterThan(0);
    expect(json.exploreTemplates.length).toBeGreaterThan(0);
    for (const { id } of json.workspaceTemplates) expect(id).toMatch(/^g_/);
  });

  test('searches titles and descriptions', async () => {
    const { get } = await startHarness();
    const { json } = await get('/templates/search?q=HANDBOOK');
    expect(json.workspaceTemplates).toHaveLength(1);
    expect(json.exploreTemplates).toHaveLength(0);
  });

  test.each(['limit=26', 'limit=0', 'after=x'])('refuses ?%s', async (query) => {
    const { get } = await startHarness();
    expect((await get(`/templates/search?${query}`)).status).toBe(400);
  });
});
