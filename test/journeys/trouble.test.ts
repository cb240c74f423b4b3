import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import { askForDeck, submitDeck, untilCardSays, untilThreadHas, wordsOf } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ policy: { exportWaitMs: 1_500, submitPatienceMs: 5_000 } });
});
afterAll(() => harness.close());

const hasFile = (message: Message) => (message.files ?? []).length > 0;
const creates = (words: string) =>
  harness.service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && /generations/.test(path) && JSON.stringify(body).includes(words),
  ).length;
const firstMessages = (words: string) =>
  harness.slack.messages('general').filter((message) => message.bot && wordsOf(message).includes(words));

describe('never twice', () => {
  test('Slack posts the first message and its answer is lost: it is found, not posted again', async () => {
    harness.slack.misbehave({ method: 'chat.postMessage', cut: 'after' });
    const root = await askForDeck(harness, 'Lost answer plan', { title: 'Lost answer plan' });
    await untilThreadHas(harness, root, hasFile);
    expect(firstMessages('Lost answer plan')).toHaveLength(1);
  });

  test('the answer to the shared file is lost: one file', async () => {
    harness.slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
    const root = await askForDeck(harness, 'Lost file plan', { title: 'Lost file plan' });
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /Export as/);
    expect(harness.slack.files('general', root.ts)).toHaveLength(1);
  });

  test('Slack answers 503 and then 429 to the post: one message in the end', async () => {
    harness.slack.misbehave({ method: 'chat.postMessage', status: 503 });
    harness.slack.misbehave({ method: 'chat.postMessage', status: 429, retryAfter: 1 });
    const root = await askForDeck(harness, 'Busy Slack plan', { title: 'Busy Slack plan' });
    await untilThreadHas(harness, root, hasFile);
    expect(firstMessages('Busy Slack plan')).toHaveLength(1);
  });

  test('Slack delivers the same submission twice: one ask', async () => {
    harness.slack.misbehave({ outgoing: 'view_submission', deliver: 'twice' });
    const root = await askForDeck(harness, 'Double click plan', { title: 'Double click plan' });
    await untilThreadHas(harness, root, hasFile);
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
    await untilCardSays(harness, root, /Stopped following/);
    expect(creates('Unsure plan')).toBe(1);
  });
});

describe('never lost', () => {
  test('the channel was archived while it was asked for: it comes as a direct message', async () => {
    harness.slack.misbehave({ method: 'chat.postMessage', error: 'is_archived' });
    await submitDeck(harness, 'Archived plan', { title: 'Archived plan' });
    const dm = await harness.ana.waitForMessage((message) => wordsOf(message).includes('Archived plan'), {
      channel: harness.ana.appDm(),
    });
    await harness.ana.waitForMessage((message) => message.thread_ts === dm.ts && hasFile(message), {
      channel: harness.ana.appDm(),
    });
  });

  test('the app is stopped and started in the middle of it: it goes on', async () => {
    harness.service.misbehave({ kind: 'generation_takes', ms: 1_500, containing: 'Restart plan' });
    const root = await askForDeck(harness, 'Restart plan', { title: 'Restart plan' });
    await untilCardSays(harness, root, /Making it/);
    await harness.restart();
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
    const slow = await createHarness({ policy: { followLimitMs: 300 } });
    slow.service.misbehave({ kind: 'generation_takes', ms: 1_500 });
    const root = await askForDeck(slow, 'Slow plan');
    const card = await untilCardSays(slow, root, /Check again/);
    await untilThreadHas(slow, root, ({ text }) => text.includes('not finished yet'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await slow.ben.press(card, 'generation_check_again');
    await untilThreadHas(slow, root, hasFile);
    expect(slow.service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await slow.close();
  });
});

describe('failure is told plainly, with what to do', () => {
  const failures: [string, RegExp, () => unknown][] = [
    ['no credits', /credits at Papermill are used up[\s\S]*add credits/, () => harness.service.setCredits(0)],
    [
      'forbidden',
      /does not allow this/,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 403,
          message: 'Forbidden',
          route: 'POST /generations',
        }),
    ],
    [
      'refused by the service',
      /did not accept[\s\S]*numCards is over your plan/,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 400,
          message: 'numCards is over your plan',
          route: 'POST /generations',
        }),
    ],
    [
      'the generation failed',
      /could not make it[\s\S]*Out of ink/,
      () => harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
    [
      'a 404 after it was known',
      /no longer knows this document/,
      () => {
        harness.service.misbehave({ kind: 'generation_forgotten' });
        // It must not be ready by the first look.
        harness.service.misbehave({ kind: 'generation_takes', ms: 60_000 });
      },
    ],
    [
      'a rate limit that does not end',
      /too many requests/i,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 429,
          retryAfter: 30,
          route: 'POST /generations',
        }),
    ],
  ];

  test.each(failures)('%s', async (name, words, arrange) => {
    arrange();
    const root = await askForDeck(harness, `${name} plan`, { title: `${name} plan` });
    const card = await untilCardSays(harness, root, words);
    expect(wordsOf(card)).toMatch(/Reference/);
    await untilThreadHas(
      harness,
      root,
      ({ text }) => text.includes('<@U0ANA>') && text.includes('could not be made'),
    );
    expect(harness.slack.files('general', root.ts)).toEqual([]);
    harness.service.setCredits(4_000);
    harness.service.behave();
  });

  test('what was asked for can be changed and tried again', async () => {
    harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' });
    const root = await askForDeck(harness, 'Second try plan', { title: 'Second try plan', cards: 7 });
    const card = await untilCardSays(harness, root, /Change and try again/);
    await harness.ana.press(card, 'generation_change');
    const form = await harness.ana.waitForView();
    expect(JSON.stringify(form.view)).toContain('Second try plan');
    expect(JSON.stringify(form.view)).toContain('"7"');
    await harness.ana.close();
  });

  test('a warning of the service is shown: something asked for was dropped', async () => {
    harness.service.misbehave({ kind: 'warnings', text: 'The theme was ignored' });
    const root = await askForDeck(harness, 'Warned plan', { title: 'Warned plan' });
    await untilCardSays(harness, root, /left something out[\s\S]*The theme was ignored/);
  });
});

describe('who may do what', () => {
  test('Ben may not stop what Ana asked for; Ana, and an owner, may', async () => {
    harness.service.misbehave({ kind: 'generation_never_ends', containing: 'Endless plan' });
    const root = await askForDeck(
      harness,
      'Endless plan',
      { title: 'Endless plan' },
      { person: harness.chloe },
    );
    const card = await untilCardSays(harness, root, /Stop following/);
    await harness.ben.press(card, 'generation_stop');
    await expect.poll(() => harness.ben.ephemerals('general').length).toBeGreaterThan(0);
    expect(wordsOf(harness.slack.messages('general', root.ts)[0] as Message)).toContain('Stop following');
    await harness.ana.press(card, 'generation_stop');
    await untilCardSays(harness, root, /Stopped following/);
  });
});

describe('a text file as the prompt', () => {
  test('its text is what the deck is made of', async () => {
    const notes = `# Notes of the harbour meeting\n\n${'The crane is due in May. '.repeat(200)}`;
    const file = await harness.ana.upload('harbour.md', new TextEncoder().encode(notes), 'text/markdown');
    await harness.ana.command('general', '/deck');
    await harness.ana.waitForView();
    await harness.ana.fill({ file });
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    await expect.poll(() => creates('The crane is due in May'), { timeout: 10_000 }).toBe(1);
    const call = harness.service.calls.find(({ body }) => JSON.stringify(body)?.includes('The crane is due'));
    expect(call?.body).toMatchObject({ textMode: 'condense' });
  });

  test('Slack is away for a moment while the file is read: it is read again', async () => {
    const words = new TextEncoder().encode('The lighthouse needs paint by June.');
    const file = await harness.ana.upload('lighthouse.md', words, 'text/markdown');
    // The form's own look at it succeeds; the reading that counts meets the trouble.
    harness.slack.misbehave({ method: 'download', status: 503, skip: 1 });
    const root = await askForDeck(harness, '', { title: 'Lighthouse plan', file });
    await untilThreadHas(harness, root, hasFile);
    expect(creates('The lighthouse needs paint')).toBe(1);
  });
});
