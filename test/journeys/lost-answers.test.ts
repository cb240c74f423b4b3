import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  firstMessagesOf,
  hasFile,
  submitDeck,
  untilCardSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Responses are lost, requests come twice, and channels are gone: Ana still gets exactly one outcome. */

const harness = await forThisFile(createHarness({ policy: { exportWaitMs: 500 } }));
const { ana, service, slack } = harness;

/** Ana asks for a deck with this title. @returns its first message */
const ask = (title: string) => askForDeck(harness, title, { title });

/** Ana asks for a deck, and it is delivered. */
async function deliver(title: string): Promise<Message> {
  const root = await ask(title);
  await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  return root;
}

const firstMessages = (words: string) => firstMessagesOf(harness, words);
/** Returns all attempts to post a message with these words. */
const posts = (words: string) =>
  slack.calls.filter(({ method, args }) => method === 'chat.postMessage' && stringsIn(args).includes(words));
/** Returns the searches for a message in its channel. */
const searches = ({ channel }: Message) =>
  slack.calls.filter(({ method, args }) => method === 'conversations.history' && args.channel === channel);

describe('nothing is posted or spent twice', () => {
  test('if Slack’s response to the first message is lost, the message is found and not posted again', async () => {
    slack.misbehave({ method: 'chat.postMessage', cut: 'after', containing: 'Lost answer plan' });
    const root = await deliver('Lost answer plan');
    expect(firstMessages('Lost answer plan')).toHaveLength(1);
    expect(posts('Lost answer plan')).toHaveLength(1);
    expect(searches(root)).not.toEqual([]);
  });

  test('the message is also found if a proxy answers the first search for it', async () => {
    slack.misbehave({ method: 'chat.postMessage', cut: 'after', containing: 'Proxy page plan' });
    slack.misbehave({ method: 'conversations.history', garbage: true });
    await deliver('Proxy page plan');
    expect(firstMessages('Proxy page plan')).toHaveLength(1);
    expect(posts('Proxy page plan')).toHaveLength(1);
  });

  test('if Slack’s response to the shared file is lost, there is one file', async () => {
    slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
    const root = await deliver('Lost file plan');
    await untilCardSays(harness, root, /Export as/);
    expect(slack.files('general', root.ts)).toHaveLength(1);
  });

  test('if Slack answers the post with 503 and then 429, there is one message in the end', async () => {
    const containing = 'Busy Slack plan';
    slack.misbehave({ method: 'chat.postMessage', status: 503, containing });
    slack.misbehave({ method: 'chat.postMessage', status: 429, retryAfter: 1, containing });
    await deliver('Busy Slack plan');
    expect(firstMessages('Busy Slack plan')).toHaveLength(1);
  });

  test('if Slack delivers the form twice, one deck is made', async () => {
    slack.misbehave({ outgoing: 'view_submission', deliver: 'twice' });
    await deliver('Double click plan');
    expect(createsOf(harness, 'Double click plan')).toBe(1);
    expect(firstMessages('Double click plan')).toHaveLength(1);
  });

  test('if the service’s response is lost, Ana decides; “Leave it” spends nothing more', async () => {
    service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /generations' });
    const root = await ask('Unsure plan');
    const card = await untilCardSays(harness, root, /may spend credits again/);
    await untilThreadHas(harness, root, ({ text }) =>
      /<@U0ANA>.*needs a decision: choose \*Try again\* or \*Leave it\* above/.test(text),
    );
    expect(createsOf(harness, 'Unsure plan')).toBe(1);
    await ana.press(card, 'generation_leave_it');
    await untilCardSays(harness, root, /was stopped\. It was sent to Papermill and no clear answer came/);
    await untilIdle(harness);
    expect(createsOf(harness, 'Unsure plan')).toBe(1);
  });
});

describe('Deckhand finds the document of a lost response in the account', () => {
  const looks = { lookMs: A_WHILE, lookEveryMs: 100 };
  async function lost(title: string) {
    const found = await createHarness({ policy: looks });
    onTestFinished(() => found.close());
    found.service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /generations' });
    const root = await askForDeck(found, title, { title });
    const question = await untilPosted(found.ana, /Found it: post it in/, { channel: found.ana.appDm() });
    return { found, root, question };
  }

  test('and posts it where Ana asked for it, once she says so; others do not see which it is', async () => {
    const { found, root, question } = await lost('Found plan');
    expect(wordsOf(question)).toMatch(/“Found plan”, .*Only you see this/s);
    const card = await untilCardSays(found, root, /I’ve asked <@U0ANA> in a direct message/);
    expect(buttonsOf(card)).toEqual(['Leave it']);
    await found.ana.press(question, 'generation_post_found');
    await untilThreadHas(found, root, hasFile);
    await untilCardSays(found, root, /Found plan/);
    await untilIdle(found);
    expect(createsOf(found, 'Found plan')).toBe(1);
    expect(found.slack.files('general', root.ts)).toHaveLength(1);
  });

  test('and if it is not the one, she decides as before', async () => {
    const { found, root, question } = await lost('Other plan');
    await found.ana.press(question, 'generation_decline_found');
    await untilCardSays(found, root, /may spend credits again/);
    expect(createsOf(found, 'Other plan')).toBe(1);
  });
});

describe('nothing is lost', () => {
  test('if the channel is archived in the meantime, Ana gets the deck as a direct message', async () => {
    slack.misbehave({ method: 'chat.postMessage', error: 'is_archived', containing: 'Archived plan' });
    await submitDeck(harness, 'Archived plan', { title: 'Archived plan' });
    const root = await untilPosted(ana, /Archived plan/, { channel: ana.appDm() });
    await untilThreadHas(harness, root, hasFile);
  });

  test('if the app restarts while the deck is made, it is delivered', async () => {
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Restart plan' });
    const root = await ask('Restart plan');
    await untilCardSays(harness, root, /: making it/);
    await harness.restart();
    harness.serviceClock.skip(A_WHILE);
    await untilThreadHas(harness, root, hasFile);
    expect(createsOf(harness, 'Restart plan')).toBe(1);
  });

  test('if the link to the file never comes, Ana gets the card and a sentence on how to get the file', async () => {
    service.misbehave({ kind: 'export_late', ms: null, containing: 'Linkless plan' });
    const root = await ask('Linkless plan');
    await untilThreadHas(harness, root, ({ text }) => /without its PowerPoint/.test(text));
    const card = await untilCardSays(harness, root, /Export as/);
    await ana.press(card, 'generation_export', 'Export as PDF');
    await untilThreadHas(harness, root, ({ files }) => Boolean(files?.[0]?.name.endsWith('.pdf')));
  });

  test('if the service takes longer than Deckhand polls, Ben’s “Check again” continues', async () => {
    const policy = { followLimitMs: 100 };
    const slow = await createHarness({ policy, service: { generationMs: A_WHILE } });
    onTestFinished(() => slow.close());
    const root = await askForDeck(slow, 'Slow plan');
    const card = await untilCardSays(slow, root, /Check again/);
    await untilThreadHas(slow, root, (message) => wordsOf(message).includes('not finished yet'));
    slow.serviceClock.skip(A_WHILE);
    await slow.ben.press(card, 'generation_check_again');
    await untilThreadHas(slow, root, hasFile);
    await untilIdle(slow);
    expect(slow.service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
