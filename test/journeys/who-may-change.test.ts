import { expect, test } from 'vitest';
import { hasButton } from '../support/reading.ts';
import { aDeckBy, openMore } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { privateWords, requestsTo, untilFormSays, untilPosted } from './story.ts';

/** By default only the person who asked for a document, and admins, change it. An admin can open that to the whole conversation. */

const harness = await forThisFile(createHarness());
const { ana, ben, chloe } = harness;
const EDITS = 'POST /agent/gammas/{gammaId}/edits';

test('Ben cannot change Chloe’s deck, by a button or in words, and is offered another like it', async () => {
  const card = await aDeckBy(harness, chloe, 'Quay plan');
  await ben.press(card, 'document_change');
  await expect
    .poll(() => privateWords(ben))
    .toMatch(/Only the person who asked .* can change it\. \*Another like this\*/);
  await openMore(ben, card);
  expect(hasButton(ben.view()?.view, 'document_change')).toBe(false);
  expect(hasButton(ben.view()?.view, 'document_another')).toBe(true);
  await ben.say('general', '@Deckhand make the title shorter', { threadTs: card.ts });
  await untilPosted(ben, /Only the person who asked .* can change it/, { thread: card.ts, isPrivate: true });
  expect(requestsTo(harness, EDITS)).toEqual([]);
});

test('an admin changes it, and the form says what a change does', async () => {
  const card = await aDeckBy(harness, chloe, 'Harbour plan');
  await ana.press(card, 'document_change');
  expect(await untilFormSays(ana, /What should be different/)).toMatch(
    /Everyone with the link.*cannot undo it/,
  );
});
