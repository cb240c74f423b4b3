import { expect, test } from 'vitest';
import { startHarness } from './harness.ts';

const text = { inputText: 'Words' };

test.each<[string, object, RegExp]>([
  ['numCards beside breaks', { numCards: 4, cardSplit: 'inputTextBreaks' }, /^numCards is ignored/],
  [
    'a model above the plan',
    { imageOptions: { model: 'veo-3.1' } },
    /'veo-3.1' is not available on your plan/,
  ],
  [
    'a model for pictures that are not made',
    { imageOptions: { source: 'pexels', model: 'dall-e-3' } },
    /^imageOptions.model/,
  ],
  [
    'a style for pictures that are not made',
    { imageOptions: { source: 'noImages', style: 'ink' } },
    /imageOptions.style/,
  ],
  ['dimensions of another format', { cardOptions: { dimensions: 'a4' } }, /'a4' is not valid.*Using fluid/],
  [
    'a tone for text that is kept',
    { textMode: 'preserve', textOptions: { tone: 'warm' } },
    /textOptions.tone/,
  ],
  [
    'an amount for text that is kept',
    { textMode: 'preserve', textOptions: { amount: 'brief' } },
    /textOptions.amount/,
  ],
  ['the deprecated folders', { folderIds: ['fld_northwind_brand'] }, /deprecated/],
  [
    'both spellings of the folder',
    { folderId: 'fld_northwind_brand', folderIds: ['fld_nowhere'] },
    /ignored when folderId/,
  ],
])('what is dropped is said: %s', async (_, more, warning) => {
  const { post } = await startHarness();
  const { status, json } = await post('/generations', { ...text, ...more });
  expect(status).toBe(200);
  expect(json.warnings).toMatch(warning);
});

test('what is taken as asked has no warning', async () => {
  const { post } = await startHarness();
  const { json } = await post('/generations', {
    ...text,
    textMode: 'generate',
    format: 'social',
    numCards: 4,
    textOptions: { tone: 'warm', amount: 'brief', language: 'de' },
    imageOptions: { model: 'gpt-image-2', style: 'ink' },
    cardOptions: { dimensions: '4x5' },
    folderId: 'fld_northwind_brand',
  });
  expect(json).toEqual({ generationId: expect.any(String) });
});

test('a template with a model above the plan says so', async () => {
  const { make, post } = await startHarness();
  const { gammaId } = await make(text);
  const body = { prompt: 'New', gammaId, imageOptions: { model: 'luma-ray-2' } };
  expect((await post('/generations/from-template', body)).json.warnings).toMatch('luma-ray-2');
});
