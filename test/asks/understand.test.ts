import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { itemNamed, namesIn } from '../../src/asks/mention/names.ts';
import { withoutPhrase } from '../../src/asks/mention/prompt.ts';
import { orderBehind } from '../../src/asks/mention/request.ts';
import { type Understood, understand } from '../../src/asks/mention/understand.ts';
import { unreadNotes } from '../../src/asks/mention/unsupported.ts';
import { imageSources } from '../../src/service/options.ts';
import { isFast } from '../support/processor-time.ts';
import { afterCommand, direct, inChannel, talk, themes, withCatalogue } from './sentences.ts';

const setting = { now: new Date('2026-03-18T15:00:00Z'), zone: 'Europe/Lisbon' };

const understood = (words: string, hasChannel: boolean) =>
  inWords(understand(words, { ...setting, hasChannel }));

/** Formats the meaning of a sentence on one line, as in the tables of sentences.ts. */
function inWords(understood: Understood): string {
  if (understood.kind !== 'make') return understood.talk === 'help' ? 'help' : 'talk';
  const { choices, days, isForPerson, named, prompt } = understood;
  const { format, slides, exportAs, tone, language, textMode, work } = choices;
  const date = (at: Date) => at.toISOString().replace(/T00:00:00.000Z$|:00.000Z$/, '');
  const parts = [
    format ?? 'any format',
    slides && `${slides} slides`,
    exportAs,
    tone && `${tone} tone`,
    language,
    textMode,
    work && (work.kind === 'agent' ? 'thorough' : 'quick'),
    days && `since ${date(days.since)}${days.until ? ` until ${date(days.until)}` : ''}`,
    isForPerson && 'to the person',
    ...named.map(({ part, name }) => `${part} ${name}`),
  ];
  return `${parts.filter(Boolean).join(', ')}: ${prompt || '(open)'}`;
}

/** Ends of sentences that ask for images, and the choice. */
const imagesInWords: [string, { source: string } | { style: string }][] = [
  [', with photos', { source: 'pexels' }],
  [' with stock photos for the board', { source: 'pexels' }],
  [', use real photos', { source: 'pexels' }],
  [' with icons', { source: 'pictographic' }],
  [' using illustrations', { source: 'pictographic' }],
  [', no pictures', { source: 'noImages' }],
  [' without images, in German', { source: 'noImages' }],
  [', text only', { source: 'noImages' }],
  [' with funny gifs', { source: 'giphy' }],
  [' with AI pictures', { source: 'aiGenerated' }],
  [' with pictures from the web', { source: 'webAllImages' }],
  [' with free images', { source: 'webFreeToUse' }],
  [' with royalty-free images', { source: 'webFreeToUseCommercially' }],
  [', leave room for pictures', { source: 'placeholder' }],
  [' with the theme’s images', { source: 'themeAccent' }],
  [' with drawings', { style: 'drawings' }],
  [' in watercolour', { style: 'watercolour' }],
  [' with line art', { style: 'line art' }],
  [', hand-drawn', { style: 'hand-drawn' }],
  [', abstract pictures', { style: 'abstract' }],
  [' with black and white photos', { style: 'black and white' }],
  [' with pictures in a comic style', { style: 'comic' }],
];

describe('a sentence to Deckhand', () => {
  it.each(direct)('%s', (words, expected) => {
    expect(understood(words, false)).toBe(expected);
  });

  it.each(inChannel)('in a channel: %s', (words, expected) => {
    expect(understood(words, true)).toBe(expected);
  });

  it.each(talk)('“%s” asks for nothing', (words) => {
    expect(understood(words, true)).toBe('talk');
    expect(understood(words, false)).toBe('talk');
  });

  it.each(afterCommand)('after /deck: %s', (words, expected) => {
    expect(inWords(understand(words, { ...setting, hasChannel: true }, 'command'))).toBe(expected);
  });

  it('after /deck names days only if there is a channel', () => {
    const said = understand('last two weeks', { ...setting, hasChannel: false }, 'command');
    expect(inWords(said)).toBe('any format: (open)');
  });

  it('a long text after /deck is the content and has no choices', () => {
    const long = `${'Notes on pricing. '.repeat(30)}in German, 8 slides`;
    expect(inWords(understand(long, { ...setting, hasChannel: true }, 'command'))).toBe(
      `any format: ${long}`,
    );
  });

  it('the tables have at least 200 sentences, 60 of which ask for nothing', () => {
    const all = new Set([...direct, ...inChannel].map(([words]) => words));
    expect(all.size + talk.length).toBeGreaterThanOrEqual(200);
    expect(new Set(talk).size).toBeGreaterThanOrEqual(60);
  });

  it('uses days in the time zone of the author', () => {
    const at = (zone: string) => understand('slides since today', { ...setting, zone, hasChannel: true });
    expect(at('America/Los_Angeles')).toMatchObject({ days: { since: new Date('2026-03-18T07:00:00Z') } });
    expect(at('Asia/Kolkata')).toMatchObject({ days: { since: new Date('2026-03-17T18:30:00Z') } });
    // Daylight saving time began there on 8 March.
    const march = { ...setting, zone: 'America/Los_Angeles', hasChannel: true };
    expect(understand('slides since 2 March', march)).toMatchObject({
      days: { since: new Date('2026-03-02T08:00:00Z') },
    });
  });

  it('ignores periods that begin in the future or are longer than a year', () => {
    for (const words of [
      'slides since 2027-01-01',
      'slides since 2020-01-01',
      'slides of the last 400 days',
    ]) {
      expect(understand(words, { ...setting, hasChannel: true })).not.toHaveProperty('days');
    }
  });

  it.each(imagesInWords)('finds the images by their everyday names: “%s”', (said, images) => {
    const request = understand(`slides about tea${said}`, { ...setting, hasChannel: false });
    expect(request).toMatchObject({
      prompt: said.includes('for the board') ? 'tea for the board' : 'tea',
      choices: { images, tone: undefined },
    });
  });

  it('knows an everyday name for every source of images that the service has', () => {
    const named = imagesInWords.flatMap(([, images]) => ('source' in images ? images.source : []));
    expect(new Set(named)).toEqual(new Set(imageSources));
  });

  it.each([
    ['about our photos of the coast', 'our photos of the coast'],
    ['about line art', 'line art'],
    ['about trade in comics', 'trade in comics'],
    ['about tea with photos of our shop', 'tea with photos of our shop'],
    ['about living with animals', 'living with animals'],
  ])('leaves pictures in the topic that belong to it: slides %s', (said, prompt) => {
    const request = understand(`slides ${said}`, { ...setting, hasChannel: false });
    expect(request).toMatchObject({ prompt });
    expect(request).not.toHaveProperty('choices.images');
  });

  it.each([
    ['8 to 10 slides on tea', 10],
    ['slides on tea, between eight and ten slides', 10],
    ['a deck on tea, 5–7 slides', 7],
    ['around ten slides on tea', 10],
    ['10ish slides on tea', 10],
    ['at most 12 slides on tea', 12],
    ['slides on tea, at most 12', 12],
    ['no more than twelve slides on tea', 12],
    ['fewer than ten slides on tea', 9],
    ['at least 5 slides on tea', 5],
  ])('takes one number of slides from a range: %s', (words, slides) => {
    const request = understand(words, { ...setting, hasChannel: false }, 'direct');
    expect(request).toMatchObject({ prompt: 'tea', choices: { slides } });
  });

  it('searches only the beginning and the end of a long text, and keeps all of it', () => {
    const notes = 'We met at the quay. '.repeat(400).trim();
    const content = `${notes} Write it in German, as PDF.\n${notes}`;
    const read = (words: string) => {
      const request = understand(words, { ...setting, hasChannel: false }, 'direct');
      if (request.kind === 'talk') return request;
      const { choices, prompt } = request;
      return { ...choices, isWhole: prompt.endsWith(content.slice(100, -100) + notes.slice(-100)), prompt };
    };
    const expected = { language: undefined, exportAs: undefined, isWhole: true };
    expect(read(`make 8 slides from these notes: ${content}`)).toMatchObject({ ...expected, slides: 8 });
    expect(read(`${content}\nas a web page`)).toMatchObject({ ...expected, format: 'webpage' });
  });

  it('looks for an order once behind each run of punctuation', () => {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    onTestFinished(() => exec.mockRestore());
    expect(orderBehind(`We met${','.repeat(500)} make slides`)).toMatchObject({ wanted: 'slides' });
    // Two for each mark, and not one for each mark and kind of order.
    expect(exec.mock.calls.length).toBeLessThan(1_500);
  });

  it('a word of 60 letters names no theme', () => {
    expect(namesIn(`slides with the ${'a'.repeat(60)} theme`)).toEqual([]);
    expect(namesIn('slides with the ocean-blue.2 theme').map(({ name }) => name)).toContain('ocean-blue.2');
  });

  it('withoutPhrase removes a name from the prompt', () => {
    expect(withoutPhrase('in Midnight', 'in Midnight')).toBe('');
    expect(withoutPhrase('pricing, in Midnight, and tea\nin Midnight', 'in Midnight')).toBe(
      'pricing, and tea\nin Midnight',
    );
  });

  it.each(withCatalogue)('with a catalogue: %s', (words, expected, left) => {
    const request = understand(words, { ...setting, hasChannel: false });
    if (request.kind !== 'make') throw new Error('it asks for something');
    const items = {
      theme: themes.map((name) => ({ name })),
      template: [{ name: 'Board update' }, { name: 'Year in Review' }],
      folder: [],
    };
    const [found] = request.named.flatMap(
      (named) =>
        itemNamed(named, named.part === 'either' ? [...items.theme, ...items.template] : items[named.part]) ??
        [],
    );
    expect(found?.item.name ?? 'none').toBe(expected);
    expect(found ? withoutPhrase(request.prompt, found.phrase) : request.prompt).toBe(left);
  });

  it.each([
    'for the ',
    'in A',
    'in a ',
    ', in tea ',
    'since ',
    'with photos ',
    ', line art ',
    'between 8 and ',
    'last two ',
    'theme ',
    'tone: ',
    ', ',
    '.',
    '—',
    ' - ',
    'one-',
    'from March ',
    ' ',
    'and ',
    'please, ',
    '.1',
  ])('the time for repeated text grows linearly: %j', async (words) => {
    const text = words.repeat(60_000 / words.length);
    const read = () => {
      understand(text, { ...setting, hasChannel: true });
      understand(text, { ...setting, hasChannel: true }, 'command');
      understand(`make a deck ${text}x`, { ...setting, hasChannel: true });
    };
    expect(await isFast(read)).toBe(true);
  });

  it.each([
    ['slides on our boat trip with my photos', 'our boat trip'],
    ['our boat trip, using our own pictures, for the club', 'our boat trip, for the club'],
    ['slides on the club, include these images', 'the club'],
    ['slides with my photos of Lisbon', 'with my photos of Lisbon'],
  ])('says that it cannot use photos: %s', (said, prompt) => {
    const notes = ["I can't use your photos. I can use stock photos or generated pictures."];
    expect(understand(said, { ...setting, hasChannel: false }, 'direct')).toMatchObject({ prompt, notes });
  });

  it.each(['slides about our photos of the coast', 'our trip with stock photos', 'why our photos sell'])(
    'says nothing about photos that are the topic or that there can be: %s',
    (said) =>
      expect(understand(said, { ...setting, hasChannel: false }, 'direct')).toMatchObject({ notes: [] }),
  );

  it.each([
    'boots, public link, editable by everyone on the internet, invite partner@retail.com',
    'slides about boots, invite partner@retail.com',
    'slides about boots with a public link',
    'slides about boots, give the agency edit access',
  ])('says that words about access which are not understood share nothing: %s', (said) =>
    expect(understand(said, { ...setting, hasChannel: false }, 'command')).toMatchObject({
      notes: ['Nobody gets access by these words: choose *Details…* to share it.'],
    }),
  );

  it.each([
    'slides about boots, share it with bob@example.com, can comment',
    'slides about boots, anyone with the link can view',
    'slides about access to clean water',
    'slides about the link between sleep and health',
    'slides about “partner@retail.com”',
  ])('says nothing about access that is understood or the topic: %s', (said) =>
    expect(understand(said, { ...setting, hasChannel: false }, 'direct')).toMatchObject({ notes: [] }),
  );

  it.each([
    'make me 3 Instagram posts about the new lamp',
    'two reports on tea',
    'Three LinkedIn posts for our launch',
  ])('says that one card makes one thing: %s', (said) =>
    expect(understand(said, { ...setting, hasChannel: true }, 'direct')).toMatchObject({
      notes: ['One card makes one thing. Ask for the others next.'],
    }),
  );

  it.each([
    '3 slides on tea',
    'make two pages about tea',
    'one report on tea',
    'posts on tea',
    '30 minutes on tea',
  ])('says nothing about the parts of one thing: %s', (said) =>
    expect(understand(said, { ...setting, hasChannel: true }, 'direct')).toMatchObject({ notes: [] }),
  );

  it.each([
    ['use what was said here the last 2 weeks, and ben’s paid media doc', undefined, undefined],
    ['slides of this week, with the pdf that mei posted', 'presentation', undefined],
    ['a web page about our baths, use the walking review pdf from general', 'webpage', undefined],
    ['a web page about our baths, as PDF', 'webpage', 'pdf'],
    ['I need a page for the leadership meeting on Monday', 'document', undefined],
  ])('a file that exists is no format: %s', (said, format, exportAs) => {
    const read = understand(said, { ...setting, hasChannel: true }, 'direct');
    expect(read).toMatchObject({ kind: 'make' });
    expect(read.kind === 'make' && read.choices).toMatchObject({ format, exportAs });
  });

  it.each([
    ['the pdf that mei posted', 1],
    ['make a one-pager of the pdf Mei shared here', 1],
    ["use what was said here, and ben's paid media doc", 1],
    ['use the walking review pdf from general', 1],
    ["put ana's status thread in it too", 1],
    ['slides of this week, in a doc for Ana', 0],
    ['turn the document into slides', 0],
    ['what’s a doc? let’s deck the halls', 0],
    ['use the deck template', 0],
    ['slides for Ben’s deck club', 0],
    ['a deck of this thread', 0],
    ['sum up the whole thread in this channel', 0],
    ['summarise the thread in three slides for Tom and Priya', 0],
    ['add the budget thread from general', 1],
  ])('notes which files and threads are not read: %s', (said, count) =>
    expect(unreadNotes(said)).toHaveLength(count),
  );

  it('says on a Monday that this week includes the last one', () => {
    const monday = { ...setting, now: new Date('2026-03-16T15:00:00Z'), hasChannel: true };
    expect(understand('slides of this week', monday)).toMatchObject({
      days: { since: new Date('2026-03-09T00:00:00Z') },
      notes: ['It’s Monday, so last week is included.'],
    });
    expect(understand('slides of this week', { ...setting, hasChannel: true })).toMatchObject({ notes: [] });
  });

  it('does not throw for any text, and keeps words that it does not understand', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,40}$/), (word) => {
        const found = understand(`make a deck about ${word}, as PDF`, { ...setting, hasChannel: true });
        expect(found).toMatchObject({ kind: 'make', prompt: word, choices: { exportAs: 'pdf' } });
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (words) => {
        understand(`make slides ${words}`, { ...setting, hasChannel: true });
      }),
    );
  });
});

it('reads the month that a question about a channel names, and keeps it in the topic', () => {
  const words = 'what did we decide about Ridgeline in February?';
  expect(inWords(understand(words, { ...setting, hasChannel: true }, 'command'))).toBe(
    `any format, since 2026-02-01 until 2026-03-01: ${words}`,
  );
});
