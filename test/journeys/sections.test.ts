import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from './harness.ts';
import { askForDeck, closeForms, hasFile, moreOptions, untilThreadHas, wordsOf } from './story.ts';

/** Ana has written her text in sections, and wants each to stay what it is. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterEach(() => closeForms(harness.ana));
afterAll(() => harness.close());

const PLAN = '# Opening\n\nWe open in May.\n\n# Bread\n\nRye and wheat.\n\n# Costs\n\nFlour is dear.';

const sent = (words: string) =>
  harness.service.calls.find(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/generations') && JSON.stringify(body).includes(words),
  )?.body;

test('a document of her Markdown file has a page for each heading', async () => {
  const file = await harness.ana.upload('plan.md', new TextEncoder().encode(PLAN), 'text/markdown');
  const root = await askForDeck(harness, 'Keep it dry', { file, format: 'document', sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  expect(sent('Keep it dry')).toMatchObject({
    pages: [{ title: 'Opening' }, { title: 'Bread' }, { title: 'Costs' }],
  });
});

test('slides of typed sections are as many as the sections', async () => {
  const root = await askForDeck(harness, PLAN.replace('Opening', 'Bakery'), { sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  expect(sent('Bakery')).toMatchObject({ cardSplit: 'inputTextBreaks' });
  expect(sent('Bakery')).not.toHaveProperty('numCards');
});

test('a text without sections is told so in the form; a file without any is told so with the result', async () => {
  await harness.ana.command('general', '/deck');
  await moreOptions(harness.ana);
  await harness.ana.fill({ prompt: 'Plain words', sections: 'kept' });
  expect(await harness.ana.submit()).toMatchObject({
    errors: { sections: expect.stringMatching(/Your text has no sections/) },
  });
  await harness.ana.close();
  const file = await harness.ana.upload('plain.md', new TextEncoder().encode('Plain words'), 'text/markdown');
  const root = await askForDeck(harness, 'Plainly', { file, sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  const card = harness.slack.messages('general').find(({ ts }) => ts === root.ts);
  expect(card && wordsOf(card)).toMatch(/The file has no sections[^.]*\. It was divided to fit/);
});
