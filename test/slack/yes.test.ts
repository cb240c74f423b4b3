import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { event, press } from '../support/harness/slack-requests.ts';
import { isFast } from '../support/processor-time.ts';
import { wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** What counts as a yes to an open card, because a yes spends credits. */

it.each([
  ...[
    'Not now, ok',
    'Not today, ok',
    'No. Fine.',
    'No, not that, ok',
    'Never mind. OK thanks!',
    '👎 ok',
    '-1 ok',
  ],
  ...['ok thanks', 'that is fine for now', 'Lol. Right.', 'better', 'k', 'ah right'],
  ...[
    'They do it',
    'We all do it',
    'The boss is all right, they do it',
    'Could you confirm?',
    'this is too long, make it',
    'she likes it but the date is wrong, go',
  ],
  ...['if Ana agrees, go', 'unless Ben says ok, go', 'when the boss is happy, make it', 'if ok, go'],
  ...['Ben has to approve, then go', 'need Ben’s ok, go', 'ask Ben for his ok, then go', 'cannot agree, go'],
  ...['nobody likes it, make it', 'Ben might agree, go', 'boss must approve, go', 'hardly ok, go'],
  ...['Ana would like another title, make it', 'great in German, make it', 'ok with 5 slides, make it'],
  ...[
    'yeah right',
    'good start',
    'make way',
    'absolutely lovely',
    'well done, ok',
    'nice build',
    'great run',
  ],
  ...[
    'we can do it!',
    'you can do it',
    'will you make it?',
    'can we make it?',
    'let’s see',
    'ok I will tell Ben',
  ],
  ...[
    'I’d say yes',
    'yes I guess',
    'wrong channel. Ok',
    'yes?',
    'good luck, go',
    'thanks for nothing, go',
    '<@UBEN> are you ok with it, go',
    'isnt great, go',
  ],
  ...['nein, los', 'los geht’s nicht', 'los angeles', 'na', 'ja, mal sehen'],
])('“%s” is no yes', async (words) => {
  const { harness, say } = talkTo();
  await say('slides on tea', 'channel');
  await say(words, 'channel');
  expect(harness.generations.all()).toEqual([]);
});

it.each([
  'Haha perfect, make it',
  'The boss is happy, do it',
  'Could you make it?',
  'Great! Yes please',
  'yes thanks',
  'ok',
  'boss says yes, go',
  'she’s fine with it, go ahead',
  'Yes, I’m happy with that',
  'I like it, go',
  'the client is ok, go',
  'Ben agrees, yes',
  'you can make it',
  'go for it',
  'of course',
  'Very well, please go ahead with it.',
  'sì, grazie',
  ...['ja, los', 'los geht’s', 'na dann los', 'danke, los', 'auf geht’s', 'oui, on y va', 'c’est parti'],
  ...['allez', 'sí, vamos', 'dale', 'dai, andiamo', 'doe maar', 'kör på'],
])('“%s” is a yes', async (words) => {
  const { say } = talkTo();
  await say('slides on tea', 'channel');
  expect(await say(words, 'channel')).toMatchObject({ kind: 'made' });
});

it.each(['both', 'yes, both', 'all two'])(
  'with three open cards, “%s” makes none and asks which',
  async (words) => {
    const { harness, say } = talkTo();
    for (const topic of ['tea', 'coffee', 'cocoa']) await say(`slides on ${topic}`, 'channel');
    expect(await say(words, 'channel')).toEqual({
      kind: 'says',
      words:
        'Several cards are open. Say which one, for example `@Deckhand the first`, or `@Deckhand none` to drop them all.',
    });
    expect(harness.generations.all()).toEqual([]);
  },
);

it.each(['the end', 'the other one', 'the best'])(
  '“%s” names no card whose words only contain it',
  async (words) => {
    const { harness, say } = talkTo();
    await say('slides on the calendar of our brother company', 'channel');
    await say('a web page about the bestseller list', 'channel');
    await say('yes', 'channel');
    await say(words, 'channel');
    expect(harness.generations.all()).toEqual([]);
  },
);

it.each([
  ['the web page first', 'webpage'],
  ['yes, the slides too', 'presentation'],
  ['the one about coffee', 'webpage'],
])('of two open cards, “%s” makes the %s', async (words, format) => {
  const { say } = talkTo();
  await say('slides on tea', 'channel');
  await say('a web page about coffee', 'channel');
  await say('yes', 'channel');
  expect(await say(words, 'channel')).toMatchObject({ kind: 'made', ask: { format } });
});

it('“no to the web page” drops only this card', async () => {
  const { harness, say } = talkTo();
  await say('slides on tea', 'channel');
  await say('a web page about coffee', 'channel');
  await say('no to the web page, Ana wrote one', 'channel');
  expect(harness.generations.all()).toEqual([]);
  expect(await say('yes', 'channel')).toMatchObject({ kind: 'made', ask: { format: 'presentation' } });
});

it.each([
  ...['Not now, both', 'Not yet, all', 'Not today, the first'],
  ...['ok not now, both', 'the first 👎', 'both 👎', 'both :-1:'],
])('“%s” makes none', async (words) => {
  const { harness, say } = talkTo();
  for (const topic of ['tea', 'coffee']) await say(`slides on ${topic}`, 'channel');
  await say(words, 'channel');
  expect(harness.generations.all()).toEqual([]);
});

describe('nobody spends without a yes of the person, at the card, in time', () => {
  const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
  const buttons = ['proposal_make', 'proposal_make_for_person'];
  const nothing = { kind: 'says', words: expect.stringMatching(/^Nothing is waiting for a yes/) };

  it.each<Place>(['dm', 'channel', 'thread'])(
    'another person cannot answer a card of Ana, in words or with its buttons (%s)',
    async (where) => {
      const { harness, say } = talkTo();
      await say('we could use slides on tea', where);
      for (const words of ['yes', 'Ana says yes, go', 'the first one'])
        expect((await say(words, where, 'UBEN')).kind).not.toBe('made');
      for (const action_id of buttons) await harness.send(press({ action_id, value: 'p1' }, ben));
      expect(harness.generations.all()).toEqual([]);
      expect(await say('yes', where)).toMatchObject({ kind: 'made', ask: { person: 'UANA' } });
    },
  );

  it.each<[Place, Place]>([
    ['channel', 'otherChannel'],
    ['channel', 'thread'],
    ['thread', 'otherThread'],
    ['thread', 'channel'],
    ['thread', 'dm'],
    ['dm', 'channel'],
  ])('a card in one place (%s) is not answered by a yes in another (%s)', async (at, elsewhere) => {
    const { harness, say } = talkTo();
    await say('we could use slides on tea', at);
    expect(await say('yes', elsewhere)).toEqual(nothing);
    expect(harness.generations.all()).toEqual([]);
  });

  it('after ten minutes a yes in words is for no card, and after a day the buttons make nothing', async () => {
    const { harness, say } = talkTo();
    const { clock } = harness.slack;
    await say('slides on tea', 'channel');
    await clock.sleep(10 * 60_000);
    expect(await say('yes', 'channel')).toEqual(nothing);
    await clock.sleep(24 * 60 * 60_000);
    for (const action_id of buttons) await harness.send(press({ action_id, value: 'p1' }));
    expect(harness.generations.all()).toEqual([]);
  });

  it.each(['dm', 'channel', 'thread'] as const)(
    'several yes at once, in words and with the button, make one document (%s)',
    async (where) => {
      const { harness, say } = talkTo();
      await say('we could use slides on tea', where);
      const click = () => harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
      await Promise.all([say('yes', where), click(), say('go ahead', where), click(), say('yes', where)]);
      await say('yes', where);
      await click();
      expect(harness.generations.all()).toHaveLength(1);
    },
  );
});

/** A sentence in the channel, which is handled again after a crash with the same id. */
function aSentence({ harness }: ReturnType<typeof talkTo>, text: string) {
  const mention = { type: 'app_mention', channel: 'C1', user: 'UANA', text: `<@UBOT> ${text}`, ts: '4.1' };
  return (isAgain: boolean) => harness.send(event(mention, 'EvCrashed'), { isAgain });
}

it.each(['the last one', 'the first', '2', 'all'])(
  '“%s” handled again after a crash makes nothing more',
  async (words) => {
    const talk = talkTo();
    for (const topic of ['tea', 'coffee', 'cocoa']) await talk.say(`slides on ${topic}`, 'channel');
    const send = aSentence(talk, words);
    await send(false);
    const made = talk.harness.generations.all().length;
    await talk.say('slides on juice', 'channel');
    await send(true);
    expect(talk.harness.generations.all()).toHaveLength(made);
  },
);

it.each(['yes', 'no', 'forget that. A post about milk'])(
  '“%s” handled again after a crash answers no newer card',
  async (words) => {
    const talk = talkTo();
    await talk.say('slides on tea', 'channel');
    const send = aSentence(talk, words);
    await send(false);
    const made = talk.harness.generations.all().length;
    await talk.say('slides on coffee', 'channel');
    await send(true);
    expect(talk.harness.generations.all()).toHaveLength(made);
    expect(
      await talk.proposals.find({ team: 'T1', person: 'UANA' }, words.startsWith('f') ? 'p3' : 'p2'),
    ).not.toBeNull();
  },
);

it.each(['dm', 'channel'] as const)(
  '“half as many” handled again after a crash halves once (%s)',
  async (where) => {
    const talk = talkTo();
    await talk.say('eight slides on tea', where);
    const places = where === 'dm' ? { type: 'message', channel_type: 'im', channel: 'D1' } : {};
    const mention = { type: 'app_mention', channel: 'C1', user: 'UANA', text: 'half as many', ts: '4.1' };
    const said = event({ ...mention, ...places }, 'EvCrashed');
    await talk.harness.send(said);
    await talk.harness.send(said, { isAgain: true });
    expect(await talk.say('yes', where)).toMatchObject({ kind: 'made', ask: { slides: 4 } });
    await talk.harness.send(said, { isAgain: true });
    expect(talk.harness.generations.all()).toHaveLength(1);
  },
);

it('a number means the card in the list, also after another card of the list was answered', async () => {
  const { harness, say, proposals } = talkTo();
  for (const topic of ['tea', 'coffee', 'cocoa']) await say(`slides on ${topic}`, 'channel');
  await say('yes', 'channel');
  await proposals.discard({ team: 'T1', person: 'UANA' }, 'p1');
  await say('the second one', 'channel');
  expect(harness.generations.all().map(({ ask }) => ask?.prompt)).toEqual([
    expect.stringContaining('coffee'),
  ]);
});

it('a number means the card in the list, also if it is the only one that is left', async () => {
  const { harness, say, proposals } = talkTo();
  for (const topic of ['tea', 'coffee']) await say(`slides on ${topic}`, 'channel');
  await say('yes', 'channel');
  await proposals.discard({ team: 'T1', person: 'UANA' }, 'p1');
  await say('the first one', 'channel');
  expect(harness.generations.all()).toEqual([]);
  await say('the second one', 'channel');
  expect(harness.generations.all()).toHaveLength(1);
});

it.each([
  ['the same as a document, just for me', { channel: 'UANA' }],
  ['the same as a document, and post it in <#C2|plans>', { channel: 'C2' }],
])('“%s” goes where the sentence says', async (words, destination) => {
  const { say } = talkTo();
  await say('slides on tea', 'channel');
  await say('yes', 'channel');
  expect(await say(words, 'channel')).toMatchObject({ kind: 'card', ask: { destination } });
});

it('“the same” after a digest is an ask of the person, not a run of the digest', async () => {
  const { harness, say } = talkTo();
  const { ask } = aGeneration();
  harness.generations.put(
    aGeneration({
      createdAt: new Date(harness.slack.clock.now()),
      ask: ask && { ...ask, digest: { id: 'd1' } },
    }),
  );
  const outcome = await say('the same as a document', 'channel');
  expect(outcome).toMatchObject({ kind: 'card', ask: { format: 'document', theme: { id: 'ocean' } } });
  expect(outcome.kind === 'card' && outcome.ask.digest).toBeUndefined();
});

it.each([
  ...['make a one-pager, keep it private', 'make slides of this, don’t post it here'],
  ...[
    'we need slides of this, but not today',
    'I want slides of this to be shorter',
    'nobody needs slides of this',
  ],
  ...['make slides of this, no wait, make it a one-pager', 'make slides of this and send them to Marta'],
  ...['make slides of this but not in this thread', 'make slides of this later', 'make slides of this? no'],
  ...['turn this into slides once Ben agrees', 'create a summary next time'],
  ...[
    'make slides of this? let me think',
    'summarize this? Why?',
    'a deck? not sure',
    'could this become slides?',
  ],
  ...['make slides of this if Ben agrees', 'make slides of this when Ben is back', 'mach keine Folien'],
  ...[
    'make slides of this... actually no',
    'make slides of this, actually don’t',
    'mach Folien, aber später',
  ],
  ...['make slides of this - no wait', 'make slides of this, just kidding'],
  ...[
    'make slides of this, not',
    'make slides of this, on second thought no',
    'make slides of this and wait for my ok',
  ],
  ...['make slides of this but show me the card first', 'mach Folien daraus, aber nicht hier posten'],
  ...['make slides of this, only for Ben and me', 'mach Folien daraus, wenn Ben zustimmt'],
  ...['report: all done', 'tl;dr: we lost', 'letter from the tax office, urgent', 'agenda for tomorrow'],
  ...['deck for Alpinhuset, version 3', 'newsletter of May, please forward', 'write a report already'],
  ...['make a deck, Ben', 'make slides of this Ben', 'could you make the slides, Ana?'],
  ...['make slides of this next week', 'turn this into a doc on Friday', 'make slides of this every Monday'],
  ...['make slides of this would be silly', 'this in a document would be great, please'],
  ...[
    'making slides of this now',
    'ok, preparing the report for Monday',
    'we have this as a document already',
  ],
])('in a thread, “%s” gets a card and is not made for everybody at once', async (words) => {
  const { say } = talkTo();
  expect(await say(words, 'thread')).toMatchObject({ kind: 'card' });
});

it.each([
  ...[
    'make a one-pager',
    'slides please, in German, 6',
    'one-pager, German, dm me',
    'deck please, Ocean theme',
  ],
  ...['would you mind making slides of this', 'make a one-pager for Tom, Aisha and the early crew'],
  ...['we need this as slides', 'I need slides of this thread for the owners, in German'],
  ...['make slides for next week', 'slides for the board', 'make slides of what would help us'],
  ...['make slides of this, if possible', 'can you make slides of this', 'make a deck about when to sell'],
])('in a thread, “%s” is made', async (words) => {
  const { say } = talkTo();
  expect(await say(words, 'thread')).toMatchObject({ kind: 'made' });
});

it.each([
  'make a one-pager for my eyes only',
  'make slides only visible to me',
  'make slides, but only I should see them',
])('in a thread, “%s” is made for the person alone', async (words) => {
  const { say } = talkTo();
  expect(await say(words, 'thread')).toMatchObject({
    kind: 'made',
    ask: { destination: { channel: 'UANA' } },
  });
});

it('a mention of 40,000 characters is read within a second', async () => {
  const { say } = talkTo();
  expect(await isFast(() => say(`make slides of this${', no'.repeat(9_990)} x`, 'thread'))).toBe(true);
});

it('“another version of our app” is a topic and not the former one', async () => {
  const { say } = talkTo();
  await say('slides on salaries', 'channel');
  await say('yes', 'channel');
  const outcome = await say('make a deck about another version of our app for customers', 'channel');
  expect(outcome).toMatchObject({ ask: { prompt: 'another version of our app for customers' } });
});

it.each([
  ['slides on our gas leaks in May', 'sorry, April not May', 'our gas leaks in April'],
  ['tweet: book launch, Thursday 7pm', 'its Friday not Thursday sorry', 'book launch, Friday 7pm'],
])('“%s”, then “%s” corrects the word', async (first, then, prompt) => {
  const { say } = talkTo();
  await say(first);
  expect(await say(then)).toMatchObject({
    kind: 'changed',
    ask: { prompt: expect.stringContaining(prompt) },
  });
});

it.each([
  ['yes', ['make the title shorter']],
  ['no', []],
])('“%s” answers the card that proposes a change of a document', async (words, changes) => {
  const { harness, say } = talkTo();
  harness.generations.put(aGeneration({ channel: 'C1', threadTs: '1.1' }));
  await say('make the title shorter', 'thread');
  await say(words, 'thread');
  const edits = harness.generations.all().filter(({ ask }) => ask?.work.kind === 'edit');
  expect(edits.map(({ ask }) => ask?.prompt)).toEqual(changes);
});

describe('a yes or a no before a request of its own', () => {
  it('makes the open card, and the request gets a card', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('great, yes. also a picture of a red backpack');
    expect(harness.generations.all()).toMatchObject([{ ask: { prompt: 'tea' } }]);
    const card = harness.made('chat.postMessage').at(-1);
    expect(card).toMatchObject({ text: 'Make this? “a red backpack”' });
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { work: { kind: 'image' } } });
  });

  it.each([
    ['ok. also a picture of a red backpack'],
    ['yes. and add a slide on prices'],
    ['yes. in German please'],
    ['sounds good? a deck on coffee'],
  ])('but “%s” makes nothing', async (words) => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say(words);
    expect(harness.generations.all()).toEqual([]);
  });

  it('makes nothing if two cards are open', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('make a document about coffee');
    await say('yes. also a picture of a red backpack');
    expect(harness.generations.all()).toEqual([]);
  });

  it('drops the card after a no', async () => {
    const { harness, say, proposals } = talkTo();
    await say('draw me a backpack');
    await say('no forget the picture, make a post about our shop');
    expect(await proposals.find({ team: 'T1', person: 'UANA' }, 'p1')).toBeNull();
    expect(harness.made('chat.postMessage').at(-1)).toMatchObject({
      text: 'Make this? “post about our shop”',
    });
    expect(harness.generations.all()).toEqual([]);
  });

  it('says on the new card why the other was not made', async () => {
    const { harness, say } = talkTo();
    harness.generations.budgetBlocker = async ({ work }) =>
      work.kind === 'image'
        ? undefined
        : { blocker: 'credits_of_person', used: 10, reserved: 0, limit: 10, needed: 27 };
    await say('slides on tea');
    await say('yes. also a picture of a red backpack');
    expect(harness.generations.all()).toEqual([]);
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toMatch(/red backpack.*You have used 10 of 10/s);
  });

  it('that is handled again after a crash makes one document, and not the card of the request', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    const said = event(
      {
        type: 'message',
        channel_type: 'im',
        channel: 'D1',
        user: 'UANA',
        text: 'yes. also a picture of a fox',
        ts: '4.1',
      },
      'EvCrashed',
    );
    await harness.send(said);
    await harness.send(said, { isAgain: true });
    expect(harness.generations.all()).toMatchObject([{ ask: { prompt: 'tea' } }]);
    expect(await say('yes')).toMatchObject({ kind: 'made', ask: { prompt: 'a fox' } });
  });
});
