import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/generations/generation.ts';
import type { Format } from '../../src/service/options.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { wordsOf } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** Which of a person's documents a sentence is about, if they have several. */

/** Deckhand, with Ana's documents. Their titles say how many minutes old they are. The first is in the thread of `dmThread`. */
function talk(documents: [title: string, minutes: number, given?: Partial<Generation>][]) {
  const { harness, say: sayIn } = talkTo({ settings: playedSettings({ changes: 'everyone' }) });
  for (const [index, [title, minutes, given]] of documents.entries()) {
    const at = new Date(harness.slack.clock.now() - minutes * 60_000);
    const place = { channel: 'D1', rootTs: index === 0 ? '5.5' : `7.${index}`, createdAt: at, updatedAt: at };
    harness.generations.put(aGeneration({ id: `g${index}`, docId: `d${index}`, title, ...place, ...given }));
  }
  /** Returns all words of the answer. */
  async function say(text: string, where?: Place): Promise<string> {
    const before = harness.calls.length;
    await sayIn(text, where);
    const shown = harness.calls
      .slice(before)
      .findLast(({ method }) => /^chat\.post(Message|Ephemeral)$/.test(method));
    return shown ? wordsOf(shown.args) : '';
  }
  return { harness, say };
}

const several = () =>
  talk([
    ['Offer for Svalbard', 1],
    ['Offer to Halden', 20],
    ['Price list 2026', 30],
    ['Texture guide', 35],
    ['Roadmap 2026', 40],
    ['Introduction to sales', 45],
    ['Team launch update', 50],
  ]);

describe('a name with “to”', () => {
  it.each([
    ['shorten my offer to Halden', /^Change “Offer to Halden”/],
    ['make my offer to Halden friendlier', /^Change “Offer to Halden”/],
    ['shorten my offer to two pages', /^Change “Offer for Svalbard”/],
    ['who can see my offer to Halden?', /\|Offer to Halden>/],
    ['delete my offer to Halden', /\|Offer to Halden>/],
  ])('“%s”', async (words, answer) => {
    expect(await several().say(words)).toMatch(answer);
  });
});

describe('a part of the document that was just made', () => {
  it.each([
    'make the text shorter',
    'fix the launch date',
    'change the date on slide 2',
    'change the date of the launch',
    'make the map bigger',
    'shorten the intro',
    'make the introduction shorter',
    'make the price slide shorter',
    'remove the price table',
    'remove the team photo',
    'delete the price slide',
  ])('“%s” changes this document', async (words) => {
    for (const where of ['dm', 'dmThread'] as const)
      expect(await several().say(words, where)).toMatch(/^Change “Offer for Svalbard”/);
  });

  it('is no other document in a question', async () => {
    for (const where of ['dm', 'dmThread'] as const)
      expect(await several().say('who can see the price slide?', where)).toMatch(/\|Offer for Svalbard>/);
  });

  it.each([
    ['shorten the price list', /^Change “Price list 2026”/],
    ['make the Halden offer title shorter', /^Change “Offer to Halden”/],
    ['make the title of the Halden offer shorter', /^Change “Offer to Halden”/],
    ['shorten the introduction to sales', /^Change “Introduction to sales”/],
    ['shorten the roadmap that we made in June', /^Change “Roadmap 2026”/],
    ['shorten the introduction to two lines', /^Change “Offer for Svalbard”/],
    ['shorten the roadmap', /^Change “Roadmap 2026”/],
    ['translate the roadmap to German pls', /^Change “Roadmap 2026”/],
    ['shorten the onboarding deck', /^I find no document of yours with this name/],
    ['add a slide on risks to the onboarding deck', /^I find no document of yours with this name/],
  ])('“%s” is about the document that it names', async (words, answer) => {
    expect(await several().say(words)).toMatch(answer);
  });
});

it('a question in a channel is about the document that it names', async () => {
  expect(await several().say('who can see the launch deck?', 'channel')).toMatch(/\|Team launch update>/);
});

it.each([
  ['the one in another language', 'shorten the German one', /^Change “Offer to Halden”/],
  ['two words of a title in one', 'make the pricelist shorter', /^Change “Price list 2026”/],
  ['a file of it', 'i want the price list as pdf pls', /\|Price list 2026>/],
  ['where it is', 'where is the price list from this morning?', /\|Price list 2026>/],
] as const)('%s: “%s”', async (_, words, answer) => {
  const { say } = talk([
    ['Offer for Svalbard', 1],
    ['Offer to Halden', 20, { ask: anAsk({ language: 'de' }) }],
    ['Price list 2026', 30],
  ]);
  expect(await say(words)).toMatch(answer);
});

it.each(['make it an Instagram post, square', 'turn the offer into an Instagram post'])(
  '“%s” makes the document again as a post',
  async (words) => {
    const { harness, say } = talkTo();
    const at = new Date(harness.slack.clock.now() - 60_000);
    const ask = anAsk({ person: 'UANA', prompt: 'two days in Svalbard', slides: 8 });
    const place = { channel: 'D1', createdAt: at, updatedAt: at };
    harness.generations.put(
      aGeneration({ id: 'g1', docId: 'd1', title: 'Offer for Svalbard', ask, ...place }),
    );
    const made = await say(words);
    expect(made).toMatchObject({
      kind: 'card',
      ask: { format: 'social', prompt: expect.stringMatching(/^two days in Svalbard/) },
    });
    expect(made.kind === 'card' && made.ask.slides).toBeUndefined();
  },
);

it('a change moves to the document that was meant', async () => {
  const { say } = several();
  await say('shorten the roadmap');
  expect(await say('no, I meant the Halden one')).toMatch(
    /^Change “Offer to Halden”\? “shorten the roadmap”/,
  );
  expect(await say('no the title')).toMatch(/^Change “Offer to Halden”\?.*no the title/);
});

it('the other one is not the change that waits for a yes', async () => {
  const { harness, say } = several();
  await say('make it shorter');
  expect(await say('the other one too')).toMatch(
    /^The card for “make it shorter” of “Offer for Svalbard” is still open/,
  );
  expect(harness.generations.all()).toHaveLength(7);
});

it('a kind within a name is a word of the name', async () => {
  const { say } = talk([
    ['Offer for Svalbard', 1],
    ['Guide dogs', 20],
  ]);
  expect(await say('who can see the guide dogs deck?')).toMatch(/\|Guide dogs>/);
});

it('in a thread, its document is meant, whatever words the titles of others have', async () => {
  expect(await several().say('who can see the launch?', 'dmThread')).toMatch(/\|Offer for Svalbard>/);
});

describe('a result that was stopped', () => {
  it('is not in the way of a change of another document', async () => {
    const stopped = { state: 'stopped', docId: undefined, docUrl: undefined } as const;
    const { say } = talk([
      ['Team lunch', 0, stopped],
      ['Offer for Svalbard', 2],
    ]);
    expect(await say('make the svalbard offer shorter')).toMatch(/^Change “Offer for Svalbard”/);
    expect(await say('no')).toBeTruthy();
    expect(await say('make it shorter')).toMatch(/^“Team lunch” was stopped/);
  });
});

describe('a copy', () => {
  const asked = (minutes: number, channel = 'D1') =>
    talk([
      ['Salary deck', minutes, { channel, ask: anAsk({ person: 'UANA', prompt: 'salaries' }) }],
      ['Offer for Svalbard', minutes + 1, { channel }],
    ]);

  it.each(['German copy of the holiday deck please', 'and now a german version of the brochure'])(
    '“%s” is of no document that has another name',
    async (words) => {
      expect(await asked(1).say(words)).toMatch(/^I find no document of yours with this name/);
    },
  );

  it('of a document in a channel comes into the thread of this document, and its card says so', async () => {
    const ask = anAsk({ person: 'UANA', destination: { channel: 'C2', threadTs: '1.5' } });
    const { say } = talk([['Salary deck', 1, { channel: 'C2', threadTs: '1.5', ask }]]);
    expect(await say('German copy of the salary deck please', 'channel')).toContain(
      'Everyone in <#C2> will see it, in the thread of the document.',
    );
  });

  it.each([
    ['German copy of the salary deck please', 1, 'D1'],
    ['German copy of the salary deck please', 120, 'D1'],
    ['can I get the salary deck in german too? keep the english one', 120, 'D1'],
    ['German copy of the salary deck please', 1, 'C1'],
    ['German copy of the deck please', 1, 'D1'],
  ])('“%s” is of this document (%i minutes old, in %s)', async (words, minutes, channel) => {
    const answer = await asked(minutes, channel).say(words);
    expect(answer).toMatch(/^Make this\? “salaries”/);
    expect(answer).toContain('in German');
  });
});

describe('who may open a document', () => {
  it.each([
    ['close the link of the svalbard offer', 'Offer for Svalbard'],
    ['make the svalbard offer private', 'Offer for Svalbard'],
    ['make my offer to Halden private', 'Offer to Halden'],
    ['nobody else may open the link of the price list', 'Price list 2026'],
    ['close the link', 'Walking plan'],
  ])('“%s” is no change, but says where it is set', async (words, title) => {
    for (const minutes of [1, 15]) {
      const { say } = talk([
        ['Walking plan', words === 'close the link' ? 1 : minutes],
        ['Offer for Svalbard', 16],
        ['Offer to Halden', 20],
        ['Price list 2026', 30],
      ]);
      const answer = await say(words);
      expect(answer).toMatch(/^Who may open or edit it is set on its own page/);
      expect(answer).toContain(`|${title}>`);
    }
  });

  it('a change behind it is named, so that it is not lost', async () => {
    for (const where of ['dm', 'dmThread'] as const)
      expect(await several().say('make the deck private and add a slide on prices', where)).toContain(
        'For a change, say only `add a slide on prices`.',
      );
  });

  it('“private” before a noun is a word of a change', async () => {
    expect(await several().say('make the first slide private equity only')).toMatch(
      /^Change “Offer for Svalbard”/,
    );
  });
});

describe('orders about documents, in the words of people', () => {
  const some = () =>
    talk([
      ['Wholesale meeting in oslo', 1],
      ['Ferry page', 20],
      ['Repair desk post', 30],
    ]);

  it.each([
    ['bin the ferry page pls, wrong year', /\|Ferry page>.*To archive or delete it/s],
    ['can u forward the ferry page to my boss', /\|Ferry page>.*I can’t send it to people/s],
    ['i need the ferry page as pdf', /\|Ferry page>.*Its file is in the thread/s],
    ['show the slides of the ferry page', /\|Ferry page>.*\*Show slides\*/s],
    ['which theme did you take for the ferry page', /It has the theme “Ocean”.*\|Ferry page>/s],
    ['make the ferry page readable for anyone with the link', /\|Ferry page>.*Who may open or edit it/s],
    ['oh and add a section about the repair desk', /^Change “Wholesale meeting in oslo”/],
    ['add a line to the ferry page', /^Change “Ferry page”/],
    ['delete slide 3', /^Change “Wholesale meeting in oslo”/],
  ])('“%s”', async (words, answer) => {
    expect(await some().say(words)).toMatch(answer);
  });

  it.each(['no dont, keep it', 'nope, leave it as is'])('“%s” refuses an open change', async (words) => {
    const { say } = some();
    await say('its too stiff, friendlier');
    expect(await say(words)).toMatch(/^OK, not made/);
  });
});

describe('documents of all kinds', () => {
  const of = (format: Format) => anAsk({ person: 'UANA', format, prompt: '' });
  const kinds = () =>
    talk([
      ['Offer for Svalbard', 1],
      ['Board pack May', 20, { ask: of('document') }],
      ['Autumn is here', 30, { ask: of('social') }],
      ['Price list 2026', 40, { ask: { ...of('document'), language: 'de' } }],
      ['Harbour tours', 45, { ask: of('webpage') }],
    ]);

  it.each([
    ['delete the linkedin post', /\|Autumn is here>.*To archive or delete it/s],
    ['lösch den LinkedIn-Post', /\|Autumn is here>.*To archive or delete it/s],
    ['who can open the linkedin post?', /\|Autumn is here>/],
    ['make the linkedin post shorter', /^Change “Autumn is here”/],
    ['pdf of the web page pls', /\|Harbour tours>.*Its file is in the thread/s],
    ['gib mir das board pack als pdf', /\|Board pack May>.*Its file is in the thread/s],
    ['board pack as pdf please', /\|Board pack May>.*Its file is in the thread/s],
    ['mach das board pack kürzer', /^Change “Board pack May”/],
    ['wer kann das board pack sehen?', /\|Board pack May>/],
    ['what did the board pack cost?', /\|Board pack May>.*credits/s],
    ['share the board pack', /\|Board pack May>.*a channel that you choose/s],
    ['teile das board pack in <#C7|sales>', /\|Board pack May>.*posts it in <#C7>/s],
    ['teil den linkedin post mit <#C7|sales>', /\|Autumn is here>.*posts it in <#C7>/s],
    ['share the german one in <#C7|sales>', /\|Price list 2026>.*posts it in <#C7>/s],
    ['the linkedin post: more emojis', /^Change “Autumn is here”\? “more emojis”/],
    ['price list: add the new boots', /^Change “Price list 2026”\? “add the new boots”/],
    ['remove the last page from the price list', /^Change “Price list 2026”\? “remove the last page”/],
    ['use the ocean theme for the board pack', /^Change “Board pack May”/],
    ['make slides from the board pack', /^Make this\? “Board pack May”/],
    ['the board pack as slides', /^Make this\? “Board pack May”/],
    ['same as the board pack but for June', /^Make this\? .*“Board pack May”.*for June/s],
    ['an instagram post of the price list', /^Make this\? “Price list 2026”/],
    ['show me the price list', /\|Price list 2026>/],
    ['wo ist der linkedin post', /\|Autumn is here>/],
    ['partage la price list dans <#C7|sales>', /\|Price list 2026>.*posts it in <#C7>/s],
  ])('“%s” is about the one that it names', async (words, answer) => {
    expect(await kinds().say(words)).toMatch(answer);
  });

  it.each([
    'share the french one in <#C7|sales>',
    'share the onboarding deck in <#C7|sales>',
    'share onboarding with <#C7|sales>',
    'download the onboarding deck',
    'delete the french one',
    'shorten the french one',
    'where is the french one',
    'who can see the french one',
    'what did the onboarding deck cost?',
    'where’s the first version',
  ])('“%s” asks which one is meant, because none has this name', async (words) => {
    const answer = await kinds().say(words);
    expect(answer).toMatch(/^(?:I find no document of yours with this name|I’m not sure which document)/);
    // The list has the documents with their menus.
    expect(answer).toContain('|Price list 2026>');
  });

  it('a request that has words of a title is a request', async () => {
    for (const words of ['slides on the board pack', 'a deck about the price list as PDF'])
      expect(await kinds().say(words)).toMatch(/^Make this\?/);
  });

  it('an open change moves to the one that was meant, and a second one gets the same change', async () => {
    const { say } = kinds();
    await say('make it shorter');
    expect(await say('no, the board pack')).toMatch(/^Change “Board pack May”\? “make it shorter”/);
    expect(await say('not that one, the web page')).toMatch(/^Change “Harbour tours”\? “make it shorter”/);
    expect(await say('and the price list too')).toMatch(/^Change “Price list 2026”\? “make it shorter”/);
    expect(await say('yes')).toMatch(/^Several cards are open/);
  });

  it('with an open card for the same words, the card gets the channel', async () => {
    const { say } = kinds();
    await say('slides on onboarding');
    expect(await say('share the onboarding deck in <#C7|sales>')).toMatch(/^Make this\? “onboarding”/);
  });
});

describe('an order in a channel’s thread', () => {
  const below = { channel: 'C1', rootTs: '1.1', person: 'UBEN' };

  it.each(['make this in English please', 'make this a one-pager', 'turn that into slides'])(
    '“%s” below a document gets a card first, because it may mean this document',
    async (words) => {
      const { harness, say } = talk([['Winter range', 5, below]]);
      await say(words, 'thread');
      expect(harness.generations.all()).toHaveLength(1);
    },
  );

  it.each(['turn the board pack into slides', 'make a one-pager of the price list'])(
    '“%s” gets a card first, because it names a document and not the thread',
    async (words) => {
      const { harness, say } = talk([
        ['Board pack May', 20],
        ['Price list 2026', 30],
      ]);
      await say(words, 'thread');
      expect(harness.generations.all()).toHaveLength(2);
    },
  );

  it('without a document, “make this a one-pager” is made at once', async () => {
    const { harness, say } = talk([]);
    await say('make this a one-pager', 'thread');
    expect(harness.generations.all()).toHaveLength(1);
  });
});

describe('sentences about several documents', () => {
  const all = () => {
    const of = (format: Format) => ({ ask: anAsk({ person: 'UANA', format, prompt: '' }) });
    const picture = { work: 'image', docId: undefined, docUrl: undefined } as const;
    return talk([
      ['A hiker in the rain', 1, picture],
      ['Leadership offsite', 3, of('document')],
      ['Ridgeline 40 launch', 20, of('presentation')],
      ['Repairs at Northwind', 40, of('webpage')],
      ['Plan for the board', 50, of('document')],
      ['R&D plan', 55, of('document')],
    ]);
  };

  it.each([
    ['make the deck shorter, 5 slides', /^Change “Ridgeline 40 launch”/],
    ['change the one-pager: add that shipping is free', /^Change “Leadership offsite”\? “add that/],
    ['lösch die webseite', /\|Repairs at Northwind>/],
    ['partage la page web dans <#C7|sales>', /\|Repairs at Northwind>/],
    ['teile die präsentation über ridgeline in <#C7|sales>', /\|Ridgeline 40 launch>/],
    ['comparte el one-pager en <#C7|sales>', /\|Leadership offsite>/],
    ['mach mir den one-pager auf deutsch', /^Make this\? .*Leadership offsite.*in German/s],
    ['another like the ridgeline deck, but for schools', /^Make this\? .*Ridgeline 40 launch.*for schools/s],
    ['use the prices of the ridgeline launch in the web page', /^Change “Repairs at Northwind”/],
    ['remove the ridgeline launch from the board plan', /^Change “Plan for the board”/],
    ['make the R&D plan shorter', /^Change “R&amp;D plan”/],
    ['where is the file of the picture?', /^A picture has no link/],
    ['move the web page to the folder Marketing', /^I can’t move a finished document/],
    ['make the ridgeline slides four pages', /^Change “Ridgeline 40 launch”/],
  ])('“%s” is about the right one after a picture', async (words, answer) => {
    expect(await all().say(words)).toMatch(answer);
  });

  it.each([
    ['make it shorter', 'no the other deck', /^I’m not sure which document you mean/],
    [
      'make it shorter',
      'oh sorry, the web page i mean',
      /^Change “Repairs at Northwind”\? “make it shorter”/,
    ],
    ['make it shorter', 'yes, the web page', /^Change “Repairs at Northwind”\? “make it shorter”/],
    ['make the web page shorter', 'delete it', /\|Repairs at Northwind>/],
    ['make the web page shorter', 'where is it?', /\|Repairs at Northwind>/],
    ['make the web page shorter', 'the same in German', /^Make this\? .*Repairs at Northwind.*in German/s],
    ['delete the web page', 'no, the ridgeline deck', /\|Ridgeline 40 launch>/],
    ['a web page about tea', 'make the web page shorter', /^Make this\? “tea”/],
    ['share the ridgeline deck in <#C7|sales>', 'sorry, <#C8|club>', /\|Ridgeline 40 launch>.*<#C8>/s],
    ['share the ridgeline deck in <#C7|sales>', 'hmm, better <#C8|club>', /\|Ridgeline 40 launch>.*<#C8>/s],
    [
      'share the ridgeline deck in <#C7|sales>',
      'non, plutôt dans <#C8|club>',
      /\|Ridgeline 40 launch>.*<#C8>/s,
    ],
    [
      'share the ridgeline deck in <#C7|sales>',
      'share it in <#C8|club> instead',
      /\|Ridgeline 40 launch>.*<#C8>/s,
    ],
  ])('“%s”, then “%s”', async (first, second, answer) => {
    const { say } = talk([
      ['Leadership offsite', 3, { ask: anAsk({ person: 'UANA', format: 'document', prompt: '' }) }],
      ['Ridgeline 40 launch', 20, { ask: anAsk({ person: 'UANA', prompt: '' }) }],
      ['Repairs at Northwind', 40, { ask: anAsk({ person: 'UANA', format: 'webpage', prompt: '' }) }],
    ]);
    await say(first);
    expect(await say(second)).toMatch(answer);
  });
});
