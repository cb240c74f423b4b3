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
  submitDeck,
  untilCardSays,
  untilFormHas,
  untilPosted,
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
  await submitDeck(harness, 'Keep it dry', { file, format: 'document', sections: 'kept' });
  // The form lists the pages first, and she agrees.
  await untilFormHas(ana, 'outline');
  await ana.submit();
  const root = await untilPosted(ana, /Working on|Made by AI/);
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

test('her own headings keep their words, unless she chooses in the form what happens to them', async () => {
  const own = await askForDeck(harness, PLAN.replace('Opening', 'Mill'));
  await untilCardSays(harness, own, /Made by AI/);
  expect(sent('Mill')).toMatchObject({ textMode: 'preserve' });
  const short = await askForDeck(harness, PLAN.replace('Opening', 'Oven'), { text_mode: 'condense' });
  expect(wordsOf(await untilCardSays(harness, short, /Made by AI/))).toContain('shortened');
  expect(sent('Oven')).toMatchObject({ textMode: 'condense' });
});

test('a typed topic is written out; “keep my words” on its card keeps it as it is', async () => {
  const dm = ana.appDm();
  const { ts: after } = await ana.say(dm, 'slides on our opening in May');
  const card = await untilPosted(ana, /Make this\?/, { channel: dm, after });
  expect(wordsOf(card)).not.toContain('words kept');
  await ana.say(dm, 'keep my words');
  const changed = await untilPosted(ana, /words kept/, { channel: dm, after });
  await ana.press(changed, 'proposal_make');
  const made = await untilPosted(ana, /Working on|Made by AI/, { channel: dm, after: card.ts });
  await untilCardSays(harness, made, /Made by AI/);
  expect(sent('our opening in May')).toMatchObject({ textMode: 'preserve' });
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
