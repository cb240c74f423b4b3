import { describe, expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { buttonsOf, fieldsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormHas,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, ben, chloe, service, slack } = harness;
const people = { ana, ben, chloe };

const SHORTCUT = 'thread_to_slides';

/** Ben begins a thread and the others answer. @returns ts of the first message and of the last */
async function talk(channel: string, first: string, answers: [who: keyof typeof people, text: string][]) {
  const { ts } = await ben.say(channel, first);
  let last = ts;
  for (const [who, text] of answers) ({ ts: last } = await people[who].say(channel, text, { threadTs: ts }));
  return { ts, last };
}

const launch = () =>
  talk('general', 'Spring launch: do we go on 14 April?', [
    ['ana', 'Yes. We go on 14 April, budget is *$4.2M*.'],
    ['ben', '@Ana I will send the plan to #random by Friday'],
    ['ana', 'My private doubt about it !nodeck'],
  ]);

const creates = () =>
  service.calls.filter(({ method }) => method === 'POST').map(({ body }) => body as { inputText?: string });

/** Returns the text that was sent to the service last. */
const sentText = (): string => creates().at(-1)?.inputText ?? '';

/** Waits until the card in this thread, whose first version reads like this, shows the result. */
async function untilMade(thread: string, words: RegExp, channel = 'general'): Promise<Message> {
  const root = await untilPosted(ana, words, { thread, channel });
  return untilCardSays(harness, root, /Made by AI/);
}

/** Ana mentions Deckhand in a thread. */
const mention = (threadTs: string, text: string) => ana.say('general', `@Deckhand ${text}`, { threadTs });

/** Returns how often something was made, after all jobs have ended. */
async function made(): Promise<number> {
  await untilIdle(harness);
  return creates().length;
}

test('Ana uses the shortcut on a reply, sees which messages will be used, and gets the file in the thread', async () => {
  const { ts, last } = await launch();
  service.clearCalls();
  expect(await ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts: last })).toEqual({ ok: true });
  await untilFormHas(ana, 'prompt');
  const shown = wordsOf(ana.view()?.view);
  expect(shown).toMatch(/\*3 messages\* by 2 people/);
  expect(shown).toMatch(/1 message marked not to be used/);
  await moreOptions(ana);
  await ana.fill({ prompt: 'Decisions and who does what', audience: 'Executives', slides: 4 });
  expect(await ana.submit()).toMatchObject({ ok: true });

  const card = await untilMade(ts, /Working on|Made by AI/);
  expect(wordsOf(card)).toMatch(/1 message/);
  const file = await untilThreadHas(harness, { ...card, ts }, hasFile);
  expect(file.text).toContain('<@U0ANA>');

  const instructions = /Write it for: Executives\.\nDecisions and who does what$/;
  const additionalInstructions = expect.stringMatching(instructions);
  expect(creates()).toMatchObject([{ textMode: 'condense', numCards: 4, additionalInstructions }]);
  expect(sentText()).toContain('Thread in #general');
  expect(sentText()).toMatch(
    /\*\*Ana Reyes\*\* \(\[[^\]]+\]\(http[^)]+\/archives\/C0GENERAL\/p\d+\?thread_ts=[\d.]+&cid=C0GENERAL\)\): Yes\. We go on 14 April, budget is \*\*\$4\.2M\*\*\./,
  );
  expect(sentText()).toContain('@Ana Reyes I will send the plan to #random by Friday');
  expect(sentText()).not.toContain('private doubt');
  expect(sentText()).not.toMatch(/U0ANA|U0BEN/);
});

describe('Ana mentions Deckhand in a thread', () => {
  test('with a plain request: the document is made at once, and the card says what was understood', async () => {
    const { ts } = await launch();
    service.clearCalls();
    await mention(ts, 'make a one-pager for execs as PDF');
    const card = await untilMade(ts, /make a one-pager/);
    expect(wordsOf(card)).toMatch(/Document · 1 page · from this thread · as PDF/);
    const file = await untilThreadHas(harness, { ...card, ts }, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pdf$/);
    expect(creates()).toMatchObject([{ format: 'document', numCards: 1, exportAs: 'pdf' }]);
    expect(sentText()).not.toContain('one-pager');
  });

  test('and Slack delivers the event twice: one document is made', async () => {
    const { ts } = await launch();
    const before = await made();
    slack.misbehave({ outgoing: 'app_mention', deliver: 'twice' });
    await mention(ts, 'three slides please');
    await untilMade(ts, /three slides/);
    expect(await made()).toBe(before + 1);
  });

  test('with a question: nothing is made, and she alone reads how to ask', async () => {
    const { ts } = await launch();
    const before = await made();
    await mention(ts, 'interesting, what did Ben say?');
    const answer = await untilPosted(ana, /say what/, { thread: ts });
    expect(answer.ephemeralFor).toBe('U0ANA');
    expect(await made()).toBe(before);
    await ana.press(answer, 'thread_form');
    // Her question counts as a message of the thread, because it asks for no document.
    await untilFormSays(ana, /4 messages/);
  });
});

test('a document about a private thread is posted there, and nobody else may open it', async () => {
  const { ts } = await talk('leaders', 'We have to let Project Falcon go.', [['ana', 'Agreed, by 1 June.']]);
  service.clearCalls();
  await ana.shortcut(SHORTCUT, { channel: 'C0LEADERS', ts });
  const form = await untilFormSays(ana, /is private/);
  expect(form).toMatch(/comes back here or to you alone/);
  expect(form).toContain('sharing starts at no access');
  expect(fieldsOf(ana.view()?.view)).not.toContain('channel');
  expect(await ana.submit()).toMatchObject({ ok: true });
  await untilMade(ts, /Working on|Made by AI/, 'leaders');
  const sharingOptions = { workspaceAccess: 'noAccess', externalAccess: 'noAccess' };
  expect(creates()).toMatchObject([{ sharingOptions }]);
  for (const channel of ['general', 'random'])
    expect(wordsOf(slack.messages(channel))).not.toContain('Falcon');
});

test('if the thread is deleted while Ana fills in the form, she gets a direct message that says so', async () => {
  const { ts } = await talk('general', 'Soon gone', []);
  await ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts });
  await untilFormSays(ana, /\*1 message\*/);
  await ben.remove('general', ts);
  expect(await ana.submit()).toMatchObject({ ok: true });
  const told = await untilPosted(ana, /no longer there/, { channel: ana.appDm() });
  expect(wordsOf(told)).toMatch(/Soon gone/);
});

test('Chloe opts out on Home, and her messages are left out of documents', async () => {
  await untilHomeSays(harness, chloe, /Leave my messages out/);
  await chloe.press('home', 'words_opt_out');
  await expect.poll(() => buttonsOf(chloe.home()).join()).toMatch(/Let my messages be used/);
  const { ts } = await talk('general', 'Which hotel?', [
    ['chloe', 'Not the Grand, they were rude'],
    ['ana', 'The Lisboa'],
  ]);
  service.clearCalls();
  await mention(ts, 'make slides');
  const card = await untilMade(ts, /make slides/);
  expect(wordsOf(card)).toMatch(/authors opted out: 1 message/);
  expect(sentText()).toContain('The Lisboa');
  expect(sentText()).not.toMatch(/Grand|Chloe/);
  await chloe.press('home', 'words_opt_in');
});

test('if a thread is longer than the service takes, the least important messages are left out, and the card says how many', async () => {
  const { ts } = await ben.say('general', 'Where we stand');
  for (let part = 0; part < 40; part += 1) {
    await ana.say('general', `Part ${part}: ${'and so on '.repeat(1_200)}`, { threadTs: ts });
  }
  const { ts: short } = await ben.say('general', 'We ship on 14 April', { threadTs: ts });
  await chloe.react('general', short, 'tada');
  service.clearCalls();
  await mention(ts, 'make slides');
  const card = await untilMade(ts, /make slides/);
  expect(wordsOf(card)).toMatch(/[1-9] of 42 messages did not fit/);
  expect(sentText().length).toBeLessThanOrEqual(400_000);
  expect(sentText().length).toBeGreaterThan(300_000);
  expect(sentText().slice(0, 500)).toMatch(/Not all of it is here: [1-9] of 42 messages/);
  expect(sentText().includes('We ship on 14 April')).toBe(true);
  // The stand-in draws for a while; the next test starts after that.
  await untilThreadHas(harness, { ...card, ts }, hasFile);
});

test('after a restart a long thread is read from where it was, and no page is read twice', async () => {
  const small = await createHarness({ env: { SLACK_HISTORY_PAGE: '15' } });
  onTestFinished(() => small.close());
  const { ts } = await small.ben.say('general', 'Ideas for spring, please');
  for (let count = 1; count <= 100; count += 1)
    await small.chloe.say('general', `Idea number ${count}`, { threadTs: ts });
  const pages = () =>
    small.slack.calls
      .filter(({ method, answer }) => method === 'conversations.replies' && answer?.ok === true)
      .map(({ args }) => args.cursor ?? 'first');
  const slow = small.slack.misbehave({ method: 'conversations.replies', delayMs: 150, times: 0 });
  await small.ana.say('general', '@Deckhand make slides', { threadTs: ts });
  await expect.poll(() => pages().length).toBeGreaterThanOrEqual(3);
  await small.restart();
  slow();
  const root = await untilPosted(small.ana, /make slides/, { thread: ts });
  await untilCardSays(small, root, /Made by AI/);
  const create = small.service.calls.find(({ method }) => method === 'POST');
  const lines = stringsIn(create?.body).split('\n').join(' \n');
  for (let count = 1; count <= 100; count += 1) expect(lines).toContain(`Idea number ${count} `);
  expect(pages()).toHaveLength(7);
  expect(new Set(pages()).size).toBe(7);
});
