import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { MalformedAnswer } from '../../src/service/errors.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

describe('what people said in a doc', () => {
  test('comes with its replies and where it was said', async () => {
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

  test('may be sparse', async () => {
    nock(API)
      .get('/gammas/g_1/comments')
      .reply(200, { comments: [{ id: 'm_1', author: null, replies: null }] });
    const page = await aClient().client.listComments('g_1');
    expect(page).toEqual({ data: [{ id: 'm_1', contentText: '', replies: [] }], hasMore: false });
  });
});

describe('how a doc is read', () => {
  test('as a whole', async () => {
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

  test('without any figure is malformed', async () => {
    nock(API).get('/gammas/g_1/analytics').times(3).reply(200, { scope: 'all' });
    await thrownBy(MalformedAnswer, aClient().client.getAnalytics('g_1'));
  });

  test.each(['data', 'cards'])('card by card, under %s', async (name) => {
    const card = { cardId: 'k_1', cardName: 'Intro', cardPosition: 1, viewTimeSeconds: 0, viewersPercent: 0 };
    nock(API)
      .get('/gammas/g_1/analytics/cards')
      .reply(200, { [name]: [card] });
    expect(await aClient().client.getCardAnalytics('g_1')).toEqual([card]);
  });

  test('viewer by viewer', async () => {
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

  test('by one viewer, unviewed cards included', async () => {
    const perCardTimeSpent = [
      { cardId: 'k_1', viewTimePercent: 100 },
      { cardId: 'k_2', viewTimePercent: 0 },
    ];
    nock(API).get('/gammas/g_1/analytics/viewers/u_1').reply(200, { displayName: 'Ben', perCardTimeSpent });
    expect(await aClient().client.getViewer('g_1', 'u_1')).toEqual({ displayName: 'Ben', perCardTimeSpent });
  });
});

test('who the connection speaks for, as far as it is told', async () => {
  nock(API).get('/me').reply(200, { email: 'ana@example.com', workspaceName: null });
  expect(await aClient().client.getMe()).toEqual({ email: 'ana@example.com' });
});
