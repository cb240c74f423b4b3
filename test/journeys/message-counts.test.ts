import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { wordsOf } from '../support/reading.ts';
import { change } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  answerTo,
  closeForms,
  openForm,
  submitDeck,
  untilFormSays,
  untilIdle,
  untilPosted,
} from './story.ts';

/** How many messages each surface leaves: one message and one reply for an ask, one reply for a change, none for a failure. */

const harness = await forThisFile(createHarness({ pictures: true }));
const { ana, service, slack } = harness;
const dm = ana.appDm();

/** Deckhand's messages that are new since then, the first of a thread before its replies. */
const newIn = (channel: string, since: Set<string>): Message[] => {
  const all = [
    ...slack.messages(channel),
    ...slack.messages(channel).flatMap(({ ts }) => slack.messages(channel, ts)),
  ];
  const unique = [...new Map(all.map((message) => [message.ts, message])).values()];
  return unique.filter(({ ts, bot }) => bot && !since.has(ts));
};

/** Runs a story. @returns what Deckhand's new messages are: a card, or a reply with its files */
async function leaves(act: () => Promise<unknown>, channel = 'general'): Promise<string[]> {
  const before = new Set(newIn(channel, new Set()).map(({ ts }) => ts));
  await act();
  await untilIdle(harness);
  return newIn(channel, before).map(({ files = [] }) =>
    files.length > 0 ? `reply with ${files.map(({ name }) => name.split('.').at(-1)).join(' and ')}` : 'card',
  );
}

const ONE_AND_ONE = ['card', 'reply with pptx and png'];

async function makeFrom(card: Message, done: RegExp): Promise<void> {
  await ana.press(card, 'proposal_make');
  await untilPosted(ana, new RegExp(`${done.source}[\\s\\S]*Change it…`), { channel: card.channel });
}

test('an ask by a sentence after /deck, a form, a mention and a direct message leaves one message and one reply', async () => {
  const byCommand = () =>
    answerTo(ana, '/deck the first harbour plan').then((card) => makeFrom(card, /first harbour/));
  expect(await leaves(byCommand)).toEqual(ONE_AND_ONE);

  const byForm = async () => {
    await submitDeck(harness, 'The second harbour plan');
    await untilPosted(ana, /second harbour[\s\S]*Change it…/);
  };
  expect(await leaves(byForm)).toEqual(ONE_AND_ONE);

  const { ts } = await ana.say('general', 'The third harbour plan is due in May.');
  const byMention = async () => {
    await ana.say('general', '@Deckhand make slides', { threadTs: ts });
    await untilPosted(ana, /Change it…/, { thread: ts });
  };
  expect(await leaves(byMention)).toEqual(ONE_AND_ONE);

  const bySentence = async () => {
    await ana.say(dm, 'a deck about the fourth harbour plan');
    await makeFrom(await untilPosted(ana, /Make this\?[\s\S]*fourth/, { channel: dm }), /fourth harbour/);
  };
  // The card of the proposal is deleted.
  expect(await leaves(bySentence, dm)).toEqual(ONE_AND_ONE);
});

test('a shortcut in a thread, Just for me and sharing leave one message and one reply each', async () => {
  const { ts } = await ana.say('general', 'The fifth harbour plan is due in May.');
  const byShortcut = async () => {
    await ana.shortcut('thread_to_slides', { channel: 'C0GENERAL', ts });
    await untilFormSays(ana, /\*1 message\* by/);
    await ana.submit();
    await untilPosted(ana, /Change it…/, { thread: ts });
  };
  expect(await leaves(byShortcut)).toEqual(ONE_AND_ONE);

  const forMe = async () => {
    const card = await answerTo(ana, '/deck the sixth harbour plan');
    await ana.press(card, 'proposal_make_for_person');
    await untilPosted(ana, /sixth harbour[\s\S]*Change it…/, { channel: dm });
  };
  expect(await leaves(forMe, dm)).toEqual(ONE_AND_ONE);
  const shared = async () => {
    const card = await untilPosted(ana, /sixth harbour[\s\S]*Change it…/, { channel: dm });
    await ana.press(card, 'document_share');
    await ana.waitForView(({ view }) => view.callback_id === 'document_share_form');
    await ana.fill({ share_channel: 'C0GENERAL' });
    await ana.submit();
    await untilPosted(ana, /sixth harbour[\s\S]*Change it…/);
  };
  expect(await leaves(shared)).toEqual(ONE_AND_ONE);
  await closeForms(ana);
});

test('a digest leaves one message and one reply; a failed one leaves nothing in the channel, and one direct message', async () => {
  await openForm(ana, '/deck schedule', 'digest_form');
  await ana.submit();
  await untilFormSays(ana, /gets a digest every/);
  await closeForms(ana);
  await ana.say('general', 'The crane is due in May.');
  const list = await answerTo(ana, '/deck digests');
  const run = async () => {
    await ana.press(list, 'digest_run');
    await untilPosted(ana, /A digest set up by/);
  };
  const [card, ...files] = await leaves(run);
  expect([card, files.length]).toEqual(['card', 1]);

  const fail = async () => {
    service.misbehave({ kind: 'generation_fails', message: 'Out of paper' });
    await ana.press(list, 'digest_run');
    await untilPosted(ana, /Out of paper/, { channel: dm });
  };
  expect(await leaves(fail)).toEqual([]);
  expect(ana.history(dm).filter((message) => /Out of paper/.test(wordsOf(message)))).toHaveLength(1);
});

test('a change by the form and one by a mention leave one reply', async () => {
  await submitDeck(harness, 'The changed harbour plan');
  const card = await untilPosted(ana, /changed harbour[\s\S]*Change it…/);
  await untilIdle(harness);
  const changing = async () => {
    await change(ana, card, 'Make it shorter');
    await untilPosted(ana, /I changed “/, { thread: card.ts });
  };
  expect(await leaves(changing)).toEqual(['reply with pptx and png']);

  const byMention = async () => {
    await ana.say('general', '@Deckhand make the title friendlier', { threadTs: card.ts });
    const asked = await untilPosted(ana, /Change “/, { thread: card.ts, isPrivate: true });
    await ana.press(asked, 'proposal_make');
    await untilPosted(ana, /I changed “[^”]*”: “make the title friendlier/, { thread: card.ts });
  };
  expect(await leaves(byMention)).toEqual(['reply with pptx and png']);
});

test('a failure leaves nothing in the channel, and one direct message', async () => {
  const fail = async (words: string) => {
    service.misbehave({ kind: 'generation_fails', message: 'Out of ink' });
    await submitDeck(harness, words);
    await untilPosted(ana, new RegExp(`${words}[\\s\\S]*Out of ink`), { channel: dm });
  };
  expect(await leaves(() => fail('The sunken harbour plan'))).toEqual([]);
  expect(await leaves(() => fail('The burnt harbour plan'), dm)).toEqual(['card']);
});

test('a failure of a command, a mention, a direct message, Just for me and a change leaves only one direct message', async () => {
  const failing = (words: string, act: () => Promise<unknown>) => async () => {
    const before = ana.history(dm).length;
    service.misbehave({ kind: 'generation_fails', message: `No ${words}` });
    await act();
    await untilPosted(ana, new RegExp(`No ${words}`), { channel: dm });
    await untilIdle(harness);
    const told = ana.history(dm).slice(before);
    expect(told.filter((message) => wordsOf(message).includes(`No ${words}`))).toHaveLength(1);
  };
  const press = async (card: Message, button = 'proposal_make') => void (await ana.press(card, button));

  const byCommand = async () => press(await answerTo(ana, '/deck the rusty harbour plan'));
  expect(await leaves(failing('rust', byCommand))).toEqual([]);

  const { ts } = await ana.say('general', 'The rotten harbour plan is due in May.');
  const byMention = () => ana.say('general', '@Deckhand make slides', { threadTs: ts });
  expect(await leaves(failing('rot', byMention))).toEqual([]);

  const bySentence = async () => {
    await ana.say(dm, 'a deck about the muddy harbour plan');
    await press(await untilPosted(ana, /Make this\?[\s\S]*muddy/, { channel: dm }));
  };
  expect(await leaves(failing('mud', bySentence), dm)).toEqual(['card']);

  const forMe = async () =>
    press(await answerTo(ana, '/deck the sandy harbour plan'), 'proposal_make_for_person');
  expect(await leaves(failing('sand', forMe), dm)).toEqual(['card']);

  await submitDeck(harness, 'The icy harbour plan');
  const card = await untilPosted(ana, /icy harbour[\s\S]*Change it…/);
  await untilIdle(harness);
  expect(await leaves(failing('ice', () => change(ana, card, 'Make it warmer')))).toEqual([]);
});

test('a sentence that is sent twice within seconds makes one', async () => {
  const { ts } = await ana.say('general', 'The doubled harbour plan is due in June.');
  const twice = async () => {
    await ana.say('general', '@Deckhand make slides', { threadTs: ts });
    await ana.say('general', '@Deckhand  Make slides', { threadTs: ts });
    await untilPosted(ana, /Change it…/, { thread: ts });
  };
  expect(await leaves(twice)).toEqual(ONE_AND_ONE);

  const before = ana.history(dm).length;
  await ana.say(dm, 'a deck about the doubled pier');
  await ana.say(dm, 'a deck about the doubled pier');
  await untilPosted(ana, /Make this\?[\s\S]*doubled pier/, { channel: dm });
  await untilIdle(harness);
  const cards = ana
    .history(dm)
    .slice(before)
    .filter((message) => /Make this\?/.test(wordsOf(message)));
  expect(cards).toHaveLength(1);
});
