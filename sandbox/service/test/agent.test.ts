import { describe, expect, test } from 'vitest';
import type { Deck } from '../engine/deck.ts';
import { changed } from '../making/edit/wishes.ts';
import { GENERATION_MS, LABS_KEY, startHarness, VIEWER_KEY } from './harness.ts';

const prompt = 'A deck about our move to Porto';

describe('an agent makes a doc', () => {
  test('slower, and is asked about at its own route', async () => {
    const { post, get, clock } = await startHarness();
    const { status, json } = await post('/agent/generations', { prompt, exportAs: 'pdf', quality: 'lite' });
    expect(status).toBe(202);
    const path = `/agent/generations/${json.generationId}`;
    clock.advance(GENERATION_MS);
    expect((await get(path)).json.status).toBe('pending');
    expect((await get(`/generations/${json.generationId}`)).status).toBe(404);
    clock.advance(GENERATION_MS);
    expect((await get(path)).json).toMatchObject({
      status: 'completed',
      gammaId: expect.stringMatching(/^g_/),
      exportUrl: expect.any(String),
      credits: { deducted: expect.any(Number) },
    });
  });

  test.each<[string, object, RegExp]>([
    ['no prompt', {}, /prompt/],
    ['a null', { prompt, themeId: null }, /themeId/],
    ['a web page', { prompt, format: 'webpage' }, /format/],
    ['101 cards', { prompt, numCards: 101 }, /numCards/],
    ['more cards than the plan', { prompt, numCards: 61 }, /numCards.*60/],
    ['a wrong quality', { prompt, quality: 'best' }, /quality/],
    ['a theme and a template', { prompt, themeId: 'a', templateId: 'g_b' }, /must not be combined/],
    ['a theme that is not there', { prompt, themeId: 'nowhere' }, /themeId/],
    ['a template that is not there', { prompt, templateId: 'g_nowhere' }, /Template not found/],
    ['an unknown field', { prompt, textMode: 'generate' }, /textMode/],
  ])('but not from %s', async (_, body, message) => {
    const { post } = await startHarness();
    const { status, json } = await post('/agent/generations', body);
    expect(status).toBe(400);
    expect(json.message).toMatch(message);
  });

  test('and only so many at once in a workspace', async () => {
    const { post, clock } = await startHarness();
    for (let time = 0; time < 5; time++) await post('/agent/generations', { prompt });
    const { status, json, headers } = await post('/agent/generations', { prompt });
    expect(status).toBe(429);
    expect(json).toMatchObject({ statusCode: 429, code: 'workspace_concurrency_limit_exceeded' });
    expect(headers['retry-after']).toBe(String((2 * GENERATION_MS) / 1000));
    expect((await post('/agent/generations', { prompt }, LABS_KEY)).status).toBe(202);
    clock.advance(2 * GENERATION_MS);
    expect((await post('/agent/generations', { prompt })).status).toBe(202);
  });
});

describe('an agent changes a doc', () => {
  test('as wished, in the doc itself', async () => {
    const { make, post, get, clock } = await startHarness();
    const { gammaId, gammaUrl } = await make({ inputText: '# Porto', title: 'Porto' });
    const { status, json } = await post(`/agent/gammas/${gammaId}/edits`, {
      prompt: 'Please change the title to "Porto, at last".',
    });
    expect(status).toBe(202);
    const { editId } = json;
    expect((await get(`/agent/edits/${editId}`)).json).toEqual({ editId, status: 'pending' });
    clock.advance(GENERATION_MS);
    expect((await get(`/gammas/${gammaId}`)).json.title).toBe('Porto, at last');
    expect((await get(`/agent/edits/${editId}`)).json).toEqual({
      editId,
      status: 'completed',
      gammaId,
      gammaUrl,
      credits: { deducted: 5, remaining: expect.any(Number) },
    });
  });

  test('one wish at a time', async () => {
    const { make, post, clock } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const path = `/agent/gammas/${gammaId}/edits`;
    const { json: first } = await post(path, { prompt: 'Make it shorter' });
    const { status, json } = await post(path, { prompt: 'Remove card 2' });
    expect(status).toBe(409);
    expect(json).toEqual({
      message: 'Edit already in progress',
      statusCode: 409,
      code: 'edit_in_progress',
      editId: first.editId,
    });
    clock.advance(GENERATION_MS);
    expect((await post(path, { prompt: 'Remove card 2' })).status).toBe(202);
  });

  test('for those who may edit it', async () => {
    const { make, post, get } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const path = `/agent/gammas/${gammaId}/edits`;
    expect((await post(path, { prompt: 'x' }, VIEWER_KEY)).status).toBe(403);
    expect((await post(path, { prompt: 'x' }, LABS_KEY)).status).toBe(403);
    expect((await post(path, { prompt: '' })).status).toBe(400);
    const { json } = await post(path, { prompt: 'x' });
    expect((await get(`/agent/edits/${json.editId}`, LABS_KEY)).status).toBe(404);
  });

  test('and fails when the doc is gone by then', async () => {
    const { make, post, get, ask, clock } = await startHarness();
    const { gammaId } = await make({ inputText: '# Porto' });
    const { json } = await post(`/agent/gammas/${gammaId}/edits`, { prompt: 'Make it shorter' });
    await ask('DELETE', `/v1.0/gammas/${gammaId}`, { headers: { 'X-API-KEY': 'sk-gamma-ana' } });
    clock.advance(GENERATION_MS);
    expect((await get(`/agent/edits/${json.editId}`)).json).toMatchObject({
      status: 'failed',
      error: { statusCode: 500 },
      credits: { deducted: 0 },
    });
  });
});

describe('wishes that are understood', () => {
  const item = (text: string) => ({ spans: [{ text }], level: 0 });
  const deck: Deck = {
    title: 'Plan',
    format: 'presentation',
    themeId: 'daybreak',
    cards: [
      { layout: 'title', title: 'Plan', blocks: [] },
      {
        layout: 'bullets',
        title: 'Steps',
        blocks: [{ kind: 'list', ordered: false, items: ['a', 'b', 'c', 'd', 'e'].map(item) }],
      },
      { layout: 'closing', title: 'Thanks', blocks: [] },
    ],
  };
  const titles = (wish: string) => changed(deck, wish).cards.map(({ title }) => title);

  test('a new title', () => {
    expect(changed(deck, 'Rename the title to Big plan.')).toMatchObject({ title: 'Big plan' });
    expect(titles('set the title: Big plan')[0]).toBe('Big plan');
  });

  test('a card less', () => {
    expect(titles('Please remove slide 2')).toEqual(['Plan', 'Thanks']);
    expect(titles('Delete the last card')).toEqual(['Plan', 'Steps']);
    expect(titles('drop card two')).toEqual(['Plan', 'Thanks']);
    expect(titles('remove card 9')).toEqual(['Plan', 'Steps', 'Thanks']);
    expect(changed({ ...deck, cards: deck.cards.slice(0, 1) }, 'remove card 1').cards).toHaveLength(1);
  });

  test('a card more, before the closing one', () => {
    expect(titles('Add a slide about budget risks')).toEqual(['Plan', 'Steps', 'Budget risks', 'Thanks']);
  });

  test('shorter lists', () => {
    const [, steps] = changed(deck, 'Make it more concise').cards;
    expect(steps?.blocks).toMatchObject([{ items: ['a', 'b', 'c'].map(item) }]);
  });

  test('anything else becomes a card, so that it is not lost', () => {
    expect(titles('Mention the weather')).toEqual(['Plan', 'Steps', 'Mention the weather', 'Thanks']);
  });
});
