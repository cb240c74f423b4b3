import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { type Given, playedSettings } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';
import { type Conversation, conversations } from './conversations.ts';
import { type Place, talkTo as talkToDeckhand } from './talk-to.ts';

/** Deckhand, whose answers are read as one line each. */
function talkTo(given?: Given) {
  const { harness, say, proposals } = talkToDeckhand(given);
  return {
    harness,
    proposals,
    async say(...said: Parameters<typeof say>): Promise<string> {
      const outcome = await say(...said);
      return outcome.kind === 'says' ? `says ${outcome.words}` : `${outcome.kind} ${inWords(outcome.ask)}`;
    },
  };
}

/** An estimate of what is asked for. */
const costing = (from: number, to: number, each: 'ask' | 'slide') => ({
  ...{ shown: { from, to, each }, usual: to, reserve: to },
});

/** An ask on one line: "presentation, 10 slides, for the board, de, pptx: our spring launch". */
function inWords({
  format,
  slides,
  audience,
  tone,
  language,
  theme,
  template,
  exportAs,
  title,
  images,
  sharing,
  folder,
  source,
  textMode,
  destination,
  prompt,
  work,
}: Ask): string {
  const parts = [
    work.kind === 'document' ? format : work.kind,
    work.kind === 'image' && work.size,
    slides && `${slides} slides`,
    audience && `for ${audience}`,
    tone && `${tone} tone`,
    language,
    textMode,
    theme && `theme ${theme.name}`,
    template && `template ${template.name}`,
    folder && `in folder ${folder.name}`,
    images?.source,
    images?.style && `${images.style} images`,
    title && `title ${title}`,
    sharing && JSON.stringify(sharing).replaceAll('"', ''),
    exportAs ?? 'no file',
    source.kind === 'text' ? undefined : `of the ${source.kind}`,
    destination.channel === 'UANA' ? 'to her alone' : undefined,
  ];
  return `${parts.filter(Boolean).join(', ')}: ${prompt.replaceAll('\n', ' / ') || '(all)'}`;
}

describe('a conversation with Deckhand', () => {
  it.each(conversations.map((turns) => [turns[0]?.[0], turns] as [string, Conversation]))(
    '%s',
    async (_, turns) => {
      const { say } = talkTo();
      const heard: string[] = [];
      for (const [said, , where] of turns) heard.push(await say(said, where));
      const expected = turns.map(([, answer]) => answer);
      expect(
        heard.map((answer, turn) =>
          expected[turn]?.endsWith('…') ? `${answer.slice(0, (expected[turn]?.length ?? 1) - 1)}…` : answer,
        ),
      ).toEqual(expected);
    },
  );

  it('“stop” stops the only document under way, and shows buttons if there are several', async () => {
    const { harness, say } = talkTo();
    harness.generations.put(aGeneration({ state: 'delivered' }));
    expect(await say('stop')).toBe('says Nothing is under way.');
    harness.generations.put(aGeneration({ id: 'g2', state: 'following' }));
    harness.generations.put(aGeneration({ id: 'g3', state: 'following' }));
    expect(await say('stop')).toBe('says Your last 3 documents.');
    await harness.generations.stop('T1', 'g3');
    expect(await say('stop')).toMatch(/^says Stopped: “/);
    expect(await say('stop')).toBe('says Nothing is under way.');
  });

  it.each([
    ['das gleiche auf deutsch bitte', 'de'],
    ['la même chose en français, s’il te plaît', 'fr'],
    ['lo mismo en español', 'es'],
  ])('“%s” after a result repeats it in this language', async (words, language) => {
    const { say } = talkTo();
    await say('slides on tea');
    await say('yes');
    expect(await say(words)).toBe(`card presentation, ${language}, pptx: tea`);
  });

  it('after the text was deleted, the same in another language starts from the document, and as a one-pager from its title', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('yes');
    const [made] = harness.generations.all();
    const done = { state: 'delivered', docId: 'g_1', title: 'Tea' } as const;
    harness.generations.put(aGeneration({ ...made, ...done }));
    harness.generations.askOf = async () => ({ ...made?.ask, prompt: '' }) as Ask;
    expect(await say('now in French')).toBe(
      'card presentation, fr, template Tea, title Tea, pptx: The same content as “Tea”',
    );
    await say('no');
    expect(await say('the same as a one-pager')).toBe('card document, 1 slides, pdf: Tea');
  });

  it.each([
    ['thread', 'make a deck'],
    ['channel', 'slides of the last two weeks'],
    ['dm', 'slides on tea'],
  ] as const)(
    'after a change of a document (%s), the same in German starts from the changed document, and as a one-pager says that it does not',
    async (where, words) => {
      const { harness, say } = talkTo();
      await say(words, where);
      if (where !== 'thread') await say('yes', where);
      const [made] = harness.generations.all();
      const done = { ...made, state: 'delivered', docId: 'g_1', title: 'Tea' } as const;
      harness.generations.put(aGeneration(done));
      const document = { docId: 'g_1', title: 'Tea' };
      const createdAt = new Date(harness.slack.clock.now() + 1);
      const changed = { ...made?.ask, work: { kind: 'edit', document }, source: { kind: 'text' } } as Ask;
      harness.generations.put(aGeneration({ ...done, id: 'g9', work: 'edit', ask: changed, createdAt }));
      harness.generations.askOf = async (_, id) => (id === 'g9' ? changed : (made?.ask ?? null));
      expect(await say('the same in German', where)).toBe(
        'card presentation, de, template Tea, title Tea, pptx: The same content as “Tea”',
      );
      await say('no', where);
      const { kind } = made?.ask?.source ?? {};
      expect(await say('the same as a one-pager', where)).toMatch(
        kind === 'text' ? /^card document.*: tea$/ : new RegExp(`^card document.*of the ${kind}`),
      );
      const card = harness.made(where === 'dm' ? 'chat.postMessage' : 'chat.postEphemeral').at(-1);
      expect(wordsOf(card)).toContain('It starts from what the document was made of, without your changes.');
      if (kind === 'text') return;
      // In a direct message, the document is not taken, because it may be of a private channel, and a template is checked by its places.
      harness.generations.put(aGeneration({ ...done, id: 'g9', work: 'edit', channel: 'UANA', createdAt }));
      await say('no', where);
      expect(await say('the same in German')).toMatch(new RegExp(`of the ${kind}`));
    },
  );

  it('a reply below a finished document is about this document, also while a card is open', async () => {
    const { harness, say } = talkTo();
    harness.generations.put(aGeneration({ state: 'delivered', channel: 'D1', rootTs: '5.5', docId: 'g_1' }));
    await say('slides on tea');
    expect(await say('make the title shorter', 'dmThread')).toMatch(/^says Change “/);
    expect(await say('yes')).toBe('made presentation, pptx: tea');
  });

  it.each(['dm', 'dmThread'] as const)(
    'a change that she asks for while the document is being made has a button for later, with her words (%s)',
    async (where) => {
      const { harness, say } = talkTo();
      const made = { channel: 'D1', rootTs: '5.5', createdAt: new Date(harness.slack.clock.now()) };
      harness.generations.put(aGeneration({ ...made, id: 'g1', state: 'following', docId: undefined }));
      expect(await say('make it friendlier', where)).toBe(
        'says “Spring launch in Lisbon” is still being made. Send this again once it is there, or press the button then: “make it friendlier”',
      );
      const answer = harness.made('chat.postMessage').at(-1);
      for (const yes of ['yes', 'do it', 'ok'])
        expect(await say(yes, where)).toBe(
          'says Nothing is waiting for a yes. “Spring launch in Lisbon” is being made. To change it, send the change once it is there.',
        );
      const click = { action_id: 'document_change', value: buttonValue(answer, 'document_change') };
      await harness.send(press(click, { channel: { id: 'D1', name: 'x' } }));
      expect(harness.made('respond').at(-1).text).toContain('Try again once it is there.');
      harness.generations.put(aGeneration({ ...made, id: 'g1' }));
      await harness.send(press(click, { channel: { id: 'D1', name: 'x' } }));
      expect(JSON.stringify(harness.made('views.open'))).toContain('"initial_value":"make it friendlier"');
    },
  );

  it('a change that she asks for while only the file is missing says so', async () => {
    const { harness, say } = talkTo();
    const createdAt = new Date(harness.slack.clock.now());
    harness.generations.put(aGeneration({ channel: 'D1', createdAt, state: 'delivering' }));
    expect(await say('make it friendlier')).toBe(
      'says The file of “Spring launch in Lisbon” is still on its way. Send this again once it is there, or press the button then: “make it friendlier”',
    );
  });

  it('a second change that she asks for while the first one is made gets its card, because it waits for its turn', async () => {
    const { harness, say } = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
    const createdAt = new Date(harness.slack.clock.now());
    harness.generations.put(aGeneration({ channel: 'D1', createdAt: new Date(0) }));
    harness.generations.put(
      aGeneration({ id: 'g2', channel: 'D1', work: 'edit', state: 'following', createdAt }),
    );
    expect(await say('add a slide on risks')).toMatch(
      /^says Change “Spring launch in Lisbon”\? “add a slide/,
    );
  });

  it('the buttons of a card that was replaced do nothing any more', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea', 'channel');
    await say('in German', 'channel');
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()).toEqual([]);
    await harness.send(press({ action_id: 'proposal_make', value: 'p2' }));
    expect(harness.generations.all()).toMatchObject([{ ask: { prompt: 'tea', language: 'de' } }]);
  });

  it('a changed card in direct messages stands below the sentence, and goes away once it was answered', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea');
    await say('in German');
    await say('yes');
    expect(harness.made('chat.postMessage')).toHaveLength(2);
    expect(harness.made('chat.delete')).toMatchObject([
      { channel: 'D1', ts: '9.1' },
      { channel: 'D1', ts: '9.2' },
    ]);
  });

  it('a card says what it did not understand, what it will cost and who will see it', async () => {
    const { harness, say } = talkTo();
    harness.slack.generations.expectedCredits = async () => costing(8, 12, 'ask');
    await say('slides on tea as Word', 'channel');
    const [card] = harness.made('chat.postEphemeral');
    expect(wordsOf(card)).toMatch(/Not possible: as Word. I make PowerPoint, PDF and pictures./);
    expect(wordsOf(card)).toMatch(/About 8 to 12 credits. Everyone in <#C1> will see it/);
    harness.slack.generations.expectedCredits = async () => costing(3, 30, 'ask');
    await say('slides on coffee', 'channel');
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain('About 3 to 30 credits.');
    harness.slack.generations.expectedCredits = async () => costing(3, 3, 'slide');
    await say('a document on coffee', 'channel');
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain(
      'About 3 credits a page, so about 30 for ten.',
    );
    harness.slack.generations.expectedCredits = async () => ({ ...costing(3, 3, 'slide'), reserve: 60 });
    await say('a presentation of this month', 'channel');
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain(
      'About 3 credits a slide, up to about 60 in all: the number of slides depends on its length.',
    );
    expect(buttonsOf(card)).toEqual(['Make it here', 'Just for me', 'Details…', 'Not now']);
    await say('100 slides on cocoa', 'channel');
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain('100 slides are too many: 75 is');
    await harness.send(press({ action_id: 'proposal_make_for_person', value: 'p1' }));
    expect(harness.generations.all()).toMatchObject([{ ask: { destination: { channel: 'UANA' } } }]);
  });

  it('a number of pages before the days of a channel needs no verb', async () => {
    const { say } = talkTo();
    expect(await say('one page of today and sunday, nils’ numbers too', 'channel')).toMatch(
      /^card document, 1 slides, pdf, of the channel: nils’ numbers too$/,
    );
  });

  it.each<[string, Place, string]>([
    ['recap of this month for the works council, short', 'channel', 'card presentation, 5 slides,'],
    ['slides of this month, keep it short', 'channel', 'card presentation, 5 slides,'],
    ['slides of this month, 8 slides, short', 'channel', 'card presentation, 8 slides,'],
    ['slides of this month, short sentences', 'channel', 'card presentation, pptx,'],
    ['make a deck of this thread, short', 'thread', 'made presentation, 5 slides,'],
    ['a short deck of this thread', 'thread', 'made presentation, pptx,'],
    ['slides on tea, short', 'dm', 'card presentation, pptx:'],
  ])('“%s” (%s): a short summary of a conversation has few slides', async (words, where, expected) => {
    expect(await talkTo().say(words, where)).toContain(expected);
  });

  it.each<[Place, ...string[]]>([
    [
      'channel',
      'was haben die kunden letzte woche gesagt? mach 5 folien draus, auf deutsch bitte',
      'card presentation, 5 slides, de, pptx, of the channel: was haben die kunden letzte woche gesagt? mach 5 folien draus',
    ],
    [
      'channel',
      'what did the customers say last week? make 5 slides of it',
      'card presentation, 5 slides, pptx, of the channel: what did the customers say?',
    ],
    [
      'channel',
      '5 folien zu kundenstimmen, auf deutsch',
      'card presentation, 5 slides, de, pptx: 5 folien zu kundenstimmen',
      'nein ich meine aus den nachrichten hier im channel, von letzter woche',
      'card presentation, 5 slides, de, pptx, of the channel: 5 folien zu kundenstimmen',
    ],
    [
      'channel',
      'slides on tea',
      'card presentation, pptx: tea',
      'no, i mean from the messages here in the channel, from last week',
      'card presentation, pptx, of the channel: tea',
    ],
    [
      'dm',
      '8 slides on our offsite',
      'card presentation, 8 slides, pptx: our offsite',
      'wait, make it 10, and in french pls. hotel is in Lyon',
      'changed presentation, 10 slides, fr, pptx: our offsite / hotel is in Lyon',
    ],
    [
      'dm',
      'slides on our offsite',
      'card presentation, pptx: our offsite',
      'did you get that i want three of them',
      'changed presentation, 3 slides, pptx: our offsite',
      'did you get that i want three of them?',
      'changed presentation, 3 slides, pptx: our offsite',
    ],
    [
      'dm',
      'a document on the press pack',
      'card document, pdf: the press pack',
      'words kept means what? i dont want the whole pack in there, max 2 pages',
      'changed document, 2 slides, pdf: the press pack / i dont want the whole pack in there',
      'who sees it? in German please',
      'changed document, 2 slides, de, pdf: the press pack / i dont want the whole pack in there',
    ],
    [
      'dm',
      'i need a page for the leadership meeting monday',
      'card document, 1 slides, pdf: for the leadership meeting monday',
    ],
    ['dm', 'can you make me a page on the move', 'card document, 1 slides, pdf: the move'],
    ['dm', 'i need a web page for the move', 'card webpage, no file: for the move'],
    [
      'command',
      'make a web page from what was said here the last 2 weeks',
      'card webpage, no file, of the channel: what was said here',
      'use what was said here the last 2 weeks, and ben’s paid media doc',
      'card webpage, no file, of the channel: what was said here / use what was said here, and ben’s paid media doc',
    ],
    [
      'dm',
      'pricing for the board, it’s a short memo',
      'card document, pdf: pricing for the board, it’s a short memo',
    ],
    ['dm', 'pricing, friday’s board memo', 'card document, pdf: pricing, friday’s board memo'],
  ])('(%s) “%s”', async (where, ...turns) => {
    const { say } = talkTo();
    for (let turn = 0; turn < turns.length; turn += 2)
      expect(await say(turns[turn] ?? '', where)).toBe(turns[turn + 1]);
  });

  it.each([
    ['better take the last three weeks', 21],
    ['no about the last two weeks there, 5 slides, only for me', 14],
  ])('“%s” changes the period of the card, and leaves no wish', async (words, days) => {
    const { say } = talkToDeckhand();
    const before = await say('slides of <#C1|general> of last week');
    expect(before).toMatchObject({ ask: { source: { until: expect.any(String) } } });
    const after = await say(words);
    expect(after).toMatchObject({ kind: 'changed', ask: { prompt: '' } });
    const { source } = 'ask' in after ? after.ask : {};
    const since = source?.kind === 'channel' ? Date.parse(source.since) : 0;
    expect(Math.floor((Date.parse('2026-03-02') - since) / 86_400_000)).toBe(days);
  });

  it('a question before a change of the card is answered on the card', async () => {
    const { harness, say } = talkTo();
    await say('a document on the press pack');
    await say('who sees it? in German please');
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain('Only you will see it');
  });

  it('an order in a thread with a wish says that the wish goes with it', async () => {
    const { harness, say } = talkTo();
    expect(await say('slides of this please, three, for the agency. no prices!', 'thread')).toMatch(
      /^made presentation, 3 slides, pptx, of the thread:/,
    );
    expect(harness.made('chat.postEphemeral')).toMatchObject([
      { text: 'On its way, with your wishes: “for the agency. no prices!”.' },
    ]);
    await say('make a one-pager of this', 'otherThread');
    expect(harness.made('chat.postEphemeral')).toHaveLength(1);
  });

  it('another kind with the same text changes only the kind', async () => {
    const { say } = talkTo();
    await say('slides on tea for the spring');
    expect(await say('no not a presentation, an image post for instagram pls, same text')).toBe(
      'changed social, png: tea for the spring',
    );
  });

  it('orders in Norwegian change the open card, and leave no wish', async () => {
    const { say } = talkTo();
    await say('6 slides on tea');
    expect(await say('kan du gjøre det på norsk, og litt kortere?')).toBe(
      'changed presentation, 4 slides, nb, pptx: tea',
    );
    expect(await say('vent, bare 2 slides')).toBe('changed presentation, 2 slides, nb, pptx: tea');
  });

  it('the card of a private document says that its link is another matter, and how it is closed in words', async () => {
    const { harness, say } = talkTo();
    const shown = () => wordsOf(harness.made('chat.postMessage').at(-1));
    await say('a private one-pager on my salary talk, only for me');
    expect(shown()).toContain('Say `nobody else may open the link` to close it.');
    await say('nobody else may open the link');
    expect(shown()).toContain('nobody outside can open it');
    await say('no');
    for (const topic of [
      'slides on tea',
      'slides on private schools',
      'why nobody buys private label wine',
    ]) {
      await say(topic);
      expect(shown()).not.toContain('open the link');
      await say('no');
    }
  });

  it('the card of a confidential document says who can open its link, as the answer to that question does', async () => {
    const { harness, say } = talkTo();
    const shown = () => wordsOf(harness.made('chat.postMessage').at(-1));
    await say('slides of <#C1|general> since Monday, confidential');
    expect(shown()).toContain('so the default of the workspace at Gamma decides who can open it.');
    await say('no');
    await harness.slack.settings.set('T1', { accessFor: 'workspace' });
    await say('a confidential deck on salaries');
    expect(shown()).toContain('Nobody outside the workspace at Gamma can open its link.');
    expect(shown()).toContain('Say `nobody else may open the link` to close it.');
    await say('no');
    harness.answers['conversations.info'] = { channel: { id: 'G1', is_member: true, is_private: true } };
    await say('slides of <#G1|board> since Monday, confidential');
    expect(shown()).toContain('so at first nobody else at Gamma can open its link.');
    expect(shown()).not.toContain('to close it');
  });

  it('the card of a picture says its size, and about how much a picture costs', async () => {
    const { harness, say } = talkTo();
    harness.slack.generations.expectedCredits = async () => costing(8, 8, 'ask');
    await say('a square picture of a lighthouse');
    const card = harness.made('chat.postMessage').at(-1);
    expect(wordsOf(card)).toMatch(/Picture · Square, for a post\s.*About 8 credits. Only you will see it/s);
  });

  it('a card says how to answer it in words: after the mention, after /deck, or without either in direct messages', async () => {
    const { harness, say } = talkTo();
    await say('slides on tea', 'channel');
    await say('slides of the last two weeks', 'thread');
    for (const card of harness.made('chat.postEphemeral'))
      expect(wordsOf(card)).toContain('Answer with a button, or in words after `@Deckhand`.');
    await say('slides on tea', 'command');
    expect(wordsOf(harness.made('respond')[0])).toContain('Answer with a button, or in words after `/deck`.');
    await say('in German', 'command');
    expect(wordsOf(harness.made('respond')[1])).toContain('or in words after `/deck`.');
    await say('slides on tea');
    expect(wordsOf(harness.made('chat.postMessage')[0])).not.toContain('in words after');
  });

  it('in a channel, every answer about an open card names the mention, and a mention without words shows the card again', async () => {
    const { harness, say } = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
    const shown = () => wordsOf(harness.made('chat.postEphemeral').at(-1));
    await say('slides on tea', 'channel');
    expect(await say('', 'channel')).toBe('card presentation, pptx: tea');
    expect(shown()).toContain('in words after `@Deckhand`');
    expect(await say('looks great', 'channel')).toMatch(
      /^says Say `@Deckhand yes` and I’ll make it, or say after/,
    );
    await say('slides on coffee for guests', 'channel');
    expect(await say('', 'channel')).toMatch(/`@Deckhand the first`, or `@Deckhand none` to drop them all/);
    harness.generations.put(aGeneration({ channel: 'C1', threadTs: '1.1' }));
    await say('make the title shorter', 'thread');
    expect(shown()).toMatch(/Change “Spring launch.*in words after `@Deckhand`/s);
    await say('and less text', 'thread');
    await say('', 'thread');
    expect(shown()).toMatch(/less text.*in words after `@Deckhand`/s);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it.each(['make a Word document about tea', 'a report on tea as Word', 'create a Word doc on tea'])(
    'the card for “%s” says that Word is not possible, and what is',
    async (words) => {
      const { harness, say } = talkTo();
      expect(await say(words)).toMatch(/^card document, pdf: (?:report on )?tea$/);
      expect(wordsOf(harness.made('chat.postMessage').at(-1))).toMatch(
        /Not possible: (?:as )?Word\. I make PowerPoint, PDF and pictures\./,
      );
    },
  );

  it('a sentence that asks for two things gets a card for the first, which says that the other is next', async () => {
    const { harness, say } = talkTo();
    await say('a one-pager about our bike shop and a linkedin post about it');
    const card = harness.made('chat.postMessage').at(-1);
    expect(wordsOf(card)).toContain('One card makes one thing. Ask for the linkedin post next.');
  });

  it('an order in a thread for two things gets this card, too, and nothing is made at once', async () => {
    const { harness, say } = talkTo();
    expect(await say('make slides and a linkedin post of this', 'thread')).toBe(
      'card presentation, pptx, of the thread: (all)',
    );
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain('Ask for the linkedin post next.');
    expect(await say('make slides and a deck of this', 'otherThread')).toMatch(/^made /);
  });

  it('there are at least 80 in the table, and 25 sentences that ask for nothing', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(80);
    expect(
      conversations.flat().filter(([, answer]) => answer.startsWith('says')).length,
    ).toBeGreaterThanOrEqual(25);
  });
});
