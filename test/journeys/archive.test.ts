import { beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { buttonsOf, hasButton, wordsOf } from '../support/reading.ts';
import { aDeckBy, openMore } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { closeForms, privateWords, requestsTo, untilCardSays, untilFormSays, untilIdle } from './story.ts';

const ARCHIVE_BUTTON = 'generation_archive';
const ARCHIVE = 'POST /gammas/{gammaId}/archive';
const ARCHIVED = /<!date[^>]*Archived/;

const harness = await forThisFile(createHarness());
const { chloe, ben, slack, service } = harness;

const aDeck = (title: string) => aDeckBy(harness, chloe, title);

/** Chloe opens the document’s view, presses Archive and confirms. */
async function archive(card: Message): Promise<void> {
  await openMore(chloe, card);
  await chloe.press('view', ARCHIVE_BUTTON);
}

describe('Chloe archives a document that she asked for', () => {
  test('she confirms its title; everybody’s card says that it is archived, and offers to open it', async () => {
    const card = await aDeck('Autumn plan');
    expect(await openMore(chloe, card)).toContain('Archive “Autumn plan”?');
    await chloe.press('view', ARCHIVE_BUTTON);
    const archived = await untilCardSays(harness, card, ARCHIVED, ben);
    expect(buttonsOf(archived)).toContain('Open in Papermill');
    await untilFormSays(chloe, ARCHIVED);
    expect(hasButton(chloe.view()?.view, ARCHIVE_BUTTON)).toBe(false);
    expect(requestsTo(harness, ARCHIVE)).toHaveLength(1);
  });

  test('her list of documents says so as well', async () => {
    const card = await aDeck('Winter plan');
    await archive(card);
    await untilCardSays(harness, card, ARCHIVED);
    await closeForms(chloe);
    await chloe.command('general', '/deck recent');
    await expect.poll(() => privateWords(chloe)).toMatch(/Winter plan[\s\S]*Archived/);
  });

  test('a double click says and posts nothing twice', async () => {
    const card = await aDeck('Spring plan');
    await untilIdle(harness);
    await openMore(chloe, card);
    await Promise.all([chloe.press('view', ARCHIVE_BUTTON), chloe.press('view', ARCHIVE_BUTTON)]);
    await untilCardSays(harness, card, ARCHIVED);
    const posts = () => slack.messages('general', card.ts).length;
    const before = posts();
    await untilIdle(harness);
    expect(posts()).toBe(before);
    expect(privateWords(chloe)).not.toContain('Spring plan');
  });
});

describe('if the service does not archive it, Chloe alone reads why', () => {
  let card: Message;
  beforeAll(async () => {
    card = await aDeck('Plan that goes wrong');
  });

  const status = (code: number, message: string) => ({ kind: 'status', status: code, message }) as const;
  test.each([
    [
      'the right is missing',
      /may not archive this document: that takes edit permission[\s\S]*In Papermill’s words: “Access denied/,
      status(403, 'Access denied. You must have edit permission to archive this.'),
    ],
    ['the document is deleted', /gone already: it was deleted at Papermill/, status(404, 'Not found')],
    [
      'no response comes',
      /Papermill is not available at the moment.*try again/,
      { kind: 'cut', moment: 'before' } as const,
    ],
  ])('%s', async (_, words, fault) => {
    service.misbehave({ ...fault, route: ARCHIVE, times: 'always' });
    await archive(card);
    expect(await untilFormSays(chloe, words)).not.toContain('inside Deckhand');
    expect(wordsOf(slack.messages('general', card.ts)[0])).not.toContain('Archived');
  });
});
