import { describe, expect, it } from 'vitest';
import { event } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** What people order while a card is open, in words that are no choices: it is obeyed, or the card says that it was only added to the text. */

/** Says sentences one after the other. Returns the last outcome, and the words of the last message. */
async function talk(...[where, ...sentences]: [Place, ...string[]]) {
  const { harness, say } = talkTo();
  const outcomes = [];
  for (const sentence of sentences) outcomes.push(await say(sentence, where));
  const shown = harness.calls.findLast(({ method }) => /postMessage|postEphemeral|respond/.test(method));
  const outcome = outcomes.at(-1);
  const ask = outcome && 'ask' in outcome ? outcome.ask : undefined;
  expect(harness.generations.all()).toEqual([]);
  return { ask, words: wordsOf(shown?.args) };
}

describe('the card says what a sentence has changed', () => {
  it.each<[string, string, string]>([
    ['slides on tea', '8 slides, in German', 'Changed: 8 slides and in German.'],
    ['slides on tea, in Ocean', 'without the theme', 'Changed: no longer theme Ocean.'],
    ['slides on tea, for customers', 'for the board', 'Changed: for the board.'],
    ['slides on tea', 'as PowerPoint', 'Nothing has changed, because the card said so already.'],
    // In a direct message, the result is for its author anyway. Whether others can open its link is another matter.
    [
      'slides on tea',
      'make it private',
      'Nothing was chosen for its link, so the default of the workspace at Gamma decides',
    ],
    [
      'slides on tea, anyone with the link can view',
      'make it confidential',
      'Shared as asked: anybody with the link: can view. Say `nobody else may open the link` to close it.',
    ],
    [
      'slides on tea',
      'das darf keiner außer mir sehen',
      'Nothing was chosen for its link, so the default of the workspace at Gamma decides',
    ],
    [
      'slides on tea',
      'also as pdf',
      'Changed: as PDF. One file comes with it. *Export* on the result makes the other.',
    ],
    ['slides on tea', 'in germn', 'Added as a wish: “in germn”. Not meant so? Say *undo*.'],
    [
      'slides on tea',
      '8 slides, and mention the <!channel> prices',
      'Changed: 8 slides. Added as a wish: “mention the &lt;!channel&gt; prices”. Not meant so? Say *undo*.',
    ],
    [
      'eine Präsentation über Tee',
      'mit einem Ausblick auf 2027',
      'Added as a wish: “mit einem Ausblick auf 2027”. Not meant so? Say *undo*.',
    ],
  ])('%s, then “%s”', async (first, second, line) => {
    expect((await talk('dm', first, second)).words).toContain(`\n${line}`);
  });

  it('and quotes a new wish once', async () => {
    const added = await talk('dm', 'slides on tea', 'in germn');
    expect(added.words.match(/in germn/g)).toHaveLength(1);
    const { words } = await talk('dm', 'slides on tea', 'in germn', '8 slides');
    expect(words).toContain('Wishes: “in germn”');
  });

  it('in a channel and after a command, with what undoes it there', async () => {
    const mention = await talk('channel', 'slides on tea', 'mention the prices');
    expect(mention.words).toContain('“mention the prices”. Not meant so? Say `@Deckhand undo`.');
    const command = await talk('command', 'slides on tea', 'mention the prices');
    expect(command.words).toContain('“mention the prices”. Not meant so? Say `/deck undo`.');
  });

  it('with a long text cut, and “undo” takes it back', async () => {
    const { words } = await talk('dm', 'slides on tea', `add ${'leaves and '.repeat(40)}more`);
    const [line = ''] = words.split('\n').filter((one) => one.startsWith('Added'));
    expect(line).toMatch(/^Added to the text: “add leaves .{90,110}…”\. Not meant so/);
    const undone = await talk('dm', 'slides on tea', 'in germn', 'undo');
    expect(undone.ask?.prompt).toBe('tea');
    expect(undone.words).toContain('This is as before your last change.');
  });
});

it.each<Place>(['dm', 'channel', 'command'])(
  'a long text is no change of a card: it gets a card of its own, with all of it (%s)',
  async (where) => {
    const notes = `in German, and the notes: ${'We met at the quay. '.repeat(2_000)}`.trim();
    const { say, proposals } = talkTo();
    await say('slides on tea', where);
    const outcome = await say(notes, where);
    expect(outcome.kind).toBe('card');
    expect('ask' in outcome && outcome.ask.prompt.endsWith(notes.slice(100))).toBe(true);
    expect(await proposals.find({ team: 'T1', person: 'UANA' }, 'p1')).toMatchObject({ prompt: 'tea' });
  },
);

describe('a file elsewhere is not read, and the card says so', () => {
  const NOTE = 'I haven’t read that file. Attach it, or use *Turn thread into slides* on its message';

  it.each<Place>(['dm', 'channel', 'thread', 'command'])(
    'for a question with an order behind it (%s)',
    async (place) => {
      const { ask, words } = await talk(
        place,
        'whats in the pdf that mei posted, can you make a one pager of it',
      );
      expect(ask).toMatchObject({ format: 'document' });
      expect(words).toContain(NOTE);
    },
  );

  it('for words that are added to an open card, whose format stays', async () => {
    const { ask, words } = await talk('channel', 'a web page about our baths', 'use ben’s paid media doc');
    expect(ask).toMatchObject({ format: 'webpage' });
    expect(words).toContain(NOTE);
  });
});

describe('an order drops the card', () => {
  it.each([
    'annuler',
    'abbrechen',
    'bitte löschen',
    'stopp',
    'cancel',
    'annule ça',
    'abbrechen bitte',
    'oublie ça',
    'get rid of it',
    'changed my mind',
    'thanks but forget it',
    'brauch ich nicht mehr',
    'delete the last one',
    'lösch das Dokument',
  ])('“%s”', async (order) => {
    expect((await talk('dm', 'slides on tea', order)).words).toMatch(/^OK, not made/);
    expect((await talk('dm', order)).ask).toBeUndefined();
  });

  it.each([
    'start over',
    'forget it, start over',
    'lass es, fang neu an',
    'noch mal von vorn',
    'recommencer',
    'please start again',
  ])('“%s”, and Deckhand asks what to make', async (order) => {
    expect((await talk('dm', 'slides on tea', order)).words).toMatch(
      /^OK, not made\. .* What should I make instead\?/,
    );
    expect((await talk('dm', order)).words).toMatch(/^What should I make\?/);
  });

  it('but these words in a topic drop nothing', async () => {
    const { ask } = await talk('dm', 'slides on tea', 'erkläre auch das Löschen von Daten');
    expect(ask?.prompt).toBe('tea\nerkläre auch das Löschen von Daten');
  });
});

describe('the card stays open', () => {
  it.each(['hm not sure yet', 'wait', 'let me think', 'moment mal', 'lol'])('“%s”', async (words) => {
    expect((await talk('dm', 'slides on tea', words)).words).toContain(
      'Say *yes* and I’ll make it, or tell me what to change.',
    );
    expect((await talk('dm', 'slides on tea', words, 'in German')).ask).toMatchObject({
      prompt: 'tea',
      language: 'de',
    });
  });

  it.each(['too expensive', 'can it be cheaper?', 'viel zu teuer', 'hmm thats expensive'])(
    '“%s” tells how it costs less',
    async (words) => {
      expect((await talk('channel', 'slides on tea', words)).words).toContain(
        'Fewer slides usually cost less: say `@Deckhand 3 slides`, for example.',
      );
    },
  );
});

describe('an order changes the card', () => {
  it('a part is taken back although its word was misspelt, and the card says what is gone', async () => {
    const { ask, words } = await talk(
      'dm',
      'slides on tea',
      'add a slide on prcing',
      'hmm no drop the pricing part',
    );
    expect(ask?.prompt).toBe('tea');
    expect(words).toContain('Changed: no longer “add a slide on prcing”.');
  });

  it.each(['forget about that change', 'not that change', 'ohne die letzte Änderung'])(
    '“%s” takes back the last change',
    async (order) => {
      const { ask } = await talk('dm', 'slides on tea', 'in German', order);
      expect(ask).toMatchObject({ prompt: 'tea' });
      expect(ask?.language).toBeUndefined();
    },
  );

  it('after a command, too: “not for everyone, just me”', async () => {
    for (const order of ['not for everyone, just me', 'nicht für alle, nur für mich'])
      expect((await talk('command', 'slides on tea', order)).ask).toMatchObject({
        prompt: 'tea',
        destination: { channel: 'UANA' },
      });
  });

  it.each<[string, string, string, object]>([
    ...[
      'change the topic to our summer campaign',
      'the topic should be our summer campaign',
      'please set the topic to our summer campaign',
    ].map((order): [string, string, string, object] => [
      'slides on our spring campaign, for wholesale buyers',
      order,
      'our summer campaign, for wholesale buyers',
      {},
    ]),
    ['slides on our spring campaign', 'ändere das Thema auf unsere Sommeraktion', 'unsere Sommeraktion', {}],
    ['slides on our spring campaign', 'das Thema soll unsere Sommeraktion sein', 'unsere Sommeraktion', {}],
    ['slides on tea', 'different topic: coffee', 'coffee', {}],
    ['slides on tea', 'actually not about tea, make it about coffee', 'coffee', {}],
    ['slides on tea', 'mach das auf deutsch bitte, 8 folien', 'tea', { language: 'de', slides: 8 }],
    ['slides on tea', 'thx, can u do it in german', 'tea', { language: 'de' }],
    ['slides on tea', 'anderes Thema: Kaffee', 'Kaffee', {}],
    ['boots for winter', 'for the team leads instead', 'boots for winter\nfor the team leads', {}],
    [
      'hiring plan for 2027',
      'wait, make it 4 slides and for the managers instead',
      'hiring plan for 2027\nfor the managers',
      { slides: 4 },
    ],
    [
      'our repair service for shop staff',
      'no wait, for customers instead',
      'our repair service\nfor customers',
      {},
    ],
    ['slides on tea', 'und auch auf französisch bitte', 'tea', { language: 'fr' }],
    ['slides on tea', 'nochmal auf Deutsch', 'tea', { language: 'de' }],
    ['slides on tea', 'change le sujet en notre offre d’été', 'notre offre d’été', {}],
    [
      'slides on conversion, for the board',
      'instead of the board, for the shop team',
      'conversion, for the shop team',
      {},
    ],
    ['slides on conversion in May', 'June instead of May', 'conversion in June', {}],
    ['slides on tea, in French', 'instead of French, English', 'tea', { language: 'en' }],
    ['slides on tea, in French', 'Englisch statt Französisch', 'tea', { language: 'en' }],
    ['slides on tea', 'PDF instead of PowerPoint', 'tea', { exportAs: 'pdf' }],
    ['slides on tea', 'a document instead of slides', 'tea', { format: 'document' }],
    [
      'slides on tea',
      'instead of the intro, begin with numbers',
      'tea\ninstead of the intro, begin with numbers',
      {},
    ],
    [
      'a document on tea',
      'no wait, slides are better, but pdf',
      'tea',
      { format: 'presentation', exportAs: 'pdf' },
    ],
    [
      'pitch deck für neue Großhändler, max 6 Folien',
      'ach, doch lieber 8 Folien',
      'pitch deck für neue Großhändler, max 6 Folien',
      { slides: 8 },
    ],
    ['10 slides on tea', 'eight, not ten', 'tea', { slides: 8 }],
    ['10 slides on tea', 'eight, not ten. and in a calm tone', 'tea', { slides: 8, tone: 'calm' }],
    ['10 slides on tea', '8 instead of 10, and calmer', 'tea', { slides: 8, tone: 'calmer' }],
    ['10 slides on tea', 'not ten, eight', 'tea', { slides: 8 }],
    ['10 slides on tea', 'not ten. eight. and German', 'tea', { slides: 8, language: 'de' }],
    ['10 slides on tea', 'no, 8 rather than 10, in German', 'tea', { slides: 8, language: 'de' }],
    ['10 slides on tea', 'instead of ten, eight, as pdf', 'tea', { slides: 8, exportAs: 'pdf' }],
    ['10 slides on our 10 rules', '8, not 10', 'our 8 rules', { slides: 10 }],
    ['10 slides on tea', '20, not 10 pieces', 'tea\n20, not 10 pieces', { slides: 10 }],
    ['slides on tea', 'das Ganze bitte auf Deutsch', 'tea', { language: 'de' }],
    ['slides on tea', 'the same in German', 'tea', { language: 'de' }],
  ])('%s, then “%s”', async (first, second, prompt, choices) => {
    expect((await talk('dm', first, second)).ask).toMatchObject({ prompt, ...choices });
  });

  it('to another channel, which the person must be able to see', async () => {
    const days = 'slides of <#C7|revenue> since Monday';
    const { ask } = await talk('dm', days, 'just <#C8|product-launch> instead');
    expect(ask).toMatchObject({ prompt: '', source: { kind: 'channel', channel: 'C8' } });
    expect((await talk('dm', days, 'just #leadership instead')).words).toMatch(
      /you don’t seem to be in #leadership/,
    );
  });

  it.each([
    ...['three weeks instead', 'no, make it three weeks', 'make it the last three weeks', 'take 3 weeks'],
    ...['sorry, I meant three weeks', 'three weeks, and 4 slides', 'for three weeks instead, as pdf'],
    ...['no, make it three weeks, for Mei', 'lieber drei Wochen', 'plutôt trois semaines'],
  ])('to other days of the channel: “%s”', async (order) => {
    const { ask } = await talk('channel', 'slides of this channel last week', order);
    expect(ask?.source).toMatchObject({ kind: 'channel', since: expect.stringMatching(/^2026-02-09/) });
  });

  it.each(['a day in the life of a florist', 'two weeks is too long', '3 slides'])(
    'not to other days: “%s”',
    async (order) => {
      const { ask } = await talk('channel', 'slides of this channel last week', order);
      expect(JSON.stringify(ask?.source)).not.toMatch(/2026-02-(?!23)/);
    },
  );

  it.each(['make it private', 'only for me', 'nur für mich', 'bitte privat', 'en privé'])(
    'in a channel, “%s”',
    async (order) => {
      const { ask, words } = await talk('channel', 'slides on tea', order);
      expect(ask).toMatchObject({ prompt: 'tea', destination: { channel: 'UANA' } });
      expect(words).toContain('Changed: who will see it.');
    },
  );

  it('back to how it was', async () => {
    const { ask } = await talk('dm', 'slides on tea', '8 slides', 'back to the previous version');
    expect(ask?.slides).toBeUndefined();
  });
});

it.each(['send it to Chloe', 'share it with the team', 'schick es an Chloe'])(
  '“%s” before it is made is answered, and changes nothing',
  async (order) => {
    expect((await talk('dm', 'slides on tea', order)).words).toMatch(/^It isn’t made yet\./);
    expect((await talk('dm', 'slides on tea', order, '8 slides')).ask?.prompt).toBe('tea');
  },
);

it('“with speaker notes” reads those of an attached presentation; without one, Deckhand says so', async () => {
  expect((await talk('dm', 'slides on tea', 'with speaker notes')).words).toMatch(
    /^I can’t write speaker notes/,
  );
  const { say, harness } = talkTo();
  const files = [{ id: 'F1', name: 'pitch.pptx' }];
  const dm = { type: 'message', channel_type: 'im', channel: 'D1', user: 'UANA', ts: '2.1', files };
  await harness.send(event({ ...dm, subtype: 'file_share', text: 'make slides of this' }, 'EvFile'));
  const outcome = await say('with speaker notes');
  expect(outcome).toMatchObject({ kind: 'changed', ask: { source: { kind: 'file', withNotes: true } } });
});

it('a request about direct messages between people says that they cannot be read', async () => {
  const { words } = await talk('dm', 'a deck of what Ana and Grace talked about in their DMs');
  expect(words).toContain("I can't read direct messages between people. Paste what matters.");
});
