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
    'a model for pictures that are not generated',
    { imageOptions: { source: 'pexels', model: 'dall-e-3' } },
    /^imageOptions.model/,
  ],
  [
    'a style for pictures that are not generated',
    { imageOptions: { source: 'noImages', style: 'ink' } },
    /imageOptions.style/,
  ],
  ['dimensions of another format', { cardOptions: { dimensions: 'a4' } }, /'a4' is not valid.*Using fluid/],
  ['a tone for preserved text', { textMode: 'preserve', textOptions: { tone: 'warm' } }, /textOptions.tone/],
  [
    'an amount for preserved text',
    { textMode: 'preserve', textOptions: { amount: 'brief' } },
    /textOptions.amount/,
  ],
  ['the deprecated field for folders', { folderIds: ['fld_northwind_brand'] }, /deprecated/],
  [
    'both fields for folders',
    { folderId: 'fld_northwind_brand', folderIds: ['fld_nowhere'] },
    /ignored when folderId/,
  ],
])('there is a warning for %s', async (_, more, warning) => {
  const { post } = await startHarness();
  const { status, json } = await post('/generations', { ...text, ...more });
  expect(status).toBe(200);
  expect(json.warnings).toMatch(warning);
});

test('there is no warning if nothing is ignored', async () => {
  const { post } = await startHarness();
  const { json } = await post('/generations', {
    ...text,
    textMode: 'generate',
    format: 'social',
    numCards: 1,
    textOptions: { tone: 'warm', amount: 'brief', language: 'de' },
    imageOptions: { model: 'gpt-image-2', style: 'ink' },
    cardOptions: { dimensions: '4x5' },
    folderId: 'fld_northwind_brand',
  });
  expect(json).toEqual({ generationId: expect.any(String) });
});

test('fewer cards than requested are named in a warning, and only these are charged', async () => {
  const { post, make } = await startHarness();
  const asked = {
    inputText: '# Plan\n\n## Now\n\n- Ask Mei',
    numCards: 12,
    imageOptions: { source: 'noImages' },
  };
  expect((await post('/generations', asked)).json.warnings).toBe(
    'This stand-in for the service writes nothing of its own, and your text fills only 2 of the 12 slides or pages that you asked for. Only these are charged.',
  );
  const { credits } = await make(asked);
  expect(credits.deducted).toBe((await make({ ...asked, numCards: 2 })).credits.deducted);
});

test('cards of a template without text in the prompt are named in a warning', async () => {
  const { post, make } = await startHarness();
  const { gammaId } = await make({
    inputText: '# Review\n\n## Customers\n\n- Two wait\n\n## Risks\n\n- Rain',
  });
  const body = { prompt: '# Autumn\n\n## Risks\n\n- The contract ends in April', gammaId };
  expect((await post('/generations/from-template', body)).json.warnings).toBe(
    'The prompt has no text for these cards of the template, so they have only their heading: Customers.',
  );
});

test('there is a warning for a model above the plan with a template', async () => {
  const { make, post } = await startHarness();
  const { gammaId } = await make(text);
  const body = { prompt: 'New', gammaId, imageOptions: { model: 'luma-ray-2' } };
  expect((await post('/generations/from-template', body)).json.warnings).toMatch('luma-ray-2');
});
