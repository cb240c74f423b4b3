import { expect, test } from 'vitest';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  moreOptions,
  requestsTo,
  untilThreadHas,
  uploadText,
} from './story.ts';

/** Ana's text has sections, and each is to become a page or slide. */

const harness = await forThisFile(createHarness());
const { ana } = harness;

const PLAN = '# Opening\n\nWe open in May.\n\n# Bread\n\nRye and wheat.\n\n# Costs\n\nFlour is dear.';

const sent = (words: string) => requestsTo(harness, 'POST /generations', words)[0]?.body;

test('a document from her Markdown file has a page for each heading', async () => {
  const file = await uploadText(ana, 'plan.md', PLAN);
  const root = await askForDeck(harness, 'Keep it dry', { file, format: 'document', sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  expect(sent('Keep it dry')).toMatchObject({
    pages: [{ title: 'Opening' }, { title: 'Bread' }, { title: 'Costs' }],
  });
});

test('a typed text gets a slide for each section', async () => {
  const root = await askForDeck(harness, PLAN.replace('Opening', 'Bakery'), { sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  expect(sent('Bakery')).toMatchObject({ cardSplit: 'inputTextBreaks' });
  expect(sent('Bakery')).not.toHaveProperty('numCards');
});

test('if there are no sections, she reads it in the form for a text, and with the result for a file', async () => {
  await ana.command('general', '/deck');
  await moreOptions(ana);
  await ana.fill({ prompt: 'Plain words', sections: 'kept' });
  const errors = { sections: expect.stringMatching(/Your text has no sections/) };
  expect(await ana.submit()).toMatchObject({ errors });
  await closeForms(ana);
  const file = await uploadText(ana, 'plain.md', 'Plain words');
  const root = await askForDeck(harness, 'Plainly', { file, sections: 'kept' });
  await untilThreadHas(harness, root, hasFile);
  const card = harness.slack.messages('general').find(({ ts }) => ts === root.ts);
  expect(wordsOf(card)).toMatch(/The file has no sections[^.]*\. It was divided to fit/);
});
