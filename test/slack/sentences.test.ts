import { describe, expect, it, vi } from 'vitest';
import type { WaitsForConnection } from '../../src/slack/bolt/context.ts';
import { CACHED_FOR_MS } from '../../src/slack/kit/lookups/memberships.ts';
import { createConnecting, createHarness, type Given, playedSettings } from '../support/harness/slack.ts';
import { command, event, opened, press, submission } from '../support/harness/slack-requests.ts';
import { isFast } from '../support/processor-time.ts';
import { buttonsOf, buttonValue, wordsOf } from '../support/reading.ts';

const mention = (text: string, given: object = {}) =>
  event({ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', text: `<@UBOT> ${text}`, ...given });
const message = (text: string, given: object = {}) =>
  event({ type: 'message', channel_type: 'im', user: 'UANA', channel: 'D1', ts: '1.1', text, ...given });
const inThread = { thread_ts: '1.1' };
const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };

/** The card that Ana sees; its button. */
async function cardFor(request: object, given: Given = {}) {
  const harness = createHarness(given);
  await harness.send(request);
  const card = [...harness.made('chat.postEphemeral'), ...harness.made('chat.postMessage')].at(-1);
  return { harness, card };
}
const make = { action_id: 'proposal_make', value: 'p1' };

describe('a sentence to Deckhand', () => {
  it('spends nothing by itself, and is made as it was understood', async () => {
    const { harness, card } = await cardFor(message('make 5 slides about tea, as PDF, in German'));
    expect(wordsOf(card)).toMatch(/“tea”/);
    expect(wordsOf(card)).toMatch(/Presentation · 5 \w+ · as PDF · in German/);
    expect(harness.generations.all()).toEqual([]);
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'text' },
      prompt: 'tea',
      slides: 5,
      exportAs: 'pdf',
      language: 'de',
      destination: { channel: 'D1' },
    });
    expect(harness.made('respond').at(-1)).toMatchObject({ replace_original: true });
  });

  it('is made thoroughly where it says so, and told where that cannot be', async () => {
    const { harness, card } = await cardFor(message('make a thorough deck about tea'));
    expect(wordsOf(card)).toMatch(/thorough/);
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask).toMatchObject({ prompt: 'tea', work: { kind: 'agent' } });
    const { card: page } = await cardFor(message('make a web page about tea, take your time'));
    expect(wordsOf(page)).toMatch(/Web pages are only made quickly/);
  });

  it('is made or dropped: the card is deleted, and the other button does nothing', async () => {
    const { harness } = await cardFor(message('make slides about tea'));
    const drop = { action_id: 'proposal_drop', value: 'p1' };
    await harness.send(press(make));
    await harness.send(press(drop));
    // The card loses its buttons.
    expect(harness.made('respond').at(-1)).toMatchObject({
      replace_original: true,
      text: expect.stringMatching(/no longer good.*Write the sentence again/),
    });

    const { harness: other } = await cardFor(message('make slides about tea'));
    await Promise.all([other.send(press(make)), other.send(press(drop))]);
    expect(other.made('respond')[0]).toMatchObject({ delete_original: true });
    expect(other.generations.all()).toEqual([]);
  });

  it('is not made by a yes with a file, which the card does not use, and the answer says so', async () => {
    const { harness } = await cardFor(message('make slides about tea'));
    const yes = { subtype: 'file_share', files: [{ id: 'F1', name: 'notes.md' }], ts: '1.2' };
    await harness.send({ ...message('yes', yes), event_id: 'Ev2' });
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toMatch(/card does not use this file/);
    expect(harness.generations.all()).toEqual([]);
    await harness.send({ ...message('yes', { ts: '1.3' }), event_id: 'Ev3' });
    expect(harness.generations.all()).toMatchObject([{ ask: { prompt: 'tea' } }]);
  });

  it.each([
    ['a command', command('slides of #leadership since Monday'), 'respond', true],
    ['a mention', mention('slides of #leadership since Monday'), 'chat.postEphemeral', false],
    [
      'a mention in a thread',
      mention('sum up #leadership since Monday', inThread),
      'chat.postEphemeral',
      false,
    ],
    ['a direct message', message('slides of #leadership since Monday'), 'chat.postMessage', false],
    ['a place to post', command('slides on tea, and post them in #leadership'), 'respond', true],
    ['“last two weeks of”', command('the last two weeks of #leadership as slides'), 'respond', true],
  ])(
    'about a channel that the person cannot see is refused in %s, and is not made of another channel',
    async (_, request, method, isRepeated) => {
      const harness = createHarness();
      await harness.send(request);
      const said = wordsOf(harness.made(method).at(-1));
      expect(said).toMatch(/I can read a channel, or post in it, only for its members, and .* #leadership/);
      expect(/You wrote:[\s\S]*#leadership/.test(said)).toBe(isRepeated);
      expect(said).not.toContain('Make this?');
    },
  );

  it('that moves an open card to a channel that the person cannot see is refused, and the card stays', async () => {
    const { harness } = await cardFor(message('slides of <#C7|club> since Monday'));
    await harness.send({
      ...message('sorry, I meant #leadership since Monday', { ts: '1.2' }),
      event_id: 'Ev2',
    });
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain('only for its members');
    await harness.send({ ...message('yes', { ts: '1.3' }), event_id: 'Ev3' });
    expect(harness.generations.all()).toMatchObject([{ ask: { source: { channel: 'C7' } } }]);
  });

  it('with a hashtag and no days is about this topic', async () => {
    const { card } = await cardFor(message('a post about #launchday for customers'));
    expect(wordsOf(card)).toContain('#launchday');
    expect(wordsOf(card)).toContain('Make this?');
  });

  it('about the days of a direct message between people says that I cannot read it, and keeps the words', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(command('slides of the last two weeks', { channel_id: 'D7' }));
    const said = wordsOf(harness.made('respond').at(-1));
    expect(said).toContain("I can't read direct messages between people.");
    expect(said).toContain('You wrote:\n```slides of the last two weeks');
  });

  it.each(['what was discussed since Monday', 'slides of the last two weeks', 'summarize last week'])(
    'about days without a channel in a direct message asks which one, and takes the answer: “%s”',
    async (words) => {
      const { harness, card } = await cardFor(message(words));
      expect(wordsOf(card)).toContain('Of which channel?');
      await harness.send({ ...message('<#C7|club>', { ts: '1.2' }), event_id: 'Ev2' });
      expect(wordsOf(harness.made('chat.postMessage').at(-1))).toMatch(/Make this\?.*what was said in <#C7>/);
    },
  );

  it('about a public channel without Deckhand says that Slack will announce it there', async () => {
    const cardWhere = async (is_member: boolean) => {
      const harness = createHarness();
      harness.answers['conversations.info'] = { channel: { id: 'C7', is_member, is_private: false } };
      await harness.send(message('slides of <#C7|club> since Monday'));
      const before = wordsOf(harness.made('chat.postMessage').at(-1));
      await harness.send({ ...message('in German', { ts: '1.2' }), event_id: 'Ev2' });
      return [before, wordsOf(harness.made('chat.postMessage').at(-1))].join('\nThen: ');
    };
    // It still says so after the card was changed.
    expect(await cardWhere(false)).toMatch(
      /(?:I join the channel to read it, and Slack says so there.*){2}/s,
    );
    expect(await cardWhere(true)).not.toContain('I join the channel');
  });

  it('about a topic with a date in a direct message is about this topic', async () => {
    for (const words of ['slides about last week’s launch', 'a deck on our plans for this week'])
      expect(wordsOf((await cardFor(message(words))).card)).toContain('Make this?');
  });

  it.each([
    ['a channel that the person is in', [{ id: 'C7' }], '#club'],
    ['another channel, whose name is not shown', [], 'that channel'],
  ])('keeps the words with %s', async (_, channels, name) => {
    const harness = createHarness({ connectionState: async () => 'unconnected' });
    harness.answers['conversations.info'] = { channel: { id: 'C7', name: 'club', is_member: true } };
    harness.answers['users.conversations'] = { channels };
    await harness.send(command('summarize <#C7> since Monday'));
    const answer = wordsOf(harness.made('respond').at(-1));
    expect(answer).toContain(`You wrote:\n\`\`\`summarize ${name} since Monday`);
    // One call for the source and one for the destination, as for each ask.
    expect(harness.made('conversations.info')).toEqual([{ channel: 'C7' }, { channel: 'C1' }]);
  });

  it('is posted nowhere that its person has left since', async () => {
    const { harness } = await cardFor(message('make slides about tea and post it in <#C7|club>'));
    harness.answers['users.conversations'] = { channels: [] };
    await harness.slack.clock.sleep(CACHED_FOR_MS + 1);
    await harness.send(press(make));
    expect(harness.made('respond').at(-1)).toMatchObject({ text: expect.stringMatching(/not in <#C7>/) });
    expect(harness.generations.all()).toEqual([]);
  });

  it('whose card is older than a day loses its buttons on a press, and keeps its words', async () => {
    const { harness } = await cardFor(message('make slides about tea'));
    const shown = { type: 'message', ts: '1.1', text: 'Make this? “tea”' };
    await harness.send(press({ ...make, value: 'p0' }, { message: shown }));
    const [replaced] = harness.made('respond');
    expect(wordsOf(replaced)).toMatch(/no longer good[\s\S]*It said: “tea”/);
    expect(buttonsOf(replaced)).toEqual([]);
  });

  it('is made for nobody but who wrote it', async () => {
    const { harness } = await cardFor(message('make slides about tea'));
    await harness.send(press(make, ben));
    await harness.send(press({ ...make, value: 'p2' }));
    expect(harness.generations.all()).toEqual([]);
    expect(harness.made('respond').map(({ text }) => text)).toEqual([
      expect.stringMatching(/no longer good/),
      expect.stringMatching(/no longer good/),
    ]);
  });

  it('is not made after “Not now”, nor a second time', async () => {
    const { harness } = await cardFor(message('make slides about tea'));
    await harness.send(press(make));
    await harness.send(press(make));
    expect(harness.generations.all()).toHaveLength(1);
    const other = await cardFor(message('make slides about tea'));
    await other.harness.send(press({ action_id: 'proposal_drop', value: 'p1' }));
    await other.harness.send(press(make));
    expect(other.harness.generations.all()).toEqual([]);
  });

  it('is checked again on the click', async () => {
    let state: 'connected' | 'expired' = 'connected';
    const { harness } = await cardFor(message('make slides about tea'), {
      connectionState: async () => state,
    });
    state = 'expired';
    await harness.send(press(make));
    expect(harness.generations.all()).toEqual([]);
    expect(harness.made('respond')[0].text).toMatch(/has to be renewed/);
    state = 'connected';
    await harness.send(press(make));
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('without a connection: an admin gets the button, a member reads whom to ask', async () => {
    const unconnected = { connectionState: async () => 'unconnected' as const };
    const { card } = await cardFor(message('make slides about tea'), unconnected);
    expect(wordsOf(card)).toMatch(/A Slack admin/);
    const settings = playedSettings({ whoConnects: 'everyone' });
    const none = async () => ({ kind: 'none' as const, works: false });
    const open = { ...unconnected, settings, connecting: createConnecting({ summaryOf: none }) };
    const { card: own } = await cardFor(message('make slides about tea'), open);
    expect(wordsOf(own)).toMatch(/Connect to Gamma/);
  });

  it.each([
    ['a direct message', message('make slides about tea'), { prompt: 'tea', destination: { channel: 'D1' } }],
    ['a mention', mention('make slides about tea'), { prompt: 'tea', destination: { channel: 'C1' } }],
    ['a thread', mention('make a one-pager', inThread), { source: { kind: 'thread', ts: '1.1' } }],
    ['a command', command('slides about tea'), { prompt: 'tea', destination: { channel: 'C1' } }],
  ])(
    'without a connection: the ask of %s is kept for its card, and the words, too',
    async (_, request, ask) => {
      const remember = vi.fn(async () => {});
      const { harness, card } = await cardFor(request, {
        connectionState: async () => 'unconnected',
        whenConnected: { remember, tell: async () => {} },
      });
      const [[team, { words, proposal }]] = remember.mock.calls as unknown as [[string, WaitsForConnection]];
      expect(await harness.slack.proposals.find({ team, person: 'UANA' }, proposal ?? '')).toMatchObject(ask);
      const shown = card ?? harness.made('respond').at(-1);
      expect(buttonValue(shown, 'connect_ask_admin')).toBe(words);
      expect(words).toMatch(/one-pager|slides about tea/);
      expect(harness.generations.all()).toEqual([]);
    },
  );

  it.each([
    'setings',
    'what happend in the kitchen',
    'how do bees find their way home',
    'why are leaves red',
  ])('without a connection: “%s” is not kept, because nobody asked for a document', async (words) => {
    const remember = vi.fn(async () => {});
    await cardFor(message(words), {
      connectionState: async () => 'unconnected',
      whenConnected: { remember, tell: async () => {} },
    });
    expect(remember).not.toHaveBeenCalled();
  });

  it('that names a place to post says who will see the result, also in a direct message', async () => {
    const { card } = await cardFor(message('slides about tea, and post them in <#C7|club>'));
    expect(wordsOf(card)).toContain('Everyone in <#C7> will see it.');
  });

  it('names a theme and a template of the team; other names stay in the prompt', async () => {
    const { harness } = await cardFor(
      message('make slides about tea in Lisbon, in oceans, using the Pitch template'),
    );
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      prompt: 'tea in Lisbon, in oceans',
      template: { id: 't1', name: 'Pitch' },
    });
    const used = await cardFor(message('use the Pitch template for tea, in German'));
    expect(wordsOf(used.card)).toMatch(/“for tea”.*From the template Pitch.*in German/s);
    const other = await cardFor(message('make slides about tea, in Ocean'));
    await other.harness.send(press(make));
    expect(other.harness.generations.all()[0]?.ask).toMatchObject({ prompt: 'tea', theme: { id: 'ocean' } });
  });

  it.each(['message', 'mention'])('a %s with a file: that is the content, also in a thread', async (kind) => {
    const files = [
      { id: 'F0', name: 'photo.png' },
      { id: 'F1', name: 'Plan.DOCX' },
    ];
    const said =
      kind === 'message'
        ? message('make slides', { subtype: 'file_share', files })
        : mention('make slides', { files, thread_ts: '1.1' });
    const { harness } = await cardFor(said);
    await harness.send(press(make));
    const source = { kind: 'file', files: [{ id: 'F1', name: 'Plan.DOCX' }] };
    expect(harness.generations.all()[0]?.ask?.source).toEqual(source);
  });

  it('with a text file: that is the content', async () => {
    const files = [{ id: 'F1', name: 'notes.md' }];
    const { harness, card } = await cardFor(message('make slides', { subtype: 'file_share', files }));
    expect(wordsOf(card)).toMatch(/notes\.md/);
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask?.source).toEqual({
      kind: 'file',
      files: [{ id: 'F1', name: 'notes.md' }],
    });
  });

  it.each(['message', 'mention'])(
    'a %s with only a file that cannot be read gets no card, and reads what to send',
    async (kind) => {
      const files = [{ id: 'F1', name: '<plan>.xlsx', mimetype: 'application/vnd.ms-excel' }];
      const said =
        kind === 'message'
          ? message('same with this one pls', { subtype: 'file_share', files })
          : mention('make a one-pager', { files, thread_ts: '1.1' });
      const { card: answer } = await cardFor(said);
      expect(wordsOf(answer)).toContain(
        'I can’t read “&lt;plan&gt;.xlsx”. I read Word, PowerPoint, PDF, Markdown, text and CSV files',
      );
      expect(buttonsOf(answer)).toEqual([]);
    },
  );

  it('with a file that takes minutes to read is answered before, and then made', async () => {
    const files = [{ id: 'F1', name: 'Plan.pdf' }];
    const said = message('make slides', { subtype: 'file_share', files });
    const { harness, card } = await cardFor(said, { readFile: () => new Promise(() => {}) });
    expect(wordsOf(card)).toMatch(/Plan\.pdf/);
    await harness.send(press(make));
    expect(harness.generations.all()).toMatchObject([{ ask: { source: { kind: 'file', files } } }]);
  });

  it('that leaves the topic open is asked for it', async () => {
    const { harness, card } = await cardFor(message('make slides for the board'));
    expect(wordsOf(card)).toMatch(/What should it be about\?/);
    expect(harness.generations.all()).toEqual([]);
  });

  it('in a channel: goes into the thread of the message, or where it says', async () => {
    const destinationOf = async (text: string) => {
      const { harness } = await cardFor(mention(text));
      await harness.send(press(make));
      return harness.generations.all()[0]?.ask?.destination;
    };
    expect(await destinationOf('slides on tea')).toEqual({ channel: 'C1', threadTs: '3.3' });
    expect(await destinationOf('slides on tea, for me only')).toEqual({ channel: 'UANA' });
    expect(await destinationOf('slides on tea, post it in <#C2|board>')).toEqual({ channel: 'C2' });
  });

  it('is not posted in a channel that its author is not in', async () => {
    const harness = createHarness();
    harness.answers['users.conversations'] = { channels: [] };
    await harness.send(mention('slides on tea, post it in <#C2|board>'));
    expect(harness.made('chat.postEphemeral')[0].text).toMatch(/You are not in <#C2>/);
  });

  it('goes by the time zone that Slack says', async () => {
    const harness = createHarness();
    harness.answers['users.info'] = { user: { id: 'UANA', tz: 'Asia/Kolkata' } };
    await harness.send(mention('slides of today'));
    await harness.send(press(make));
    const source = harness.generations.all()[0]?.ask?.source;
    expect(source).toMatchObject({ kind: 'channel', since: expect.stringMatching(/T18:30:00/) });
  });
});

describe('“Details…”', () => {
  const details = { action_id: 'proposal_change', value: 'p1' };
  async function openedFrom(request: object) {
    const { harness } = await cardFor(request);
    await harness.send(press(details));
    const { view } = harness.made('views.open').at(-1);
    const create = (entries = {}) => harness.send(submission(opened(view, entries)));
    return { harness, view, create };
  }

  it('comes into the thread of the mention all the same, and the card has done its work', async () => {
    const { harness, create } = await openedFrom(mention('slides on tea'));
    await create({ prompt: 'green tea' });
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      prompt: 'green tea',
      destination: { channel: 'C1', threadTs: '3.3' },
    });
    expect(harness.made('respond').at(-1)).toMatchObject({ delete_original: true });
    await harness.send(press(make));
    expect(harness.generations.all()).toHaveLength(1);
    expect(harness.made('respond').at(-1)).toMatchObject({ text: expect.stringMatching(/no longer good/) });
  });

  it('after “Make it” or “Not now” makes nothing more, and says so in the form', async () => {
    for (const action_id of ['proposal_make', 'proposal_drop']) {
      const { harness, create } = await openedFrom(mention('slides on tea'));
      await harness.send(press({ action_id, value: 'p1' }));
      const before = harness.generations.all().length;
      const { answer } = await create();
      expect(JSON.stringify(answer)).toMatch(/being made already, or was put away/);
      expect(harness.generations.all()).toHaveLength(before);
    }
  });

  it('and “Make it” in the same moment make one', async () => {
    const { harness, create } = await openedFrom(mention('slides on tea'));
    const { proposals } = harness.slack;
    // Both have looked before either is done.
    const ask = await proposals.find({ team: 'T1', person: 'UANA' }, 'p1');
    proposals.find = async () => ask;
    await Promise.all([create(), harness.send(press(make))]);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('into another channel leaves the thread behind', async () => {
    const { harness, view, create } = await openedFrom(mention('slides on tea'));
    const { private_metadata } = view;
    expect(JSON.parse(private_metadata)).toMatchObject({ into: { channel: 'C1', ts: '3.3' } });
    view.private_metadata = JSON.stringify({ ...JSON.parse(private_metadata), channel: 'C2' });
    await create();
    expect(harness.generations.all()[0]?.ask?.destination).toEqual({ channel: 'C2' });
  });
});

describe('in a thread', () => {
  it('behind what is said to everybody, in the same message, is made at once', async () => {
    const said = event({
      ...{ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', thread_ts: '1.1' },
      text: 'Decided: we order batch two. <@UBOT> make slides in Ocean',
    });
    const { harness } = await cardFor(said);
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      prompt: 'make slides in Ocean',
      theme: { id: 'ocean' },
    });
  });

  it('a mention below thousands of empty lines takes no more than its share of time', async () => {
    const harness = createHarness();
    const send = () =>
      harness.send(
        event({
          ...{ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', thread_ts: '1.1' },
          text: `Hello${'\n'.repeat(39_000)}all <@UBOT> make slides in Ocean`,
        }),
      );
    expect(await isFast(send)).toBe(true);
  });

  it('words that are too long are not cut: nothing is made, and the answer says by how much', async () => {
    const words = `make slides in a formal tone. ${'And more. '.repeat(480)}`.trim();
    const { harness, card } = await cardFor(mention(words, inThread));
    expect(wordsOf(card)).toMatch(
      /Shorten the tone and your words by \d{3} characters in all: Gamma takes no more\./,
    );
    expect(harness.generations.all()).toEqual([]);
    const over = Number(/by (\d{3})/.exec(wordsOf(card))?.[1]);
    const { harness: other } = await cardFor(mention(words.slice(0, -over), inThread));
    expect(other.generations.all()[0]?.ask?.prompt).toBe(words.slice(0, -over).trim());
  });

  it('a plain ask is made at once, in the theme that it names', async () => {
    const { harness } = await cardFor(mention('make slides in Ocean', inThread));
    expect(harness.made('chat.postEphemeral')).toEqual([]);
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'thread', ts: '1.1' },
      theme: { id: 'ocean' },
      prompt: 'make slides in Ocean',
    });
  });

  it('a wish is shown first, and is about the thread', async () => {
    const { harness, card } = await cardFor(mention('we need slides for the board', inThread));
    expect(harness.generations.all()).toEqual([]);
    expect(card).toMatchObject({ thread_ts: '1.1', user: 'UANA' });
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'thread', ts: '1.1' },
      destination: { channel: 'C1', threadTs: '1.1' },
    });
  });

  it('an ask about the channel is shown first, and is about the channel', async () => {
    const { harness } = await cardFor(mention('make slides of this channel since Monday', inThread));
    expect(harness.generations.all()).toEqual([]);
    await harness.send(press(make));
    expect(harness.generations.all()[0]?.ask?.source).toMatchObject({ kind: 'channel', channel: 'C1' });
  });

  it('help is given to whoever asks for it', async () => {
    const { card } = await cardFor(mention('help', inThread));
    expect(wordsOf(card)).toContain('/deck recent');
  });
});

it('“Make it” asks Slack nothing that the card has asked some seconds before, except for the channel', async () => {
  const harness = createHarness();
  await harness.send(command('slides on tea'));
  const before = harness.calls.length;
  await harness.send(press(make));
  const asked = harness.calls.slice(before).map(({ method }) => method);
  expect(asked.filter((method) => /^(users|conversations)\./.test(method))).toEqual(['conversations.info']);
  expect(harness.generations.all()).toHaveLength(1);
});
