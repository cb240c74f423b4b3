import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { hasFile, moreOptions, untilCardSays, untilHomeSays, untilThreadHas, wordsOf } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const SHORTCUT = 'thread_to_slides';

/** Ben begins a thread and the others answer. @returns ts of the first message and of the last */
async function talk(channel: string, first: string, answers: [who: 'ana' | 'ben' | 'chloe', text: string][]) {
  const { ts } = await harness.ben.say(channel, first);
  let last = ts;
  for (const [who, text] of answers) ({ ts: last } = await harness[who].say(channel, text, { threadTs: ts }));
  return { ts, last };
}

const launch = () =>
  talk('general', 'Spring launch: do we go on 14 April?', [
    ['ana', 'Yes. We go on 14 April, budget is *$4.2M*.'],
    ['ben', '@Ana I will send the plan to #random by Friday'],
    ['ana', 'My private doubt about it !nodeck'],
  ]);

/** The text that was sent to the service last. */
function sentText(): string {
  const creates = harness.service.calls.filter(({ method }) => method === 'POST');
  return (creates.at(-1)?.body as { inputText?: string } | undefined)?.inputText ?? '';
}

describe('Ana turns a thread into slides', () => {
  test('she picks the shortcut on a reply, sees what will be used, and gets the file in that thread', async () => {
    const { ts, last } = await launch();
    harness.service.clearCalls();
    expect(await harness.ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts: last })).toEqual({ ok: true });
    const form = await harness.ana.waitForView(({ view }) =>
      view.blocks.some((b) => b.block_id === 'prompt'),
    );
    const shown = JSON.stringify(form.view);
    expect(shown).toMatch(/\*3 messages\* by 2 people/);
    expect(shown).toMatch(/1 message marked not to be used/);
    await moreOptions(harness.ana);
    await harness.ana.fill({ prompt: 'Decisions and who does what', audience: 'Executives', cards: 4 });
    expect(await harness.ana.submit()).toMatchObject({ ok: true });

    const root = await harness.ana.waitForMessage(
      (message) => Boolean(message.bot) && message.thread_ts === ts,
      { channel: 'general' },
    );
    const card = await untilCardSays(harness, root, /Made by AI/);
    expect(wordsOf(card)).toMatch(/1 message/);
    const file = await untilThreadHas(harness, { ...root, ts }, hasFile);
    expect(file.text).toContain('<@U0ANA>');

    const [create] = harness.service.calls.filter(({ method }) => method === 'POST');
    expect(create?.body).toMatchObject({
      textMode: 'condense',
      numCards: 4,
      additionalInstructions: expect.stringMatching(
        /Write it for: Executives\.\nDecisions and who does what$/,
      ),
    });
    const text = sentText();
    expect(text).toContain('Thread in #general');
    expect(text).toMatch(
      /\*\*Ana Reyes\*\* \(\[[^\]]+\]\(http[^)]+\/archives\/C0GENERAL\/p\d+\?thread_ts=[\d.]+&cid=C0GENERAL\)\): Yes\. We go on 14 April, budget is \*\*\$4\.2M\*\*\./,
    );
    expect(text).toContain('@Ana Reyes I will send the plan to #random by Friday');
    expect(text).not.toContain('private doubt');
    expect(text).not.toMatch(/U0ANA|U0BEN/);
  });
});

/** Waits for Deckhand to answer in a thread, for everybody or for one person. */
function untilAnswered(
  ts: string,
  words: RegExp,
  { person = harness.ana, channel = 'general' } = {},
): Promise<Message> {
  return person.waitForMessage(
    (message) => Boolean(message.bot) && message.thread_ts === ts && words.test(wordsOf(message)),
    { channel, timeoutMs: 15_000 },
  );
}

/** Texts of the form that somebody has open. */
async function untilFormSays(words: RegExp, person = harness.ana): Promise<string> {
  const open = await person.waitForView(({ view }) => words.test(JSON.stringify(view)));
  return JSON.stringify(open.view);
}

const generations = async () => {
  const rows = await harness.db.query<{ count: number }>('select count(*) as count from generations');
  return rows[0]?.count;
};

describe('Ana mentions Deckhand', () => {
  test('in a thread: it is done with what her words say, and the first message says what was understood', async () => {
    const { ts } = await launch();
    harness.service.clearCalls();
    await harness.ana.say('general', '@Deckhand make a one-pager for execs as PDF', { threadTs: ts });
    const root = await untilAnswered(ts, /make a one-pager/);
    const card = await untilCardSays(harness, root, /Made by AI/);
    expect(wordsOf(card)).toMatch(/Document · 1 page · from this thread · for execs · as PDF/);
    const file = await untilThreadHas(harness, { ...root, ts }, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pdf$/);
    const [create, ...others] = harness.service.calls.filter(({ method }) => method === 'POST');
    expect(others).toEqual([]);
    expect(create?.body).toMatchObject({ format: 'document', numCards: 1, exportAs: 'pdf' });
    expect(sentText()).not.toContain('one-pager');
  });

  test('and Slack sends the event twice: it is done once', async () => {
    const { ts } = await launch();
    const before = Number(await generations());
    harness.slack.misbehave({ outgoing: 'app_mention', deliver: 'twice' });
    await harness.ana.say('general', '@Deckhand three slides please', { threadTs: ts });
    const root = await untilAnswered(ts, /three slides/);
    await untilCardSays(harness, root, /Made by AI/);
    await harness.slack.settle();
    expect(Number(await generations())).toBe(before + 1);
  });

  test('to thank it: nothing is made, and she is told how to ask', async () => {
    const { ts } = await launch();
    const before = await generations();
    await harness.ana.say('general', '@Deckhand thanks for the deck!', { threadTs: ts });
    const answer = await untilAnswered(ts, /say what/);
    expect(answer.ephemeralFor).toBe('U0ANA');
    expect(await generations()).toBe(before);
    await harness.ana.press(answer, 'thread_form');
    // Her words to Deckhand are part of the talk, since they ask for nothing.
    await untilFormSays(/4 messages/);
    await harness.ana.close();
  });

  test('outside a thread: she sees what was understood, and the form with it', async () => {
    await harness.ana.say('general', '@Deckhand a deck on our spring launch');
    const answer = await harness.ana.waitForMessage((message) => /Make this\?/.test(message.text), {
      channel: 'general',
    });
    expect(answer.ephemeralFor).toBe('U0ANA');
    await harness.ana.press(answer, 'proposal_change');
    await untilFormSays(/our spring launch/);
    await harness.ana.close();
  });
});

describe('what was said in private', () => {
  test('stays there: the result comes back, and nobody else has access', async () => {
    const { ts } = await talk('leaders', 'We have to let Project Falcon go.', [
      ['ana', 'Agreed, by 1 June.'],
    ]);
    harness.service.clearCalls();
    await harness.ana.shortcut(SHORTCUT, { channel: 'C0LEADERS', ts });
    const form = await untilFormSays(/is private/);
    expect(form).toMatch(/goes nowhere else/);
    expect(form).toContain('sharing starts at no access');
    expect(form).not.toContain('"conversations_select"');
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    const root = await untilAnswered(ts, /Working on|Made by AI/, { channel: 'leaders' });
    await untilCardSays(harness, root, /Made by AI/);
    const [create] = harness.service.calls.filter(({ method }) => method === 'POST');
    expect(create?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
    for (const channel of ['general', 'random']) {
      expect(JSON.stringify(harness.slack.messages(channel))).not.toContain('Falcon');
    }
  });

  test('is closed to others when she mentions Deckhand, too', async () => {
    const { ts } = await talk('leaders', 'Project Osprey slips to autumn', [['ana', 'I tell the board']]);
    harness.service.clearCalls();
    await harness.ana.say('leaders', '@Deckhand make slides', { threadTs: ts });
    const root = await untilAnswered(ts, /make slides/, { channel: 'leaders' });
    await untilCardSays(harness, root, /Made by AI/);
    const [create] = harness.service.calls.filter(({ method }) => method === 'POST');
    expect(create?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
  });

  test('is for its members: a forged form of somebody else is refused', async () => {
    const { ts } = await talk('leaders', 'The numbers of Project Heron', [['ana', '4.2M']]);
    const before = await generations();
    await harness.chloe.command('general', '/deck');
    const open = await harness.chloe.waitForView();
    const metadata = { more: false, joins: [], hidden: {}, source: { channel: 'C0LEADERS', ts } };
    const { status, body } = await sendAs(
      harness,
      { person: harness.chloe.id },
      {
        type: 'view_submission',
        view: {
          ...open.view,
          id: open.id,
          team_id: 'T0SMALL',
          private_metadata: JSON.stringify(metadata),
          state: { values: {} },
        },
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ errors: { prompt: expect.stringMatching(/Only somebody who is in/) } });
    expect(await generations()).toBe(before);
    await harness.chloe.close();
  });
});

describe('a thread that cannot be used', () => {
  test('where Deckhand is not in the private channel: she reads how to invite it', async () => {
    const { ts } = await harness.ana.say('board', 'Lunch?');
    await harness.ana.shortcut(SHORTCUT, { channel: 'C0BOARD', ts });
    await untilFormSays(/\/invite @Deckhand/);
    await harness.ana.close();
  });

  test('where nothing in it may be used', async () => {
    const { ts } = await talk('general', 'Not for a deck !nodeck', []);
    await harness.ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts });
    await untilFormSays(/Nothing was said there that can be used/);
    await harness.ana.close();
  });

  test('that was deleted while she filled in the form', async () => {
    const { ts } = await talk('general', 'Soon gone', []);
    await harness.ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts });
    await untilFormSays(/\*1 message\*/);
    await harness.ben.remove('general', ts);
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    const told = await harness.ana.waitForMessage(
      (message) => Boolean(message.bot) && /no longer there/.test(wordsOf(message)),
      { channel: harness.ana.appDm(), timeoutMs: 15_000 },
    );
    expect(wordsOf(told)).toMatch(/Soon gone/);
  });
});

test('Chloe wants none of her words used: she says so on Home, and they stay out', async () => {
  await untilHomeSays(harness, harness.chloe, /Leave my messages out/);
  await harness.chloe.press('home', 'words_opt_out');
  await expect.poll(() => JSON.stringify(harness.chloe.home())).toMatch(/Let my messages be used/);
  const { ts } = await talk('general', 'Which hotel?', [
    ['chloe', 'Not the Grand, they were rude'],
    ['ana', 'The Lisboa'],
  ]);
  harness.service.clearCalls();
  await harness.ana.say('general', '@Deckhand make slides', { threadTs: ts });
  const root = await untilAnswered(ts, /make slides/);
  const card = await untilCardSays(harness, root, /Made by AI/);
  expect(wordsOf(card)).toMatch(/authors opted out: 1 message/);
  expect(sentText()).toContain('The Lisboa');
  expect(sentText()).not.toMatch(/Grand|Chloe/);
  await harness.chloe.press('home', 'words_opt_in');
});

test('a thread longer than the service takes: the least important messages go, and everybody is told', async () => {
  const { ts } = await harness.ben.say('general', 'Where we stand');
  for (let part = 0; part < 40; part += 1) {
    await harness.ana.say('general', `Part ${part}: ${'and so on '.repeat(1_200)}`, { threadTs: ts });
  }
  const { ts: short } = await harness.ben.say('general', 'We ship on 14 April', { threadTs: ts });
  await harness.chloe.react('general', short, 'tada');
  harness.service.clearCalls();
  await harness.ana.say('general', '@Deckhand make slides', { threadTs: ts });
  const root = await untilAnswered(ts, /make slides/);
  const card = await untilCardSays(harness, root, /Made by AI/);
  expect(wordsOf(card)).toMatch(/[1-9] of 42 messages did not fit/);
  const text = sentText();
  expect(text.length).toBeLessThanOrEqual(400_000);
  expect(text.length).toBeGreaterThan(300_000);
  expect(text.slice(0, 500)).toMatch(/Not all of it is here: [1-9] of 42 messages/);
  expect(text.includes('We ship on 14 April')).toBe(true);
  // Drawing so much keeps the stand-in busy: not into the next story.
  await untilThreadHas(harness, { ...root, ts }, hasFile);
});

test('without a connection the person reads it at once, in the form and in the thread', async () => {
  const unconnected = await createHarness({ env: { SERVICE_API_KEY: '' } });
  const { ts } = await unconnected.ben.say('general', 'A plan for spring');
  await unconnected.ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts });
  await untilFormSays(/not connected/, unconnected.ana);
  await unconnected.ana.say('general', '@Deckhand make slides', { threadTs: ts });
  const answer = await untilAnswered(ts, /not connected/, { person: unconnected.ana });
  expect(answer.ephemeralFor).toBe('U0ANA');
  expect(unconnected.service.calls).toEqual([]);
  await unconnected.slack.settle();
  await unconnected.close();
});

test('a long thread is read on after a restart, and no page is asked for twice', async () => {
  const small = await createHarness({ env: { SLACK_HISTORY_PAGE: '15' } });
  const { ts } = await small.ben.say('general', 'Ideas for spring, please');
  for (let count = 1; count <= 100; count += 1) {
    await small.chloe.say('general', `Idea number ${count}`, { threadTs: ts });
  }
  const asked = () =>
    small.slack.calls
      .filter(({ method, answer }) => method === 'conversations.replies' && answer?.ok === true)
      .map(({ args }) => args.cursor ?? 'first');
  const slow = small.slack.misbehave({ method: 'conversations.replies', delayMs: 150, times: 0 });
  await small.ana.say('general', '@Deckhand make slides', { threadTs: ts });
  await expect.poll(() => asked().length).toBeGreaterThanOrEqual(3);
  await small.restart();
  slow();
  const root = await untilAnswered(ts, /make slides/, { person: small.ana });
  await untilCardSays(small, root, /Made by AI/);
  const create = small.service.calls.find(({ method }) => method === 'POST');
  const text = JSON.stringify(create?.body);
  for (let count = 1; count <= 100; count += 1) expect(text).toContain(`Idea number ${count}\\n`);
  expect(asked()).toHaveLength(7);
  expect(new Set(asked()).size).toBe(7);
  expect(await small.db.query('select 1 from collected_pages')).toEqual([]);
  await small.close();
});
