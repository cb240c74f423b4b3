import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { askForDeck, submitDeck, untilCardSays, untilThreadHas, wordsOf } from './story.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ policy: { exportWaitMs: 1_500, submitPatienceMs: 5_000 } });
});
afterAll(() => world.close());

const hasFile = (message: Message) => (message.files ?? []).length > 0;
const creates = (words: string) =>
  world.service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && /generations/.test(path) && JSON.stringify(body).includes(words),
  ).length;
const firstMessages = (words: string) =>
  world.slack.messages('general').filter((message) => message.bot && wordsOf(message).includes(words));

describe('never twice', () => {
  test('Slack posts the first message and its answer is lost: it is found, not posted again', async () => {
    world.slack.misbehave({ method: 'chat.postMessage', cut: 'after' });
    const root = await askForDeck(world, 'Lost answer plan', { title: 'Lost answer plan' });
    await untilThreadHas(world, root, hasFile);
    expect(firstMessages('Lost answer plan')).toHaveLength(1);
  });

  test('the answer to the shared file is lost: one file', async () => {
    world.slack.misbehave({ method: 'files.completeUploadExternal', cut: 'after' });
    const root = await askForDeck(world, 'Lost file plan', { title: 'Lost file plan' });
    await untilThreadHas(world, root, hasFile);
    await untilCardSays(world, root, /Export as/);
    expect(world.slack.files('general', root.ts)).toHaveLength(1);
  });

  test('Slack answers 503 and then 429 to the post: one message in the end', async () => {
    world.slack.misbehave({ method: 'chat.postMessage', status: 503 });
    world.slack.misbehave({ method: 'chat.postMessage', status: 429, retryAfter: 1 });
    const root = await askForDeck(world, 'Busy Slack plan', { title: 'Busy Slack plan' });
    await untilThreadHas(world, root, hasFile);
    expect(firstMessages('Busy Slack plan')).toHaveLength(1);
  });

  test('Slack delivers the same submission twice: one ask', async () => {
    world.slack.misbehave({ outgoing: 'view_submission', deliver: 'twice' });
    const root = await askForDeck(world, 'Double click plan', { title: 'Double click plan' });
    await untilThreadHas(world, root, hasFile);
    expect(creates('Double click plan')).toBe(1);
    expect(firstMessages('Double click plan')).toHaveLength(1);
  });

  test("the create call's answer is lost: the person is asked, and leaves it", async () => {
    world.service.misbehave({ kind: 'cut', moment: 'after', route: 'POST /generations' });
    const root = await askForDeck(world, 'Unsure plan', { title: 'Unsure plan' });
    const card = await untilCardSays(world, root, /may spend credits again/);
    await untilThreadHas(world, root, ({ text }) => text.includes('<@U0ANA>') && text.includes('decision'));
    expect(creates('Unsure plan')).toBe(1);
    await world.ana.press(card, 'generation_leave_it');
    await untilCardSays(world, root, /Stopped following/);
    expect(creates('Unsure plan')).toBe(1);
  });
});

describe('never lost', () => {
  test('the channel was archived while it was asked for: it comes as a direct message', async () => {
    world.slack.misbehave({ method: 'chat.postMessage', error: 'is_archived' });
    await submitDeck(world, 'Archived plan', { title: 'Archived plan' });
    const dm = await world.ana.waitForMessage((message) => wordsOf(message).includes('Archived plan'), {
      channel: world.ana.appDm(),
    });
    await world.ana.waitForMessage((message) => message.thread_ts === dm.ts && hasFile(message), {
      channel: world.ana.appDm(),
    });
  });

  test('the app is stopped and started in the middle of it: it goes on', async () => {
    world.service.misbehave({ kind: 'generation_takes', ms: 1_500, containing: 'Restart plan' });
    const root = await askForDeck(world, 'Restart plan', { title: 'Restart plan' });
    await untilCardSays(world, root, /Making it/);
    await world.restart();
    await untilThreadHas(world, root, hasFile);
    expect(creates('Restart plan')).toBe(1);
  });

  test('the export link never comes: the card, and a sentence on how to get the file', async () => {
    world.service.misbehave({ kind: 'export_late', ms: null, containing: 'Linkless plan' });
    const root = await askForDeck(world, 'Linkless plan', { title: 'Linkless plan' });
    await untilThreadHas(world, root, ({ text }) => /without its PowerPoint/.test(text));
    const card = await untilCardSays(world, root, /Export as/);
    await world.ana.press(card, 'generation_export', 'Export as PDF');
    await untilThreadHas(world, root, (message) => message.files?.[0]?.name.endsWith('.pdf') ?? false);
  });

  test('it takes longer than it is followed: the person says to go on', async () => {
    const slow = await createWorld({ policy: { followLimitMs: 300 } });
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
    ['no credits', /credits at Papermill are used up[\s\S]*add credits/, () => world.service.setCredits(0)],
    [
      'forbidden',
      /does not allow this/,
      () =>
        world.service.misbehave({
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
        world.service.misbehave({
          kind: 'status',
          status: 400,
          message: 'numCards is over your plan',
          route: 'POST /generations',
        }),
    ],
    [
      'the generation failed',
      /could not make it[\s\S]*Out of ink/,
      () => world.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
    [
      'a 404 after it was known',
      /no longer knows this document/,
      () => {
        world.service.misbehave({ kind: 'generation_forgotten' });
        // It must not be ready by the first look.
        world.service.misbehave({ kind: 'generation_takes', ms: 60_000 });
      },
    ],
    [
      'a rate limit that does not end',
      /too many requests/i,
      () =>
        world.service.misbehave({
          kind: 'status',
          status: 429,
          retryAfter: 30,
          route: 'POST /generations',
        }),
    ],
  ];

  test.each(failures)('%s', async (name, words, arrange) => {
    arrange();
    const root = await askForDeck(world, `${name} plan`, { title: `${name} plan` });
    const card = await untilCardSays(world, root, words);
    expect(wordsOf(card)).toMatch(/Reference/);
    await untilThreadHas(
      world,
      root,
      ({ text }) => text.includes('<@U0ANA>') && text.includes('could not be made'),
    );
    expect(world.slack.files('general', root.ts)).toEqual([]);
    world.service.setCredits(4_000);
    world.service.behave();
  });

  test('what was asked for can be changed and tried again', async () => {
    world.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' });
    const root = await askForDeck(world, 'Second try plan', { title: 'Second try plan', cards: 7 });
    const card = await untilCardSays(world, root, /Change and try again/);
    await world.ana.press(card, 'generation_change');
    const form = await world.ana.waitForView();
    expect(JSON.stringify(form.view)).toContain('Second try plan');
    expect(JSON.stringify(form.view)).toContain('"7"');
    await world.ana.close();
  });

  test('a warning of the service is shown: something asked for was dropped', async () => {
    world.service.misbehave({ kind: 'warnings', text: 'The theme was ignored' });
    const root = await askForDeck(world, 'Warned plan', { title: 'Warned plan' });
    await untilCardSays(world, root, /left something out[\s\S]*The theme was ignored/);
  });
});

describe('who may do what', () => {
  test('Ben may not stop what Ana asked for; Ana, and an owner, may', async () => {
    world.service.misbehave({ kind: 'generation_never_ends', containing: 'Endless plan' });
    const root = await askForDeck(world, 'Endless plan', { title: 'Endless plan' }, { person: world.chloe });
    const card = await untilCardSays(world, root, /Stop following/);
    await world.ben.press(card, 'generation_stop');
    await expect.poll(() => world.ben.ephemerals('general').length).toBeGreaterThan(0);
    expect(wordsOf(world.slack.messages('general', root.ts)[0] as Message)).toContain('Stop following');
    await world.ana.press(card, 'generation_stop');
    await untilCardSays(world, root, /Stopped following/);
  });
});

describe('a text file as the prompt', () => {
  test('its text is what the deck is made of', async () => {
    const notes = `# Notes of the harbour meeting\n\n${'The crane is due in May. '.repeat(200)}`;
    const file = await world.ana.upload('harbour.md', new TextEncoder().encode(notes), 'text/markdown');
    await world.ana.command('general', '/deck');
    await world.ana.waitForView();
    await world.ana.fill({ file });
    expect(await world.ana.submit()).toMatchObject({ ok: true });
    await expect.poll(() => creates('The crane is due in May'), { timeout: 10_000 }).toBe(1);
    const call = world.service.calls.find(({ body }) => JSON.stringify(body)?.includes('The crane is due'));
    expect(call?.body).toMatchObject({ textMode: 'condense' });
  });

  test('Slack is away for a moment while the file is read: it is read again', async () => {
    const words = new TextEncoder().encode('The lighthouse needs paint by June.');
    const file = await world.ana.upload('lighthouse.md', words, 'text/markdown');
    // The form's own look at it succeeds; the reading that counts meets the trouble.
    world.slack.misbehave({ method: 'download', status: 503, skip: 1 });
    const root = await askForDeck(world, '', { title: 'Lighthouse plan', file });
    await untilThreadHas(world, root, hasFile);
    expect(creates('The lighthouse needs paint')).toBe(1);
  });
});
