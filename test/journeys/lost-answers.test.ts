import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  firstMessagesOf,
  hasFile,
  submitDeck,
  untilCardSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/** Answers that are lost, requests that come twice, places that are gone: one outcome all the same, and no less. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ policy: { exportWaitMs: 500 } });
});
afterAll(() => harness.close());

const creates = (words: string) => createsOf(harness, words);
const firstMessages = (words: string) => firstMessagesOf(harness, words);
/** All attempts to post, whatever became of them. */
const posts = (words: string) =>
  harness.slack.calls.filter(
    ({ method, args }) => method === 'chat.postMessage' && JSON.stringify(args).includes(words),
  );
/** How often it looked for a post of its own in the channel. */
const looks = ({ channel }: Message) =>
  harness.slack.calls.filter(
    ({ method, args }) => method === 'conversations.history' && args.channel === channel,
  );

describe('never twice', () => {
  test('Slack posts the first message and its answer is lost: it is found, not posted again', async () => {
    harness.slack.misbehave({ method: 'chat.postMessage', cut: 'after', containing: 'Lost answer plan' });
    const root = await askForDeck(harness, 'Lost answer plan', { title: 'Lost answer plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilIdle(harness);
    expect(firstMessages('Lost answer plan')).toHaveLength(1);
    expect(posts('Lost answer plan')).toHaveLength(1);
    expect(looks(root)).not.toEqual([]);
  });

  test('its answer is lost, and where Deckhand looks for it a proxy answers: it is found all the same', async () => {
    harness.slack.misbehave({ method: 'chat.postMessage', cut: 'after', containing: 'Proxy page plan' });
    harness.slack.misbehave({ method: 'conversations.history', garbage: true });
    const root = await askForDeck(harness, 'Proxy page plan', { title: 'Proxy page plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilIdle(harness);
    expect(firstMessages('Proxy page plan')).toHaveLength(1);
    expect(posts('Proxy page plan')).toHaveLength(1);
  });

  test('the answer to the shared file is lost: one file', async () => {
    harness.slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
    const root = await askForDeck(harness, 'Lost file plan', { title: 'Lost file plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /Export as/);
    await untilIdle(harness);
    expect(harness.slack.files('general', root.ts)).toHaveLength(1);
  });

  test('Slack answers 503 and then 429 to the post: one message in the end', async () => {
    const containing = 'Busy Slack plan';
    harness.slack.misbehave({ method: 'chat.postMessage', status: 503, containing });
    harness.slack.misbehave({ method: 'chat.postMessage', status: 429, retryAfter: 1, containing });
    const root = await askForDeck(harness, 'Busy Slack plan', { title: 'Busy Slack plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilIdle(harness);
    expect(firstMessages('Busy Slack plan')).toHaveLength(1);
  });

  test('Slack delivers the same submission twice: one ask', async () => {
    harness.slack.misbehave({ outgoing: 'view_submission', deliver: 'twice' });
    const root = await askForDeck(harness, 'Double click plan', { title: 'Double click plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilIdle(harness);
    expect(creates('Double click plan')).toBe(1);
    expect(firstMessages('Double click plan')).toHaveLength(1);
  });

  test("the create call's answer is lost: the person is asked, and leaves it", async () => {
    harness.service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /generations' });
    const root = await askForDeck(harness, 'Unsure plan', { title: 'Unsure plan' });
    const card = await untilCardSays(harness, root, /may spend credits again/);
    await untilThreadHas(harness, root, ({ text }) => text.includes('<@U0ANA>') && text.includes('decision'));
    expect(creates('Unsure plan')).toBe(1);
    await harness.ana.press(card, 'generation_leave_it');
    await untilCardSays(harness, root, /was stopped\. It was sent to Papermill and no answer came/);
    await untilIdle(harness);
    expect(creates('Unsure plan')).toBe(1);
  });
});

describe('never lost', () => {
  test('the channel was archived while it was asked for: it comes as a direct message', async () => {
    harness.slack.misbehave({
      method: 'chat.postMessage',
      error: 'is_archived',
      containing: 'Archived plan',
    });
    await submitDeck(harness, 'Archived plan', { title: 'Archived plan' });
    const dm = await harness.ana.waitForMessage((message) => wordsOf(message).includes('Archived plan'), {
      channel: harness.ana.appDm(),
    });
    await harness.ana.waitForMessage((message) => message.thread_ts === dm.ts && hasFile(message), {
      channel: harness.ana.appDm(),
    });
  });

  test('the app is stopped and started in the middle of it: it goes on', async () => {
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Restart plan' });
    const root = await askForDeck(harness, 'Restart plan', { title: 'Restart plan' });
    await untilCardSays(harness, root, /: making it/);
    await harness.restart();
    harness.serviceClock.skip(A_WHILE);
    await untilThreadHas(harness, root, hasFile);
    expect(creates('Restart plan')).toBe(1);
  });

  test('the export link never comes: the card, and a sentence on how to get the file', async () => {
    harness.service.misbehave({ kind: 'export_late', ms: null, containing: 'Linkless plan' });
    const root = await askForDeck(harness, 'Linkless plan', { title: 'Linkless plan' });
    await untilThreadHas(harness, root, ({ text }) => /without its PowerPoint/.test(text));
    const card = await untilCardSays(harness, root, /Export as/);
    await harness.ana.press(card, 'generation_export', 'Export as PDF');
    await untilThreadHas(harness, root, (message) => message.files?.[0]?.name.endsWith('.pdf') ?? false);
  });

  test('it takes longer than it is followed: the person says to go on', async () => {
    const slow = await createHarness({ policy: { followLimitMs: 100 }, generationMs: A_WHILE });
    onTestFinished(() => slow.close());
    const root = await askForDeck(slow, 'Slow plan');
    const card = await untilCardSays(slow, root, /Check again/);
    await untilThreadHas(slow, root, ({ text }) => text.includes('not finished yet'));
    slow.serviceClock.skip(A_WHILE);
    await slow.ben.press(card, 'generation_check_again');
    await untilThreadHas(slow, root, hasFile);
    await untilIdle(slow);
    expect(slow.service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
