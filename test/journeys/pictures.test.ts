import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { closeForms, hasFile, untilCardSays, untilIdle, untilThreadHas, wordsOf } from './story.ts';

/** Ana wants a picture, and no document around it. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterEach(async () => {
  harness.service.behave();
  harness.service.setCredits(4_000);
  await closeForms(harness.ana, harness.ben);
});
afterAll(() => harness.close());

const creates = (words: string) =>
  harness.service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/images') && JSON.stringify(body).includes(words),
  );

async function openForm(typed: string, person: Person = harness.ana, channel = 'general') {
  await person.command(channel, typed);
  return person.waitForView(({ view }) => view.callback_id === 'image_form');
}

const first = (words: string): Promise<Message> =>
  harness.ana.waitForMessage(
    (message) => Boolean(message.bot) && !message.thread_ts && wordsOf(message).includes(words),
    { channel: 'general', timeoutMs: 30_000 },
  );

test('words behind the command stand in the form; the picture comes into the thread, described', async () => {
  await openForm('/deck image a lighthouse at dusk');
  await harness.ana.fill({ picture_type: 'photo', picture_size: 'social-square' });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  const root = await first('a lighthouse at dusk');
  const posted = await untilThreadHas(harness, root, hasFile);
  expect(posted.files?.[0]).toMatchObject({ name: 'a lighthouse at dusk.png' });
  const upload = harness.slack.calls.find(({ method }) => method === 'files.getUploadURLExternal');
  expect(upload?.args).toMatchObject({ alt_txt: 'a lighthouse at dusk' });
  const card = await untilCardSays(harness, root, /Again…/);
  expect(wordsOf(card)).toMatch(/Photo · Square, for a post/);
  expect(wordsOf(card)).not.toMatch(/Export as|Change it/);
  await untilIdle(harness);
  expect(creates('a lighthouse at dusk')).toHaveLength(1);
  expect(creates('a lighthouse at dusk')[0]?.body).toMatchObject({
    type: 'photo',
    sizePreset: 'social-square',
  });
  expect(harness.slack.files('general', root.ts)).toHaveLength(1);

  // Once more, with the same words; Ben, who did not write them, begins with none.
  await harness.ana.press(card, 'image_again');
  const again = await harness.ana.waitForView(({ view }) => view.callback_id === 'image_form');
  expect(JSON.stringify(again.view)).toMatch(/a lighthouse at dusk[\s\S]*Photo/);
  await harness.ana.fill({ picture: 'the same in a storm' });
  await harness.ana.submit();
  await untilThreadHas(harness, await first('the same in a storm'), hasFile);
  await harness.ben.press(card, 'image_again');
  const bens = await harness.ben.waitForView(({ view }) => view.callback_id === 'image_form');
  expect(JSON.stringify(bens.view)).not.toContain('a lighthouse at dusk');
});

test('nothing to show is not taken; a picture alone opens the empty form', async () => {
  await openForm('/deck image');
  await harness.ana.fill({ picture: '   ' });
  expect(await harness.ana.submit()).toMatchObject({
    errors: { picture: expect.stringMatching(/Write what the picture should show/) },
  });
});

test('where Deckhand cannot post, it comes to Ana alone', async () => {
  await openForm('/deck image a quiet room', harness.ana, 'board');
  await harness.ana.submit();
  const told = await harness.ana.waitForView(({ view }) => /direct message/.test(JSON.stringify(view)));
  expect(told).toBeTruthy();
  await expect.poll(() => creates('a quiet room').length).toBe(1);
  await untilIdle(harness);
  expect(JSON.stringify(harness.slack.messages('board'))).not.toContain('a quiet room');
});

test('a form sent by nobody’s client posts nothing in a channel that its sender is not in', async () => {
  const answer = await sendAs(
    harness,
    { person: harness.chloe.id },
    {
      type: 'view_submission',
      view: {
        type: 'modal',
        id: 'VFORGED',
        callback_id: 'image_form',
        private_metadata: JSON.stringify({ channel: 'C0LEADERS' }),
        team_id: 'T0SMALL',
        blocks: [],
        title: { type: 'plain_text', text: 'Make a picture' },
        state: { values: { picture: { picture: { type: 'plain_text_input', value: 'a spy' } } } },
      },
      response_urls: [],
    },
  );
  expect(JSON.stringify(answer.body)).toMatch(/direct message/);
  await untilIdle(harness);
  expect(JSON.stringify(harness.slack.messages('leaders'))).not.toContain('a spy');
});

describe('trouble is told plainly', () => {
  const failures: [string, RegExp, RegExp, () => unknown][] = [
    [
      'one that may go well the next time',
      /tried, and could not draw it[\s\S]*Papermill says: “Out of ink/,
      /Try again…/,
      () => harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
    [
      'one that will not',
      /tried, and could not draw it[\s\S]*Papermill says: “Not allowed/,
      /Say it in other words…/,
      () => harness.service.misbehave({ kind: 'generation_fails', message: 'Not allowed', statusCode: 422 }),
    ],
    [
      'no credits',
      /credits at Papermill are used up/,
      /Change and try again…/,
      () => harness.service.setCredits(0),
    ],
    [
      'a deployment without pictures',
      /draws no pictures here/,
      /Change and try again…/,
      () => harness.service.misbehave({ kind: 'status', status: 404, route: 'POST /images' }),
    ],
  ];

  test.each(failures)('%s', async (name, words, label, arrange) => {
    arrange();
    await openForm(`/deck image ${name}`);
    await harness.ana.submit();
    const card = await untilCardSays(harness, await first(name), words);
    expect(wordsOf(card)).toMatch(label);
    await harness.ana.press(card, 'image_again');
    const form = await harness.ana.waitForView(({ view }) => view.callback_id === 'image_form');
    expect(JSON.stringify(form.view)).toContain(name);
  });

  test('a lost answer asks, and nothing is spent twice', async () => {
    harness.service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /images' });
    await openForm('/deck image lost on the way');
    await harness.ana.submit();
    await untilCardSays(harness, await first('lost on the way'), /may spend credits again/);
    expect(creates('lost on the way')).toHaveLength(1);
  });
});
