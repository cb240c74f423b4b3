import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { GENERATION_MS, LABS_KEY, startHarness } from './harness.ts';

const PLAN =
  '# Spring plan\n\nWhere we go.\n\n---\n\n# Budget\n\n- Rent\n- Travel\n\n---\n\n# Next\n\n- Ask Mei';

describe('a doc from text', () => {
  test('is pending until it is due, and then completed', async () => {
    const { post, get, clock } = await startHarness();
    const created = await post('/generations', {
      inputText: PLAN,
      textMode: 'preserve',
      title: 'Spring plan',
    });
    expect(created.status).toBe(200);
    expect(created.json).toEqual({ generationId: expect.stringMatching(/^\w{10,}$/) });

    const { generationId } = created.json;
    clock.advance(GENERATION_MS - 1);
    expect((await get(`/generations/${generationId}`)).json).toEqual({ generationId, status: 'pending' });

    clock.advance(1);
    const { status, json } = await get(`/generations/${generationId}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      generationId,
      status: 'completed',
      gammaId: expect.stringMatching(/^g_\w+$/),
      gammaUrl: expect.stringMatching(/^http:.*\/docs\/Spring-plan-\w+$/),
      title: 'Spring plan',
      credits: { deducted: expect.any(Number), remaining: expect.any(Number) },
    });
  });

  test('can be opened in a browser at its address', async () => {
    const { make } = await startHarness();
    const { gammaUrl } = await make({ inputText: PLAN, title: 'Spring plan' });
    const page = await fetch(gammaUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(await page.text()).toContain('Spring plan');
  });

  test('has a price per card, and its status says how many credits are left', async () => {
    const { make, service } = await startHarness();
    service.setCredits(1_000);
    const first = await make({ inputText: PLAN, imageOptions: { source: 'noImages' } });
    const second = await make({ inputText: PLAN, imageOptions: { source: 'noImages' } });
    expect(first.credits.deducted).toBeGreaterThan(0);
    expect(second.credits.deducted).toBe(first.credits.deducted);
    expect(second.credits.remaining).toBe(1_000 - 2 * first.credits.deducted);
    expect(service.credits()).toBe(second.credits.remaining);
  });

  test('is refused if too few credits are left', async () => {
    const { post, service } = await startHarness();
    service.setCredits(5);
    const { status, json } = await post('/generations', { inputText: PLAN, numCards: 3 });
    expect(status).toBe(402);
    expect(json).toEqual({ message: 'Insufficient credits remaining', statusCode: 402 });
  });

  test('fails without a cost if the credits are spent before it is due', async () => {
    const { post, get, clock, service } = await startHarness();
    const { json } = await post('/generations', { inputText: PLAN });
    service.setCredits(1);
    clock.advance(GENERATION_MS);
    expect((await get(`/generations/${json.generationId}`)).json).toEqual({
      generationId: json.generationId,
      status: 'failed',
      error: { message: 'Insufficient credits remaining', statusCode: 402 },
      credits: { deducted: 0, remaining: 1 },
    });
  });

  test('of several pages has the cards of all pages, and cannot be used as a template', async () => {
    const { make, post } = await startHarness();
    const one = await make({ inputText: '# One', textMode: 'preserve' });
    const site = await make({
      pages: [
        { inputText: '# One', textMode: 'preserve' },
        { inputText: '# Two', textMode: 'preserve' },
      ],
      format: 'webpage',
    });
    expect(site.credits.deducted).toBeGreaterThan(one.credits.deducted);
    const used = await post('/generations/from-template', { prompt: 'Again', gammaId: site.gammaId });
    expect(used.status).toBe(400);
    expect(used.json.message).toMatch('exactly one Page');
  });

  test('takes a time from the given range', async () => {
    const { post, get, clock } = await startHarness({ generationMs: [1_000, 60_000] });
    const ids = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await post('/generations', { inputText: 'x' })).json.generationId,
      ),
    );
    clock.advance(30_000);
    const states = await Promise.all(ids.map(async (id) => (await get(`/generations/${id}`)).json.status));
    expect(new Set(states)).toEqual(new Set(['pending', 'completed']));
    clock.advance(30_000);
    for (const id of ids) expect((await get(`/generations/${id}`)).json.status).toBe('completed');
  });
});

describe('a doc from a template', () => {
  test('is a new doc with the given title', async () => {
    const { make } = await startHarness();
    const template = await make({ inputText: PLAN, textMode: 'preserve', cardSplit: 'inputTextBreaks' });
    const made = await make({ gammaId: template.gammaId, prompt: PLAN, title: 'Autumn plan' });
    expect(made).toMatchObject({ status: 'completed', title: 'Autumn plan' });
    expect(made.gammaId).not.toBe(template.gammaId);
  });

  test.each([
    ['the number of cards of the template', PLAN, 9],
    ['the number that the prompt requests', 'Budget of the Porto move. Make it 3 cards only.', 3],
    ['a higher number that the prompt requests', 'Budget of the Porto move. Make it 12 cards.', 12],
    ['the number of the template if another is only mentioned', 'We talked about 3 cards and a budget.', 9],
  ])('has %s', async (_, prompt, cards) => {
    const { make, get } = await startHarness();
    const [template] = (await get('/templates/search')).json.workspaceTemplates;
    const { json: before } = await get(`/gammas/${template.id}/analytics`);
    const { gammaId } = await make({ gammaId: template.id, prompt });
    const { json: after } = await get(`/gammas/${gammaId}/analytics`);
    expect(before.cardCount).toBe(9);
    expect(after.cardCount).toBe(cards);
  });

  test.each([
    ['an unknown template', 'g_nowhere'],
    ['a web slug', 'Spring-plan-abc123'],
    ['a public template', 'explore_startup_pitch'],
  ])('is refused for %s', async (_, gammaId) => {
    const { post } = await startHarness();
    const { status, json } = await post('/generations/from-template', { prompt: 'New', gammaId });
    expect(status).toBe(400);
    expect(json).toEqual({ message: `Template not found. gammaId: ${gammaId}`, statusCode: 400 });
  });

  test('is refused for a template of another workspace', async () => {
    const { make, post } = await startHarness();
    const theirs = await make({ inputText: PLAN, imageOptions: { source: 'noImages' } }, LABS_KEY);
    const { status } = await post('/generations/from-template', { prompt: 'New', gammaId: theirs.gammaId });
    expect(status).toBe(400);
  });

  test('is refused for the sample site with several pages', async () => {
    const { get, post } = await startHarness();
    const { json } = await get('/templates/search?q=handbook');
    const [handbook] = json.workspaceTemplates;
    const { status, json: body } = await post('/generations/from-template', {
      prompt: 'New',
      gammaId: handbook.id,
    });
    expect(status).toBe(400);
    expect(body.message).toMatch('exactly one Page');
  });
});

test('unknown generations and those of another workspace are not found', async () => {
  const { get, post } = await startHarness();
  const { json } = await post('/generations', { inputText: 'Ours' });
  for (const [id, key] of [['nope'], [json.generationId, LABS_KEY]]) {
    const { status, json: body } = await get(`/generations/${id}`, key);
    expect(status).toBe(404);
    expect(body).toEqual({ message: `Generation ID not found. generationId: ${id}`, statusCode: 404 });
  }
});
