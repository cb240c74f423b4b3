import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { allowErrors } from '../support/log-errors.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { hasFile, untilCardSays, untilHomeSays, untilThreadHas, wordsOf } from './story.ts';

// A forged click has no address for the answer.
allowErrors(/Failed to respond to the response_url|Slack refused the answer with status 404/);

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** Waits for a message of Deckhand that reads like this and was not there before, in a thread or not. */
async function answerTo(say: () => Promise<unknown>, words: RegExp, channel: string): Promise<Message> {
  const before = Date.now() / 1000;
  await say();
  const isAnswer = (message: Message) => Boolean(message.bot) && Number(message.ts) >= before;
  return harness.ana.waitForMessage((message) => isAnswer(message) && words.test(wordsOf(message)), {
    channel,
  });
}

const creates = () => harness.service.calls.filter(({ method }) => method === 'POST');

describe('Ana writes a sentence to Deckhand', () => {
  test('in their conversation: it shows what it understood, and makes it once she says so', async () => {
    const { ana, service } = harness;
    service.clearCalls();
    const dm = ana.appDm();
    const words = 'make a deck about our spring launch in Lisbon, 5 slides, for customers, as PDF';
    const card = await answerTo(() => ana.say(dm, words), /Make this\?/, dm);
    expect(wordsOf(card)).toMatch(/“our spring launch in Lisbon”/);
    expect(wordsOf(card)).toMatch(/5 \w+ · for customers · as PDF/);
    expect(creates()).toEqual([]);

    const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI|Open/, dm);
    await untilCardSays(harness, root, /Made by AI/);
    const file = await untilThreadHas(harness, root, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pdf$/);
    expect(creates()).toHaveLength(1);
    expect(creates()[0]?.body).toMatchObject({ inputText: 'our spring launch in Lisbon', numCards: 5 });
    const used = ana.history(dm).find(({ ts }) => ts === card.ts);
    expect(wordsOf(used ?? card)).not.toContain('Make it (spends credits)');
  });

  test('that asks for help, and for nothing: she gets help, and a short answer', async () => {
    const { ana } = harness;
    const dm = ana.appDm();
    await answerTo(() => ana.say(dm, 'help'), /\/deck recent/, dm);
    const short = await answerTo(() => ana.say(dm, 'what can you do?'), /Say what you want/, dm);
    expect(wordsOf(short)).not.toContain('/deck recent');
  });
});

describe('Ana mentions Deckhand in a channel', () => {
  const all = '@Deckhand slides of the last two weeks for the board, as PDF, in Midnight';

  test('and names days, readers, a file and a theme: all of it is on the card, and is what she gets', async () => {
    const { ana, ben, service } = harness;
    await ben.say('general', 'The spring launch moves to 14 April.');
    await ben.say('general', 'Kiosks cost 1,200 each, by the way.');
    service.clearCalls();
    const card = await answerTo(() => ana.say('general', all), /Make this\?/, 'general');
    expect(card.ephemeralFor).toBe('U0ANA');
    expect(wordsOf(card)).toMatch(/A summary of what was said in <#C0GENERAL>/);
    expect(wordsOf(card)).toMatch(
      /of <#C0GENERAL> <!date\^\d+\^since .+ · for the board · theme Midnight · as PDF/,
    );
    expect(creates()).toEqual([]);

    const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI/, 'general');
    expect(root.thread_ts).toBeDefined();
    await untilCardSays(harness, root, /Made by AI/);
    expect(creates()).toHaveLength(1);
    const [{ body } = { body: null }] = creates();
    expect(body).toMatchObject({
      textMode: 'condense',
      exportAs: 'pdf',
      themeId: expect.stringMatching(/./),
    });
    expect(JSON.stringify(body)).toContain('14 April');
    expect(JSON.stringify(body)).not.toContain('in Midnight');
  });

  test('and presses twice, or lets it be: it is made once, or not', async () => {
    const { ana, service } = harness;
    service.clearCalls();
    const card = await answerTo(() => ana.say('general', '@Deckhand 3 slides on bread'), /bread/, 'general');
    const presses = () => Promise.all([ana.press(card, 'proposal_make'), ana.press(card, 'proposal_make')]);
    const root = await answerTo(presses, /Working on|Made by AI/, 'general');
    await untilCardSays(harness, root, /Made by AI/);
    expect(creates()).toHaveLength(1);

    const other = await answerTo(() => ana.say('general', '@Deckhand slides on tea'), /tea/, 'general');
    await ana.press(other, 'proposal_drop');
    await ana.waitForMessage((message) => message.ts === other.ts && /Not made/.test(message.text), {
      channel: 'general',
    });
    await harness.slack.settle();
    expect(creates()).toHaveLength(1);
  });

  test('and changes the details first: the form holds what was understood', async () => {
    const { ana, service } = harness;
    service.clearCalls();
    const card = await answerTo(() => ana.say('general', all), /Make this\?/, 'general');
    await ana.press(card, 'proposal_change');
    const { view } = await ana.waitForView();
    expect(JSON.stringify(view)).toContain('Midnight');
    const root = await answerTo(() => ana.submit(), /Working on|Made by AI/, 'general');
    expect(root.thread_ts).toBeDefined();
    const cardNow = () => ana.ephemerals('general').find(({ ts }) => ts === card.ts);
    await expect.poll(() => wordsOf(cardNow() ?? card)).toMatch(/Deckhand took this on/);
    expect(wordsOf(cardNow() ?? card)).not.toContain('Make it (spends credits)');
    await expect.poll(creates).toHaveLength(1);
    expect(creates()[0]?.body).toMatchObject({ textMode: 'condense' });
    expect(JSON.stringify(creates()[0]?.body)).toContain('14 April');
  });

  test('a private one: what is made of it stays there, and nobody else can have it', async () => {
    const { ana, ben, chloe, service } = harness;
    await ben.say('leaders', 'Project Falcon ends on 1 June.');
    service.clearCalls();
    const elsewhere = '@Deckhand slides of this week, post it in <#C0GENERAL>';
    await answerTo(() => ana.say('leaders', elsewhere), /private/, 'leaders');
    const dm = chloe.appDm();
    await chloe.say(dm, 'slides of <#C0LEADERS> since yesterday');
    await chloe.waitForMessage(({ text }) => /who is in a conversation|not in/.test(text), { channel: dm });
    expect(creates()).toEqual([]);

    const card = await answerTo(
      () => ana.say('leaders', '@Deckhand slides of this week'),
      /Make this/,
      'leaders',
    );
    const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI/, 'leaders');
    await untilCardSays(harness, root, /Made by AI/);
    expect(creates()[0]?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
    expect(JSON.stringify(harness.slack.messages('general'))).not.toContain('Falcon');
  });

  test('whoever opted out is not in it', async () => {
    const { ana, chloe, service } = harness;
    await chloe.say('general', 'My secret recipe has cardamom.');
    await untilHomeSays(harness, chloe, /Leave my messages out/);
    await chloe.press('home', 'words_opt_out');
    await untilHomeSays(harness, chloe, /Let my messages be used/);
    service.clearCalls();
    const card = await answerTo(
      () => ana.say('general', '@Deckhand slides of today'),
      /Make this/,
      'general',
    );
    await ana.press(card, 'proposal_make');
    await expect.poll(creates).toHaveLength(1);
    expect(JSON.stringify(creates()[0]?.body)).not.toContain('cardamom');
  });
});

test('Ana asks in their conversation for the days of a channel, and gets them there', async () => {
  const { ana, service } = harness;
  service.clearCalls();
  const dm = ana.appDm();
  const say = () => ana.say(dm, 'one-pager of <#C0GENERAL> since yesterday');
  const card = await answerTo(say, /Make this/, dm);
  expect(wordsOf(card)).toMatch(/It comes here, to you alone/);
  const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI/, dm);
  await untilCardSays(harness, root, /Made by AI/);
  // What was asked for stays above the result, and does not say that it is still being made, or comes elsewhere.
  const before = harness.slack.messages(dm).find(({ ts }) => ts === card.ts);
  expect(before?.text).toMatch(/^Deckhand took this on: [^.]*\.$/);
  expect(creates()[0]?.body).toMatchObject({ format: 'document', numCards: 1, textMode: 'condense' });
});

test('Ana changes the details of what is made of a private channel for her alone', async () => {
  const { ana, service } = harness;
  await harness.ben.say('leaders', 'Project Heron begins in May.');
  service.clearCalls();
  const dm = ana.appDm();
  const card = await answerTo(() => ana.say(dm, 'slides of <#C0LEADERS> since yesterday'), /Make this/, dm);
  await ana.press(card, 'proposal_change');
  await ana.waitForView();
  const root = await answerTo(() => ana.submit(), /Working on|Made by AI/, dm);
  await untilCardSays(harness, root, /Made by AI/);
  expect(JSON.stringify(creates()[0]?.body)).toContain('Heron');
});

test('Ana changes the details of what she wants for herself alone: it still goes to her alone', async () => {
  const { ana } = harness;
  const wish = '@Deckhand slides on our secret merger, send it to me';
  const card = await answerTo(() => ana.say('general', wish), /It goes to you alone/, 'general');
  await ana.press(card, 'proposal_change');
  await ana.waitForView();
  const root = await answerTo(() => ana.submit(), /merger|Working on|Made by AI/, ana.appDm());
  await untilCardSays(harness, root, /Made by AI/);
  const shown = harness.slack.messages('general').filter(({ bot }) => bot);
  expect(JSON.stringify(shown)).not.toContain('merger');
});

test('Ana wants what is made of a thread for herself alone: the thread does not get it', async () => {
  const { ana, ben } = harness;
  const thread = await ben.say('general', 'Project Osprey is late by two weeks.');
  const wish = '@Deckhand make a one-pager and send it to me';
  const say = () => ana.say('general', wish, { threadTs: thread.ts });
  const card = await answerTo(say, /It goes to you alone/, 'general');
  expect(JSON.stringify(card.blocks)).not.toContain('proposal_change');
  const root = await answerTo(() => ana.press(card, 'proposal_make'), /Working on|Made by AI/, ana.appDm());
  await untilCardSays(harness, root, /Made by AI/);
  expect(harness.slack.messages('general', thread.ts).filter(({ bot }) => bot)).toEqual([]);
});

test('Ben has no use for the button of Ana: the card is hers', async () => {
  const { ana, service } = harness;
  service.clearCalls();
  const card = await answerTo(() => ana.say('general', '@Deckhand slides on jam'), /jam/, 'general');
  const value = JSON.stringify(card.blocks).match(/"proposal_make"[^}]*"value":"([^"]+)"/)?.[1];
  expect(value).toMatch(/^[0-9a-f-]{36}$/);
  const action = { action_id: 'proposal_make', block_id: 'b', type: 'button', value, action_ts: '1.1' };
  await sendAs(
    harness,
    { person: harness.ben.id },
    {
      type: 'block_actions',
      container: { type: 'message', message_ts: card.ts, channel_id: 'C0GENERAL', is_ephemeral: true },
      channel: { id: 'C0GENERAL', name: 'general' },
      actions: [action],
      response_url: `${harness.slack.url}/none`,
    },
  );
  await harness.slack.settle();
  expect(creates()).toEqual([]);
});
