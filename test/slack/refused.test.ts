import { describe, expect, it, test } from 'vitest';
import type { BudgetBlocker } from '../../src/asks/limits.ts';
import type { AskedAbout } from '../../src/generations/delivery/admin-notes.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { requestMessage } from '../../src/slack/kit/admin-requests.ts';
import { liftedMessage } from '../../src/slack/mention/kept-sentence.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createConnecting } from '../support/harness/slack.ts';
import { command, event, opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, stringsIn, wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Ana has reached her limit of credits. Once an admin raises it, she repeats the words that the refusal kept. */

const ana = { actor: { team: 'T1', person: 'UANA' } };
const REACHED: BudgetBlocker = { blocker: 'credits_of_person', used: 20, reserved: 8, limit: 12 };

function anaAtHerLimit() {
  const talk = talkTo();
  const { generations, made, send } = talk.harness;
  const reach = (found: BudgetBlocker | undefined) => {
    generations.budgetBlocker = async () => found;
  };
  reach(REACHED);
  const newest = () =>
    [...made('chat.postMessage'), ...made('chat.postEphemeral'), ...made('respond')]
      .filter(({ blocks }) => buttonsOf(blocks).includes('Ask an admin'))
      .at(-1);
  /** Ana presses "Ask an admin". Returns the words that the answer keeps for her. */
  async function askAdmin(): Promise<string> {
    await send(press({ action_id: 'budget_ask_admin', value: buttonValue(newest(), 'budget_ask_admin') }));
    const answer = wordsOf(made('respond').at(-1));
    return /```([\s\S]*)```/.exec(answer)?.[1] ?? `no words in ${answer}`;
  }
  return { ...talk, reach, askAdmin };
}

const WORDS = 'make 5 slides about tea, as PDF, in German, theme Ocean';
const CHOICES = {
  ...{ prompt: 'tea', slides: 5, exportAs: 'pdf', language: 'de' },
  theme: { id: 'ocean', name: 'Ocean' },
};

test('a refusal says what is used and what is only reserved', async () => {
  const { say, reach } = anaAtHerLimit();
  reach({ ...REACHED, needed: 10 });
  expect(await say('slides about tea')).toMatchObject({
    words:
      'You have used 12 of 12 credits this month, 8 are reserved for asks under way, and this takes about 10; Slack admins can raise the limit on Deckhand’s Home.',
  });
});

test('a refusal names each limit that is too low, and the request is about the conversation of the ask', async () => {
  const { say, reach, askAdmin, harness } = anaAtHerLimit();
  const also = [{ blocker: 'credits_of_channel' as const, used: 0, reserved: 0, limit: 60 }];
  reach({ ...REACHED, reserved: 0, needed: 160, also, channel: 'C1' });
  expect(await say('slides about tea', 'channel')).toMatchObject({
    words:
      'You have used 20 of 12 credits this month, and this takes about 160. This channel has used 0 of 60 credits this month; Slack admins can raise the limits on Deckhand’s Home.',
  });
  const asked: unknown[] = [];
  harness.generations.askAdmins = async (_, ...request) => asked.push(request) > 0;
  await askAdmin();
  const about = { what: 'presentation', as: 'for', where: 'C1' };
  expect(asked).toEqual([
    ['credits_of_person', 'C1', 160, about, { work: { kind: 'document' }, isGuest: false }],
  ]);
});

test.each([
  ['a card for her alone', 'UANA', undefined],
  ['a channel that she is in', 'C2', 'C2'],
  ['a channel that she is not in', 'C9', undefined],
])('a request from a channel about %s', async (_, channel, expected) => {
  const { say, reach, askAdmin, harness } = anaAtHerLimit();
  reach({ ...REACHED, channel });
  await say('slides about tea', 'channel');
  const asked: unknown[] = [];
  harness.generations.askAdmins = async (...given) => asked.push(given[2]) > 0;
  harness.slack.isMember = async (_, given) => given === 'C2';
  await askAdmin();
  expect(asked).toEqual([expected]);
});

test.each<[string, string, Place, boolean, AskedAbout]>([
  ['slides about tea', 'a direct message', 'dm', false, { what: 'presentation', as: 'for' }],
  [
    'one-pager of the last two weeks, in German',
    'a channel',
    'channel',
    false,
    { what: 'document', as: 'from', where: 'C1' },
  ],
  [
    'slides of the last two weeks',
    'a private channel',
    'channel',
    true,
    { what: 'presentation', as: 'from', where: 'private' },
  ],
])(
  '“%s” in %s: admins read what it is about, and its card comes back after the yes',
  async (words, _, place, is_private, about) => {
    const { say, reach, askAdmin, harness } = anaAtHerLimit();
    harness.answers['conversations.info'] = { channel: { id: 'C1', name: 'x', is_private, is_member: true } };
    await say(words, place);
    const asked: unknown[] = [];
    harness.generations.askAdmins = async (...given) => asked.push(given[4]) > 0;
    await askAdmin();
    expect(asked).toEqual([about]);
    reach(undefined);
    const { message, onPosted } = await liftedMessage({ ...ana, client: {} as never }, harness.slack);
    if (message instanceof Function) throw new Error('A message was expected');
    expect(wordsOf(message)).toContain('You can make now what you asked the Slack admins about.');
    expect(wordsOf(message)).toContain('Make this?');
    await onPosted?.({ channel: 'D1', ts: '7.7' });
    expect(await harness.slack.keptAsks.of(ana.actor)).toBeUndefined();
    await harness.send(press({ action_id: 'proposal_make', value: buttonValue(message, 'proposal_make') }));
    const [generation] = harness.generations.all();
    expect(generation?.ask?.source.kind).toBe(about.as === 'from' ? 'channel' : 'text');
  },
);

test('a request tells admins the kind and the channel', () => {
  const request = { person: 'UANA', blocker: 'credits_of_person' } as const;
  const read = (about?: AskedAbout) =>
    wordsOf(requestMessage({ ...request, about }, { serviceName: 'Gamma' }));
  expect(read({ what: 'presentation', as: 'from', where: 'C1' })).toContain('It is about slides from <#C1>.');
  expect(read({ what: 'document', as: 'from', where: 'private' })).toContain(
    'It is about a document from a private conversation.',
  );
  expect(read({ what: 'image', as: 'for' })).toContain('It is about a picture.');
  expect(read()).not.toContain('about');
});

test('without a stored ask, the words come back with a button', async () => {
  const { harness } = anaAtHerLimit();
  await harness.send(press({ action_id: 'budget_ask_admin', value: 'not_a_spender slides on tea' }));
  const { message } = await liftedMessage({ ...ana, client: {} as never }, harness.slack);
  expect(wordsOf(message as object)).toContain('slides on tea');
  expect(buttonsOf(message as object)).toEqual(['Create a deck']);
});

test('a figure that no earlier document confirms is called a first guess', async () => {
  const { say, reach } = anaAtHerLimit();
  reach({ ...REACHED, used: 6, reserved: 0, limit: 10, needed: 10, isGuess: true });
  expect(await say('a picture of a lighthouse')).toMatchObject({
    words: expect.stringContaining(
      'You have used 6 of 10 credits this month, and this takes about 10 (a first guess, because nothing like it was made here yet); Slack admins',
    ),
  });
});

// The credits that it takes: not known, just enough without the reserved ones, and more than that.
test.each([
  [undefined, /^(?!.*raise).*Try again when those asks are done\.$/, []],
  [8, /^(?!.*raise).*Try again when those asks are done\.$/, []],
  [9, /Slack admins can raise the limit on Deckhand’s Home\.$/, ['Ask an admin']],
])(
  'if it takes %s and only reserved credits stand in the way, the person waits',
  async (needed, text, offered) => {
    const { say, harness } = talkTo();
    harness.generations.budgetBlocker = async () => ({ ...REACHED, limit: 20, needed });
    expect(await say('slides about tea')).toMatchObject({ words: expect.stringMatching(text) });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual(offered);
  },
);

test.each([
  [20, false, 'You have used 4 of 20 credits this month, and 8 are reserved for asks under way. Slack'],
  [null, false, 'There is no limit for you. Slack admins see how many the workspace has left.'],
  [20, true, 'under way.'],
])(
  'with a limit of %s, and as an admin (%s), a person learns about their own credits',
  async (limit, is_admin, words) => {
    const state = { kind: 'oauth', works: true, person: 'UBEN', credits: 48 } as const;
    const connecting = createConnecting({ summaryOf: async () => state });
    const { say, harness } = talkTo({ connecting });
    harness.answers['users.info'] = { user: { id: 'UANA', is_admin } };
    harness.generations.spentByPerson = async () => ({ used: 12, reserved: 8, limit });
    const answer = await say('how many credits do I have left?');
    expect(answer).toMatchObject({ words: expect.stringContaining(words) });
    if (!is_admin) expect(answer).not.toMatchObject({ words: expect.stringContaining('48') });
    await harness.send(press({ action_id: 'usage_own', value: 'home' }));
    expect(wordsOf(harness.made('views.update').at(-1))).toContain(
      words.split(' Slack')[0]?.split(' The w')[0],
    );
  },
);

test.each(['dm', 'command'] as const)('an admin at their limit changes the limits (%s)', async (where) => {
  const { say, harness } = talkTo({ roleOf: async () => 'admin' });
  harness.generations.budgetBlocker = async () => REACHED;
  expect(await say('slides about tea', where)).toMatchObject({
    words: expect.stringMatching(/; you can raise the limit\.$/),
  });
  const answer = harness.made(where === 'dm' ? 'chat.postMessage' : 'respond').at(-1);
  expect(buttonsOf(answer)).toEqual(['Change limits…']);
});

test('a form that is refused sends the message with “Ask an admin”, once', async () => {
  const { reach, askAdmin, harness } = anaAtHerLimit();
  reach({ ...REACHED, used: 12, reserved: 0, needed: 10, channel: 'C1' });
  await harness.send(command('image a lighthouse'));
  const form = opened(harness.made('views.update').at(-1)?.view);
  const answers = [await harness.send(submission(form)), await harness.send(submission(form))];
  for (const answer of answers)
    expect(stringsIn(answer)).toContain('Home. I sent you a direct message with a button for it.');
  expect(harness.made('chat.postMessage')).toMatchObject([{ channel: 'UANA' }]);
  expect(buttonsOf(harness.made('chat.postMessage')[0])).toEqual(['Ask an admin']);
  expect(await askAdmin()).toContain('lighthouse');
  reach({ ...REACHED, limit: 20 });
  expect(stringsIn(await harness.send(submission({ ...form, id: 'V2' })))).not.toContain('direct message');
  expect(harness.made('chat.postMessage')).toHaveLength(1);
});

describe('a person at their limit asks an admin', () => {
  it.each<Place>(['dm', 'channel', 'command'])('and keeps all words, typed in %s', async (where) => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    await say(WORDS, where);
    const kept = await askAdmin();
    expect(kept).toContain('5 slides');
    reach(undefined);
    expect(await say(kept, where)).toMatchObject({ ask: CHOICES });
  });

  it('and keeps the words of a mention in a thread', async () => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    await say('make 5 slides in German', 'thread');
    const kept = await askAdmin();
    reach(undefined);
    expect(await say(kept, 'thread')).toMatchObject({ kind: 'made', ask: { slides: 5, language: 'de' } });
  });

  it('after a yes, and keeps what later sentences have changed', async () => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    reach(undefined);
    await say('slides about tea, theme Ocean, as PDF');
    await say('in German, 5 slides');
    reach(REACHED);
    await say('yes');
    const kept = await askAdmin();
    reach(undefined);
    await say('no');
    expect(await say(kept)).toMatchObject({ ask: CHOICES });
  });

  it('after a yes, and gets the card back, not only its words', async () => {
    const { say, reach, askAdmin, harness } = anaAtHerLimit();
    reach(undefined);
    await say('slides about tea, 4 pages');
    reach(REACHED);
    await say('yes');
    await askAdmin();
    reach(undefined);
    const { message } = await liftedMessage({ ...ana, client: {} as never }, harness.slack);
    expect(wordsOf(message as object)).toContain('Make this?');
    expect(buttonsOf(message as object)).toContain('Make it');
  });

  it.each([
    'a picture of a lighthouse',
    'thorough slides about tea for the board',
    'a web page on tea, with photos, formal',
  ])('after a yes to “%s”', async (words) => {
    const { say, reach, askAdmin } = anaAtHerLimit();
    reach(undefined);
    const before = await say(words);
    reach(REACHED);
    await say('yes');
    const kept = await askAdmin();
    reach(undefined);
    await say('no');
    expect(await say(kept), kept).toEqual(before);
  });
});

describe('a guest whom no admin has let in', () => {
  const asGuest = () => talkTo({ roleOf: async () => 'guest' });
  const keptOf = async ({ harness }: ReturnType<typeof asGuest>) =>
    ((await harness.slack.keptSentences.of(ana.actor)) as { text?: string } | undefined)?.text;

  it.each([
    'what do you keep about me? And make ten slides on spring',
    'why bees matter, 10 slides',
    'open day flyer, one page',
    'share price development, 8 slides',
    'tell the story of our club in 8 slides',
    'forget it, ten slides on tea instead',
    'thanks! ten slides on tea',
    'please let me in, I need slides on spring',
    'in German: ten slides on tea',
    'Kan du lage en prisliste for fotojobbene mine?',
    'make a shot list for the harbour wedding',
    'make the shot list again, 20 shots',
    'our autumn exhibition',
  ])('reads that “%s” is kept, although it also says something else', async (words) => {
    const guest = asGuest();
    await guest.say(words);
    expect(await keptOf(guest)).toBe(words);
    expect(wordsOf(guest.harness.made('chat.postMessage').at(-1))).toContain('I keep this');
  });

  it.each([
    'what do you keep about me?',
    'our data',
    'delete the 8 slides on tea',
    'share my slides with Ben',
    'open the 8 slides on tea',
    'add a slide to my deck',
    'thanks!',
    'why can’t I make slides?',
  ])('has nothing kept after “%s”', async (words) => {
    const guest = asGuest();
    await guest.say(words);
    expect(await keptOf(guest)).toBeUndefined();
  });

  it.each(['', 'our customer data', 'why?'])('has a file kept that comes with “%s”', async (text) => {
    const guest = asGuest();
    const files = [{ id: 'F1', name: 'pitch.pptx' }];
    const dm = { type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', ts: '2.1', files };
    await guest.harness.send(event({ ...dm, subtype: 'file_share', text }, 'EvFile'));
    expect(await guest.harness.slack.keptSentences.of(ana.actor)).toMatchObject({ files });
    expect(wordsOf(guest.harness.made('chat.postMessage').at(-1))).toContain('I keep this');
  });

  it('reads what they can open, and not who sees their words', async () => {
    expect(await asGuest().say('can I open the deck?')).toMatchObject({
      words: expect.stringMatching(/^Yes: you can open what is posted in your conversations/),
    });
  });

  it('gets the button to ask an admin after a click and in a modal, too', async () => {
    const { harness } = asGuest();
    await harness.send(press({ action_id: 'document_another', value: 'g1' }));
    expect(buttonsOf(harness.made('respond').at(-1))).toEqual(['Ask an admin']);
    const user = { id: 'UANA', username: 'ana', team_id: 'T1' };
    await harness.send({ type: 'shortcut', callback_id: 'create_deck', trigger_id: 'trigger-1', user });
    expect(buttonsOf(harness.made('views.open').at(-1)?.view)).toEqual(['Ask an admin']);
    harness.generations.guestRequest = async () => 'open';
    await harness.send(press({ action_id: 'document_another', value: 'g1' }));
    expect(wordsOf(harness.made('respond').at(-1))).toContain('You have asked the Slack admins.');
  });

  it.each([
    ['declined', 'A Slack admin has declined your request. You can ask again tomorrow.'],
    ['open', 'You have asked the Slack admins. I’ll tell you once they let you in.'],
    [undefined, 'You have no open request. `ask an admin` asks the admins to let you in.'],
  ] as const)('reads what has become of the request, which is %s', async (request, words) => {
    const { harness, say } = asGuest();
    harness.generations.guestRequest = async () => request;
    harness.generations.askAdmins = async () => false;
    for (const question of [
      'did the admin answer?',
      'have they decided yet?',
      'any answer from the admins yet?',
      'when will they decide?',
    ])
      expect(await say(question)).toMatchObject({ words });
    await say('slides on tea');
    const wall = harness.made('chat.postMessage').at(-1);
    expect(buttonsOf(wall)).toEqual(request ? [] : ['Ask an admin']);
    if (request) expect(wordsOf(wall)).toContain(words);
  });

  it.each([
    ['declined', 'A Slack admin has declined your request. You can ask again tomorrow.'],
    [undefined, 'The Slack admins get this from you at most once a day. You can ask again tomorrow.'],
  ] as const)('is promised nothing if the request is %s', async (request, words) => {
    const { harness, say } = asGuest();
    harness.generations.guestRequest = async () => request;
    harness.generations.askAdmins = async () => false;
    expect(await say('ask an admin')).toMatchObject({ words });
  });

  const STAYS =
    /^(?:Deckhand is not open to guests of this workspace\. )?What you have made stays where it was posted.* A Slack admin can change or delete it\.$/;

  it('is thanked, asks again behind a complaint, and searches nothing, and what is kept stays', async () => {
    const guest = asGuest();
    await guest.say('ten slides on spring');
    for (const words of ['takk', 'danke', 'thanks'])
      expect(await guest.say(words)).toMatchObject({ words: 'You’re welcome!' });
    const asked: string[] = [];
    guest.harness.generations.askAdmins = async (_, reason) => asked.push(reason) > 0;
    expect(await guest.say('hallo? its two days now. can you ask them again')).toMatchObject({
      words: expect.stringMatching(/^Slack admins get a message/),
    });
    expect(asked).toEqual(['guest']);
    await guest.say('hello, still nothing after two days');
    expect(await guest.say('find autumn photos', 'command')).toMatchObject({
      words: expect.stringMatching(/^Deckhand is not open to guests/),
    });
    expect(await keptOf(guest)).toBe('ten slides on spring');
  });

  it('gets the button again once a day has passed without an answer', async () => {
    const guest = asGuest();
    guest.harness.generations.guestRequest = async () => 'unanswered';
    await guest.say('ten slides on spring');
    const shown = guest.harness.made('chat.postMessage').at(-1);
    expect(wordsOf(shown)).toContain('None of the Slack admins whom you have asked has answered yet');
    expect(buttonsOf(shown)).toEqual(['Ask an admin']);
  });

  it.each(['where are my slides', 'where is my deck?', 'delete the shot list', 'recent', 'find harbour'])(
    'reads after “%s” what happens to documents of earlier',
    async (words) => {
      for (const where of ['dm', 'command'] as const) {
        const { harness, say } = asGuest();
        const before = await say(words, where);
        expect(before).not.toMatchObject({ words: expect.stringMatching(STAYS) });
        harness.generations.put(aGeneration());
        expect(await say(words, where)).toMatchObject({ words: expect.stringMatching(STAYS) });
      }
    },
  );

  it.each(['not now', 'no', 'forget it', 'drop it'])(
    'puts a card that is still open away by “%s”',
    async (words) => {
      let role: Role = 'member';
      const { harness, say, proposals } = talkTo({ roleOf: async () => role });
      await say('five slides on trail signs');
      role = 'guest';
      expect(await say(words)).toMatchObject({ words: 'OK, not made. Nothing was spent.' });
      expect(await proposals.find(ana.actor, 'p1')).toBeNull();
      expect(harness.made('chat.delete')).toHaveLength(1);
    },
  );

  const WALL = 'Nothing was made: guests are shut out. `ask an admin` asks for access.';

  it('reads that nothing is made of a card that is still open, and “forget it” drops it with what is kept', async () => {
    let role: Role = 'member';
    const { harness, say, proposals } = talkTo({ roleOf: async () => role });
    await say('five slides on trail signs');
    role = 'guest';
    expect(await say('make it')).toMatchObject({ words: WALL });
    await say('slides on tea');
    expect(await say('yes')).toMatchObject({
      words: expect.stringMatching(/^Nothing was made: guests are shut out\..*“slides on tea”/),
    });
    expect(await say('forget it')).toMatchObject({
      words: 'OK, forgotten: “slides on tea”. What was still open is dropped, too; nothing was spent.',
    });
    expect(await proposals.find(ana.actor, 'p1')).toBeNull();
    expect(await harness.slack.keptSentences.of(ana.actor)).toBeUndefined();
  });

  const LAST = /^I keep what you asked for last, .*“slides on tea”/;

  // Each sentence comes after a request that is kept, and must not replace it.
  it.each<[string, RegExp]>([
    ['whats waiting for me', LAST],
    ['whats kept', LAST],
    ['is this saved', LAST],
    ['in German please', LAST],
    ['how long till my request is deleted', LAST],
    ['is my request saved somewhere?', LAST],
    ['keep both', LAST],
    ['wait why am i out again', /^Making documents spends this workspace’s credits/],
    ['who made that decision?', /^Slack admins decide whether guests may use Deckhand/],
    ['please dont use my messages in other peoples decks', /^Your messages in what others have made/],
    ['include my messages again', /^Your messages in what others have made/],
    ['keep my messages out', /^Your messages in what others have made/],
    ['do you keep the photos i send you?', /^Photos I don’t read and don’t keep/],
    ['can i still get at my files?', /^What you have made stays where it was posted/],
    ['make that post punchier', /^Documents can’t be changed while guests are shut out/],
    [
      'make the title of the licence agreement bigger',
      /^Documents can’t be changed while guests are shut out/,
    ],
    ['never mind the brief', /^OK, forgotten: “slides on tea”/],
    ['no longer needed', /^OK, forgotten: “slides on tea”/],
  ])('reads an answer to “%s”, and what was asked for stays kept', async (words, answer) => {
    const guest = asGuest();
    await guest.say('slides on tea');
    expect(await guest.say(words)).toMatchObject({ words: expect.stringMatching(answer) });
    expect(await keptOf(guest)).toBe(/forgotten/.test(answer.source) ? undefined : 'slides on tea');
  });

  it.each([
    ['no keep the shot list please, not the pricing one', 'make a shot list for the harbour wedding'],
    ['keep the first one', 'make a shot list for the harbour wedding'],
    ['keep the old one', 'an instagram post about the harbour shoot'],
    ['no, keep the instagram post', 'an instagram post about the harbour shoot'],
    ['keep the pricing sheet', 'and a pricing sheet for weddings'],
  ])('brings back by “%s” what later requests have replaced', async (words, kept) => {
    const guest = asGuest();
    for (const one of [
      'make a shot list for the harbour wedding',
      'an instagram post about the harbour shoot',
      'and a pricing sheet for weddings',
      words,
    ])
      await guest.say(one);
    expect(await keptOf(guest)).toBe(kept);
  });

  it('reads after “erase all of it” and “yes” that only the button erases', async () => {
    const { harness, say } = asGuest();
    await say('slides on tea');
    await say('erase all of it');
    expect(await say('yes')).toMatchObject({ words: 'Not erased yet: press *Erase it*.' });
    expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toContain('Erase it');
    await say('what do you keep about me?');
    expect(await say('ok')).toMatchObject({ words: 'OK. `ask an admin` asks the admins to let you in.' });
  });

  it('puts a card that is still open away by *Not now*', async () => {
    let role: Role = 'member';
    const { harness, say, proposals } = talkTo({ roleOf: async () => role });
    await say('five slides on trail signs');
    role = 'guest';
    await harness.send(press({ action_id: 'proposal_drop', value: 'p1' }));
    expect(harness.made('respond')).toMatchObject([{ delete_original: true }]);
    expect(await proposals.find(ana.actor, 'p1')).toBeNull();
  });

  it('sees Home as it is after *Erase it*', async () => {
    const { harness } = asGuest();
    const home = { type: 'home', id: 'V1', hash: 'h', blocks: [], state: { values: {} } };
    await harness.send(pressInView({ action_id: 'settings_erase_own_data', value: 'me' }, home));
    expect(buttonsOf(harness.made('views.publish').at(-1)?.view)).toContain('Ask an admin');
  });

  it('reads only once in ten minutes whom to ask, unless asked for it', async () => {
    const { harness, say } = asGuest();
    expect(await say('slides on tea')).toMatchObject({ words: expect.stringContaining('A Slack admin') });
    expect(await say('slides on coffee')).toMatchObject({ words: 'Guests still can’t use Deckhand here.' });
    const last = harness.made('chat.postMessage').at(-1);
    expect(wordsOf(last)).toContain('“slides on coffee”');
    expect(buttonsOf(last)).toEqual(['Ask an admin']);
    for (const [words, where] of [
      ['who can let me in?', 'dm'],
      ['slides on tea', 'channel'],
    ] as const)
      expect(await say(words, where)).toMatchObject({ words: expect.stringContaining('A Slack admin') });
  });

  it('reads the same admins in every answer', async () => {
    const { harness, say } = asGuest();
    const members = ['UA', 'UB', 'UC'].map((id) => ({ id, team_id: 'T1', is_admin: true }));
    harness.answers['users.list'] = { members };
    const named = expect.stringContaining('A Slack admin (<@UA>, <@UB>, <@UC>) can');
    for (const words of ['slides on tea', 'who can let me in?', 'who are the admins?'])
      expect(await say(words)).toMatchObject({ words: named });
  });

  it.each([
    'ask an admin',
    'please ask the admins for me',
    'can you ask grace for me pls',
    'can you ask <@UGRACE> for me',
    'OK, can you ask them?',
    'tell an admin',
    'please let me in, i work with Elin on the photos',
    'can I get access to Deckhand?',
    'i want to use deckhand',
  ])('types “%s”, and the admins get the request', async (words) => {
    for (const where of ['dm', 'channel', 'command'] as const) {
      const { harness, say } = asGuest();
      let asked = 0;
      harness.generations.askAdmins = async (_, blocker) => {
        asked += blocker === 'guest' ? 1 : 0;
        return true;
      };
      expect(await say(words, where)).toMatchObject({
        words:
          'Slack admins get a message that you ask for this, without your words. I’ll tell you once they let you in.',
      });
      expect(asked).toBe(1);
    }
  });

  it.each([
    'a deck for the admins',
    'ask an admin about the budget deck',
    'can I use you?',
    'I want to use Deckhand for slides on trail signs',
    'can I get access: ten slides on door codes',
  ])('asks nobody by “%s”', async (words) => {
    const { harness, say } = asGuest();
    harness.generations.askAdmins = () => Promise.reject(new Error('nobody is to be asked'));
    expect(await say(words)).toMatchObject({ words: expect.stringContaining('not open to guests') });
  });

  it.each([
    'what did you keep of me',
    'what do you have stored now?',
    'and now, anything stored?',
    'do you still keep anything?',
    'delete all my stuff',
    'delete everything you have',
    'delete everything',
  ])('reads after “%s” what is kept, with the buttons to get and to erase it', async (words) => {
    const places = words.startsWith('delete') ? (['dm', 'channel', 'command'] as const) : (['dm'] as const);
    for (const where of places) {
      const { harness, say } = asGuest();
      const last = () => harness.calls.findLast(({ method }) => /^chat\.post|^respond/.test(method))?.args;
      await say(words, where);
      expect(wordsOf(last())).toMatch(/I keep no request of yours\..*Send it to me.*Erase it/s);
      await say('five slides on trail signs');
      await say(words, where);
      expect(wordsOf(last())).toMatch(
        /^I keep what you asked for last, .*until .*“five slides on trail signs”\..*Send it to me.*Erase it/s,
      );
    }
  });

  it('reads that documents and digests of earlier are kept, too', async () => {
    const { harness, say } = asGuest();
    const entries = [{ namespace: 'proposals' }, { namespace: 'kept_sentences' }];
    harness.slack.ownData.export = async () => ({ documents: [{}], digests: [{}], entries, audit: [] });
    expect(await say('what do you know about me?')).toMatchObject({
      words:
        'I keep no request of yours. Also kept: the titles, links and costs of your documents, and what you asked for until they are delivered; your digests; the texts of your cards, for up to a day. *Send it to me* has all of it.',
    });
    expect(await say('is my old card gone?')).toMatchObject({
      words: 'I keep no request of yours. Cards that are still open can’t be made; *Not now* puts them away.',
    });
  });

  it('reads which words are kept, until when, and which other words they replace', async () => {
    const { harness, say } = asGuest();
    const answerTo = async (words: string) => {
      await say(words);
      return wordsOf(harness.made('chat.postMessage').at(-1));
    };
    const kept = /I keep this .*until .*: “slides on tea”\. Once guests are let in/;
    expect(await answerTo('slides on tea')).toMatch(kept);
    expect(await answerTo('slides on tea')).toMatch(kept);
    expect(await answerTo('slides on coffee')).toMatch(
      /“slides on coffee”\. It replaces “slides on tea”: `keep the old one` brings that back\. Once/,
    );
    expect(await answerTo('make slides')).toMatch(
      /^Guests still can’t use Deckhand here, so I can’t do that\. I keep what you asked for last, .*“slides on coffee”/,
    );
  });

  it.each(['what would it cost', 'who pays?'])('reads after “%s” that the workspace pays', async (words) => {
    expect(await asGuest().say(words)).toMatchObject({
      words:
        'You pay nothing yourself. Making documents spends this workspace’s credits, so a Slack admin has to allow it first.',
    });
  });
});
