import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { API, aClient, interceptRequests } from './harness.ts';

interceptRequests();

describe('comments on a doc', () => {
  test('have replies and the text that they are about', async () => {
    const comment = {
      id: 'm_1',
      cardId: 'k_1',
      status: 'open',
      targetText: 'Revenue doubled',
      contentText: 'Since when?',
      author: { name: 'Ben' },
      replies: [{ contentText: 'Since March.', author: { name: 'Ana' } }],
    };
    nock(API)
      .get('/gammas/g_1/comments')
      .query({ limit: '50', after: 'c_1' })
      .reply(200, { data: [comment], hasMore: true, nextCursor: 'c_2' });

    const page = await aClient().client.listComments('g_1', { limit: 50, after: 'c_1' });
    expect(page).toEqual({ data: [comment], hasMore: true, nextCursor: 'c_2' });
  });

  test('may lack optional fields', async () => {
    nock(API)
      .get('/gammas/g_1/comments')
      .reply(200, { comments: [{ id: 'm_1', author: null, replies: null }] });
    const page = await aClient().client.listComments('g_1');
    expect(page).toEqual({ data: [{ id: 'm_1', contentText: '', replies: [] }], hasMore: false });
  });
});

describe('analytics', () => {
  test('of a doc', async () => {
    nock(API)
      .get('/gammas/g_1/analytics')
      .reply(200, {
        scope: 'all',
        totalViews: 342,
        uniqueViewers: 128,
        uniqueEditors: 3,
        cardCount: 12,
        lastOpened: '2026-11-19T08:00:00Z',
        dailyViews: [{ date: '2026-11-18', views: 7 }, { date: '2026-11-19', uniqueViewers: 4 }, 'odd'],
      });
    expect(await aClient().client.getAnalytics('g_1')).toEqual({
      scope: 'all',
      totalViews: 342,
      uniqueViewers: 128,
      uniqueEditors: 3,
      cardCount: 12,
      lastOpened: '2026-11-19T08:00:00Z',
      dailyViews: [
        { date: '2026-11-18', views: 7 },
        { date: '2026-11-19', views: 4 },
      ],
    });
  });

  test('without totals keep what there is', async () => {
    nock(API).get('/gammas/g_1/analytics').reply(200, { scope: 'all', cardCount: 12, totalViews: null });
    const found = await aClient().client.getAnalytics('g_1');
    expect(found).toEqual({ scope: 'all', cardCount: 12, uniqueEditors: 0, dailyViews: [] });
  });

  test.each(['data', 'cards'])('of cards, listed under %s', async (name) => {
    const card = { cardId: 'k_1', cardName: 'Intro', cardPosition: 1, viewTimeSeconds: 0, viewersPercent: 0 };
    nock(API)
      .get('/gammas/g_1/analytics/cards')
      .reply(200, { [name]: [card] });
    expect(await aClient().client.getCardAnalytics('g_1')).toEqual([card]);
  });

  test('of cards without an id, of which the interface names only name and position', async () => {
    const card = { cardName: 'Intro', cardPosition: 1, viewTimeSeconds: 4, viewersPercent: 50 };
    nock(API)
      .get('/gammas/g_1/analytics/cards')
      .reply(200, { data: [card] });
    expect(await aClient().client.getCardAnalytics('g_1')).toEqual([card]);
    const perCardTimeSpent = [{ cardName: 'Intro', viewTimePercent: 100 }];
    nock(API).get('/gammas/g_1/analytics/viewers/u_1').reply(200, { perCardTimeSpent });
    expect(await aClient().client.getViewer('g_1', 'u_1')).toEqual({ perCardTimeSpent });
  });

  test('of viewers', async () => {
    const viewer = {
      viewerId: 'u_1',
      displayName: 'Ben',
      email: 'ben@example.com',
      lastOpened: '2026-11-19T08:00:00Z',
      cardsViewed: 4,
    };
    nock(API)
      .get('/gammas/g_1/analytics/viewers')
      .query({ limit: '10' })
      .reply(200, { data: [viewer, { displayName: 'Somebody' }], hasMore: false, nextCursor: null });
    const page = await aClient().client.listViewers('g_1', { limit: 10 });
    expect(page).toEqual({ data: [viewer, { displayName: 'Somebody' }], hasMore: false });
  });

  test('of one viewer, with cards that were not viewed', async () => {
    const perCardTimeSpent = [
      { cardId: 'k_1', viewTimePercent: 100 },
      { cardId: 'k_2', viewTimePercent: 0 },
    ];
    nock(API).get('/gammas/g_1/analytics/viewers/u_1').reply(200, { displayName: 'Ben', perCardTimeSpent });
    expect(await aClient().client.getViewer('g_1', 'u_1')).toEqual({ displayName: 'Ben', perCardTimeSpent });
  });
});

test('the account of the connection, as far as the service reports it', async () => {
  nock(API).get('/me').reply(200, { email: 'ana@example.com', workspaceName: null });
  expect(await aClient().client.getMe()).toEqual({ email: 'ana@example.com' });
});
