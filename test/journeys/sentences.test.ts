import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { allowErrors } from '../support/log-errors.ts';
import { patientClock } from '../support/patient-clock.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { answerTo, hasFile, newestTs, untilCardSays, untilPosted, untilThreadHas } from './story.ts';

// Slack does not know the address of the answer to a forged click.
allowErrors(/Failed to respond to the response_url|Slack refused the answer with status 404/);

const harness = await forThisFile(createHarness({ clock: patientClock }));
const { ana, ben, chloe, service, slack } = harness;
const dm = ana.appDm();
beforeEach(() => service.clearCalls());

/** Does something, and waits for an answer of Deckhand that reads like this. */
async function answerAfter(act: () => Promise<unknown>, words: RegExp, channel = dm): Promise<Message> {
  const after = newestTs(ana, channel);
  await act();
  return untilPosted(ana, words, { channel, after });
}

/** Ana writes something, and waits for the card that shows how it was understood. */
const proposalFor = (text: string, channel = dm) =>
  answerAfter(() => ana.say(channel, text), /Make this\?/, channel);

/** Ana presses “Make it”. @returns the card of the result */
async function make(proposal: Message, channel = dm): Promise<Message> {
  const pressed = () => ana.press(proposal, 'proposal_make');
  const root = await answerAfter(pressed, /Working on|Made by AI|Open/, channel);
  return untilCardSays(harness, root, /Made by AI/);
}

/** Ana presses “Details…” and submits the form. @returns the card of the result */
async function makeByForm(proposal: Message, channel = dm): Promise<Message> {
  await ana.press(proposal, 'proposal_change');
  await ana.waitForView();
  const root = await answerAfter(() => ana.submit(), /Working on|Made by AI/, channel);
  return untilCardSays(harness, root, /Made by AI/);
}

const creates = () => service.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('Ana writes to Deckhand', () => {
  test('and sees how her sentence was understood; “Make it” makes that', async () => {
    const words = 'make a deck about our spring launch in Lisbon, 5 slides, for customers, as PDF';
    const card = await proposalFor(words);
    expect(wordsOf(card)).toMatch(/“our spring launch in Lisbon, for customers”/);
    expect(wordsOf(card)).toMatch(/5 \w+ · as PDF/);
    expect(creates()).toEqual([]);

    const file = await untilThreadHas(harness, await make(card), hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pdf$/);
    expect(creates()).toMatchObject([
      { inputText: 'our spring launch in Lisbon, for customers', numCards: 5 },
    ]);
    const used = ana.history(dm).find(({ ts }) => ts === card.ts);
    expect(buttonsOf(used)).not.toContain('Make it');
  });

  test.each([
    ['our spring market in Lisbon', make],
    ['our autumn market in Porto', makeByForm],
  ])('and what she adds is an instruction, which is not printed (%s)', async (topic, accept) => {
    await proposalFor(`slides on ${topic}`);
    // A result that arrives behind the next card would take that card's changes.
    await untilThreadHas(
      harness,
      await accept(await proposalFor('no hashtags and more about prices')),
      hasFile,
    );
    expect(creates()).toMatchObject([
      {
        inputText: topic,
        additionalInstructions: expect.stringMatching(/no hashtags and more about prices$/),
      },
    ]);
  });

  test('about a template: the number of slides and the language on the card are in the prompt', async () => {
    const words = 'three slides about Lisbon in German using the quarterly business review template';
    const card = await proposalFor(words);
    expect(wordsOf(card)).toMatch(/“Lisbon”/);
    expect(wordsOf(card)).toMatch(/From the template Quarterly business review · 3 slides .* in German/);
    await make(card);
    const prompt =
      'Lisbon\n\nMake exactly 3 cards, even if the template has more or fewer.\nWrite it in German.';
    expect(creates()).toMatchObject([{ gammaId: 'g_tmpl_quarterly_review_northwind', prompt }]);
  });

  test('and gets help if she asks for it, and a short answer if she asks for nothing', async () => {
    await answerAfter(() => ana.say(dm, 'help'), /\/deck recent/);
    const short = await answerAfter(() => ana.say(dm, 'what can you do?'), /What should I make\?/);
    expect(wordsOf(short)).not.toContain('/deck recent');
  });

  test('about the days of a channel, and gets the document in this conversation', async () => {
    const card = await proposalFor('one-pager of <#C0GENERAL> since yesterday');
    expect(wordsOf(card)).toMatch(/Only you will see it/);
    await make(card);
    // The result says all that the proposal said.
    expect(slack.messages(dm).find(({ ts }) => ts === card.ts)).toBeUndefined();
    expect(creates()).toMatchObject([{ format: 'document', numCards: 1, textMode: 'condense' }]);
  });

  test('about a private channel, and changes the details first', async () => {
    await ben.say('leaders', 'Project Heron begins in May.');
    await makeByForm(await proposalFor('slides of <#C0LEADERS> since yesterday'));
    expect(stringsIn(creates()[0])).toContain('Heron');
  });
});

describe('Ana mentions Deckhand in a channel', () => {
  const all = '@Deckhand slides of the last two weeks for the board, as PDF, in Midnight';

  test('with days, readers, a file and a theme: the card shows all of it to her alone, and it is made like that', async () => {
    await ben.say('general', 'The spring launch moves to 14 April.');
    await ben.say('general', 'Kiosks cost 1,200 each, by the way.');
    const card = await proposalFor(all, 'general');
    expect(card.ephemeralFor).toBe('U0ANA');
    expect(wordsOf(card)).toMatch(/A summary of what was said in <#C0GENERAL>/);
    expect(wordsOf(card)).toMatch(/of <#C0GENERAL> <!date\^\d+\^from .+ · theme Midnight · as PDF/);
    expect(creates()).toEqual([]);

    expect((await make(card, 'general')).thread_ts).toBeDefined();
    const themeId = expect.stringMatching(/./);
    expect(creates()).toMatchObject([{ textMode: 'condense', exportAs: 'pdf', themeId }]);
    expect(stringsIn(creates()[0])).toContain('14 April');
    expect(stringsIn(creates()[0])).not.toContain('in Midnight');
  });

  test('and changes the details first: the form has what was understood, and the card is deleted', async () => {
    const card = await proposalFor(all, 'general');
    await ana.press(card, 'proposal_change');
    expect(wordsOf((await ana.waitForView()).view)).toContain('Midnight');
    const root = await answerAfter(() => ana.submit(), /Working on|Made by AI/, 'general');
    expect(root.thread_ts).toBeDefined();
    const cardNow = () => ana.ephemerals('general').find(({ ts }) => ts === card.ts);
    await expect.poll(cardNow).toBeUndefined();
    await expect.poll(creates).toMatchObject([{ textMode: 'condense' }]);
    expect(stringsIn(creates()[0])).toContain('14 April');
  });

  test('if the channel is private, the document is posted there, and nobody else may open it', async () => {
    await ben.say('leaders', 'Project Falcon ends on 1 June.');
    const elsewhere = '@Deckhand slides of this week, post it in <#C0GENERAL>';
    await answerAfter(() => ana.say('leaders', elsewhere), /private/, 'leaders');
    await chloe.say(chloe.appDm(), 'slides of <#C0LEADERS> since yesterday');
    await untilPosted(chloe, /who is in a conversation|not in/, { channel: chloe.appDm() });
    expect(creates()).toEqual([]);

    await make(await proposalFor('@Deckhand slides of this week', 'leaders'), 'leaders');
    const sharingOptions = { workspaceAccess: 'noAccess', externalAccess: 'noAccess' };
    expect(creates()).toMatchObject([{ sharingOptions }]);
    expect(wordsOf(slack.messages('general'))).not.toContain('Falcon');
  });

  test('and wants the document for herself: it goes to her alone, also after she changed the details', async () => {
    const wish = '@Deckhand slides on our secret merger, send it to me';
    const card = await answerAfter(() => ana.say('general', wish), /Only you will see it/, 'general');
    await ana.press(card, 'proposal_change');
    await ana.waitForView();
    const root = await answerAfter(() => ana.submit(), /merger|Working on|Made by AI/);
    await untilCardSays(harness, root, /Made by AI/);
    expect(wordsOf(slack.messages('general').filter(({ bot }) => bot))).not.toContain('merger');
  });

  test('in a thread, and wants the document for herself: nothing is posted in the thread', async () => {
    const thread = await ben.say('general', 'Project Osprey is late by two weeks.');
    const wish = '@Deckhand make a one-pager and send it to me';
    const say = () => ana.say('general', wish, { threadTs: thread.ts });
    await answerAfter(say, /On its way: .* Only you will see it, in your direct messages/, 'general');
    await ana.waitForMessage((message) => /Made by AI/.test(wordsOf(message)), { channel: dm });
    expect(slack.messages('general', thread.ts).filter(({ bot }) => bot)).toEqual([]);
  });
});

test('the card of days without messages says so before anything is made, and proposes the last seven days', async () => {
  // Not “yesterday”: at midnight, the messages of the tests above are of yesterday.
  const card = await answerTo(ana, '/deck summary of last quarter', 'leaders');
  expect(wordsOf(card)).toContain('I found no messages there in that time.');
  expect(wordsOf(card)).toMatch(/<!date\^\d+\^from \{day_divider_pretty\}/);
  await ana.say('leaders', 'The pier is closed.');
  await ana.press(card, 'proposal_last_week');
  const after = () => wordsOf(ana.ephemerals('leaders').at(-1));
  await expect.poll(after).toMatch(/\d+ messages?\* by \d/);
  expect(after()).not.toContain('I found no messages');
  expect(after()).not.toContain('Last 7 days');
});

test('the card of a channel says how many messages by how many people it uses, with replies and without those who opted out', async () => {
  await ben.command('general', '/invite @Deckhand');
  const counted = async () => {
    const card = wordsOf(await answerTo(ana, '/deck slides of today'));
    const [, messages = '0', people = '0'] = /\*(\d+) messages?\* by (\d+) pe/.exec(card) ?? [];
    return { messages: Number(messages), people: Number(people) };
  };
  await ben.say('general', 'The tide tables are in');
  const before = await counted();
  expect(before.messages).toBeGreaterThan(0);
  const { ts } = await ben.say('general', 'Which pier do we take?');
  await chloe.say('general', 'The north one', { threadTs: ts });
  await ben.say('general', 'Not this !nodeck');
  const then = await counted();
  expect(then.messages).toBe(before.messages + 2);
  expect(then.people).toBeGreaterThanOrEqual(2);
});
