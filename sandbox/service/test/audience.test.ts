import { describe, expect, test } from 'vitest';
import { KEY, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const text = {
  inputText: '# Harbour plan\n\n## Cranes\n\n- Two\n\n## Ferries\n\n- Four',
  textMode: 'preserve',
};
const DAY_MS = 24 * 60 * 60 * 1000;

describe('comments', () => {
  test('have a card, an author, a status and replies, and can be changed', async () => {
    const { make, get, service, clock } = await startHarness();
    const { gammaId } = await make(text);
    const [id = ''] = service.comment(gammaId, {
      text: 'Who owns this?',
      author: 'Theo Marchetti',
      card: 2,
      replies: [{ text: 'Me', author: 'Vera Stolz' }],
    });
    const read = async () => (await get(`/gammas/${gammaId}/comments`)).json.data;
    expect(await read()).toEqual([
      {
        id,
        cardId: expect.stringMatching(/_2$/),
        status: 'open',
        targetText: 'Cranes',
        contentText: 'Who owns this?',
        author: { name: 'Theo Marchetti' },
        createdTime: new Date(clock.now()).toISOString(),
        replies: [
          {
            id: expect.any(String),
            contentText: 'Me',
            author: { name: 'Vera Stolz' },
            createdTime: new Date(clock.now()).toISOString(),
          },
        ],
      },
    ]);
    service.comment(gammaId, { id, status: 'resolved', replies: [{ text: 'Done' }] });
    expect(await read()).toMatchObject([
      { id, status: 'resolved', contentText: 'Who owns this?', replies: [{}, { contentText: 'Done' }] },
    ]);
  });

  test('may have no author, no card, no target text and another status', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make(text);
    service.comment(gammaId, { author: null, card: 0, target: null, status: 'closed', text: '' });
    const [comment] = (await get(`/gammas/${gammaId}/comments`)).json.data;
    expect(comment).toMatchObject({ author: null, targetText: null, status: 'closed', contentText: '' });
    expect(comment).not.toHaveProperty('cardId');
  });

  test('are listed in pages, oldest first', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make(text);
    service.comment(gammaId, { text: 'Again', times: 120 });
    expect((await get(`/gammas/${gammaId}/comments?limit=51`)).status).toBe(400);
    const path = `/gammas/${gammaId}/comments?limit=50`;
    const seen: string[] = [];
    let after = '';
    do {
      const { json } = await get(`${path}${after && `&after=${after}`}`);
      seen.push(...json.data.map(({ contentText }: { contentText: string }) => contentText));
      after = json.nextCursor ?? '';
    } while (after);
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([120, 'Again (1)', 'Again (120)']);
  });
});

describe('analytics', () => {
  test('count visits per card', async () => {
    const { make, get, service, clock } = await startHarness();
    const { gammaId } = await make(text);
    service.visit(gammaId, { name: 'Priya Nair', email: 'priya@harbor.example', seconds: [10, 30] });
    service.visit(gammaId, { name: 'Priya Nair', seconds: [5] });
    clock.advance(1_000);
    service.visit(gammaId, { name: null, seconds: 7 });
    const path = `/gammas/${gammaId}/analytics`;
    expect((await get(path)).json).toMatchObject({
      scope: 'all',
      totalViews: 3,
      uniqueViewers: 2,
      lastOpened: new Date(clock.now()).toISOString(),
      dailyViews: [{ date: '2026-11-02', views: 3 }],
    });
    const { data: cards } = (await get(`${path}/cards`)).json;
    expect(cards.map((card: object) => ({ ...card }))).toMatchObject([
      { cardPosition: 1, viewTimeSeconds: 22, viewersPercent: 100 },
      { cardPosition: 2, viewTimeSeconds: 37 },
      { cardPosition: 3, viewTimeSeconds: 7, viewersPercent: 50 },
    ]);
    expect((await get(`${path}/viewers`)).json.data).toMatchObject([
      { displayName: null, email: null, cardsViewed: 3 },
      { displayName: 'Priya Nair', email: 'priya@harbor.example', cardsViewed: 2 },
    ]);
  });

  test('list every card with zeroes if the doc has no visits', async () => {
    const { make, get, clock } = await startHarness();
    const { gammaId } = await make(text);
    clock.advance(30 * DAY_MS);
    const { data } = (await get(`/gammas/${gammaId}/analytics/cards`)).json;
    expect(data).toHaveLength(3);
    for (const card of data)
      expect(card).toEqual({
        cardId: expect.any(String),
        cardName: expect.any(String),
        cardPosition: expect.any(Number),
        viewTimeSeconds: 0,
        viewersPercent: 0,
      });
    expect((await get(`/gammas/${gammaId}/comments`)).json.data).toEqual([]);
  });

  test('list a card that no visitor has seen with zeroes', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make(text);
    service.visit(gammaId, { seconds: [10] });
    const { data } = (await get(`/gammas/${gammaId}/analytics/cards`)).json;
    expect(data).toMatchObject([
      { cardPosition: 1, viewTimeSeconds: 10, viewersPercent: 100 },
      { cardPosition: 2, viewTimeSeconds: 0, viewersPercent: 0 },
      { cardPosition: 3, viewTimeSeconds: 0, viewersPercent: 0 },
    ]);
  });

  test('show how one person read the doc, every card included', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make(text);
    const [id] = service.visit(gammaId, { seconds: [10, 30] });
    const path = `/gammas/${gammaId}/analytics/viewers`;
    const { json } = await get(`${path}/${id}`);
    expect(json).toMatchObject({ viewerId: id, cardsViewed: 2 });
    const percents = json.perCardTimeSpent.map((row: { viewTimePercent: number }) => row.viewTimePercent);
    expect(percents).toEqual([25, 75, 0]);
    expect((await get(`${path}/nobody`)).status).toBe(404);
  });

  test.each(['', '/cards', '/viewers', '/viewers/user_theo'])('%s need edit permission', async (rest) => {
    const { make, get } = await startHarness();
    const { gammaId } = await make(text);
    for (const key of [VIEWER_KEY, LABS_KEY])
      expect((await get(`/gammas/${gammaId}/analytics${rest}`, key)).status).toBe(403);
  });

  test('list many viewers in pages', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make(text);
    service.visit(gammaId, { people: 130 });
    const first = (await get(`/gammas/${gammaId}/analytics/viewers?limit=50`)).json;
    expect([first.data.length, first.hasMore]).toEqual([50, true]);
    expect((await get(`/gammas/${gammaId}/analytics`)).json.uniqueViewers).toBe(130);
  });

  test('count only the caller’s own visits with the scope "self"', async () => {
    const { make, get, service } = await startHarness();
    const { gammaId } = await make({ ...text, sharingOptions: { workspaceAccess: 'edit' } });
    service.visit(gammaId, { people: 3 });
    service.visit(gammaId, { id: 'user_rufus', name: 'Rufus Hale' });
    service.setAnalyticsScope(gammaId, 'self');
    const views = async (key: string) => (await get(`/gammas/${gammaId}/analytics`, key)).json;
    expect(await views(KEY)).toMatchObject({ scope: 'self', totalViews: 0 });
    expect(await views(VIEWER_KEY)).toMatchObject({ scope: 'self', totalViews: 1, uniqueViewers: 1 });
  });
});
