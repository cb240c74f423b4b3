import { afterEach, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  hasFile,
  openForm,
  requestsTo,
  untilCardSays,
  untilFormSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Ana has a picture made without a document. */

const harness = await forThisFile(createHarness());
const { ana, ben, service, slack } = harness;
afterEach(() => service.setCredits(4_000));

const creates = (words: string) => requestsTo(harness, 'POST /images', words);

const openPicture = (line: string, channel = 'general') => openForm(ana, line, 'image_form', channel);
const again = async (person: Person, card: Message): Promise<string> => {
  await person.press(card, 'image_again');
  return wordsOf((await person.waitForView(({ view }) => view.callback_id === 'image_form')).view);
};
const first = (words: string) => untilPosted(ana, new RegExp(words), { thread: null });

test('the form has the words behind the command; the thread gets the picture with a description', async () => {
  const words = 'a lighthouse at dusk';
  await openPicture(`/deck image ${words}`);
  const [theme] = await ana.options('picture_theme', '');
  const picture_theme = theme?.text.text ?? '';
  await ana.fill({ picture_type: 'photo', picture_size: 'social-square', picture_theme });
  expect(await ana.submit()).toMatchObject({ ok: true });
  const root = await first(words);
  const posted = await untilThreadHas(harness, root, hasFile);
  expect(posted.files?.[0]).toMatchObject({ name: `${words}.png` });
  const upload = slack.calls.find(({ method }) => method === 'files.getUploadURLExternal');
  expect(upload?.args).toMatchObject({ alt_txt: words });
  const card = await untilCardSays(harness, root, /Again…/);
  expect(wordsOf(card)).toMatch(/Photo · Square, for a post/);
  expect(buttonsOf(card).join()).not.toMatch(/Export as|Change it/);
  await untilIdle(harness);
  expect(creates(words).map(({ body }) => body)).toMatchObject([
    { type: 'photo', sizePreset: 'social-square' },
  ]);
  expect(slack.files('general', root.ts)).toHaveLength(1);

  // “Again…” starts with Ana's words for her, and without them for Ben.
  expect(await again(ana, card)).toMatch(/a lighthouse at dusk[\s\S]*Photo/);
  await ana.fill({ picture: 'the same in a storm' });
  await ana.submit();
  await untilThreadHas(harness, await first('the same in a storm'), hasFile);
  expect(await again(ben, card)).not.toContain(words);
});

test('“/deck image” alone opens an empty form, which needs words', async () => {
  await openPicture('/deck image');
  await ana.fill({ picture: '   ' });
  const errors = { picture: expect.stringMatching(/Write what the picture should show/) };
  expect(await ana.submit()).toMatchObject({ errors });
});

test('in a channel where Deckhand cannot post, the picture goes to Ana alone', async () => {
  await openPicture('/deck image a quiet room', 'board');
  await ana.submit();
  await untilFormSays(ana, /direct message/);
  await expect.poll(() => creates('a quiet room').length).toBe(1);
  await untilIdle(harness);
  expect(wordsOf(slack.messages('board'))).not.toContain('a quiet room');
});

describe('if the picture cannot be made, a direct message says why and offers the next step', () => {
  const failed = { kind: 'generation_fails' } as const;
  test.each([
    [
      'it may work the next time',
      /tried, and could not draw it[\s\S]*In Papermill’s words: “Out of ink/,
      'Try again…',
      { ...failed, message: 'Out of ink' },
    ],
    [
      'it will not work with these words',
      /tried, and could not draw it[\s\S]*In Papermill’s words: “Not allowed/,
      'Say it in other words…',
      { ...failed, message: 'Not allowed', statusCode: 422 },
    ],
    [
      'the deployment has no pictures',
      /draws no pictures here/,
      'Change and try again…',
      { kind: 'status', status: 404, route: 'POST /images' } as const,
    ],
  ])('%s', async (name, words, label, fault) => {
    service.misbehave(fault);
    await openPicture(`/deck image ${name}`);
    await ana.submit();
    const why = new RegExp(`${name}[\\s\\S]*${words.source}`);
    const card = await untilPosted(ana, why, { channel: ana.appDm() });
    expect(buttonsOf(card)).toContain(label);
    expect(await again(ana, card)).toContain(name);
  });

  test('no response came: Ana is asked before credits are spent again', async () => {
    service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /images' });
    await openPicture('/deck image lost on the way');
    await ana.submit();
    await untilCardSays(harness, await first('lost on the way'), /may spend credits again/);
    expect(creates('lost on the way')).toHaveLength(1);
  });
});
