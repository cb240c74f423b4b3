import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { paragraph, shape, slidesFile, wordFile } from '../sources/files/office.ts';
import { patientClock } from '../support/patient-clock.ts';
import { fieldsOf, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  closeForms,
  hasFile,
  moreOptions,
  newestTs,
  untilCardSays,
  untilFormHas,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** A text with headings of its own: the card lists the slides before anything is spent, and “Details…” changes them. */

const harness = await forThisFile(createHarness({ clock: patientClock }));
const { ana, ben, service } = harness;
const dm = ana.appDm();
beforeEach(() => service.clearCalls());

const heading = (text: string) => paragraph(text, '<w:pStyle w:val="berschrift1"/>');
const BOARD = wordFile(
  ['Goals', 'Costs', 'Risks', 'Team']
    .map((title) => heading(title) + paragraph(`What the board should know about ${title.toLowerCase()}.`))
    .join(''),
);
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const uploadBoard = (person = ana) => person.upload('board.docx', BOARD, WORD);

const creates = () => service.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const sentTexts = () => creates().map((body) => (body as { inputText: string }).inputText);

/** Ana says something, and waits for the card. */
async function cardAfter(say: () => Promise<unknown>, channel = dm, words = /Make this\?/): Promise<Message> {
  const after = newestTs(ana, channel);
  await say();
  return untilPosted(ana, words, { channel, after });
}

/** Returns the line of a card that lists the slides; undefined if there is none. */
const slidesOn = (card: object) => /\d+ (?:slides|pages): .*/.exec(wordsOf(card))?.[0];

/** Ana presses “Details…”. @returns the numbered lines in the form */
async function openDetails(card: Message): Promise<string> {
  await ana.press(card, 'proposal_change');
  await untilFormHas(ana, 'outline');
  return (
    wordsOf(ana.view()?.view)
      .match(/^\d+\. .*$/gm)
      ?.join('\n') ?? ''
  );
}

/** Ana submits the form. @returns the card of the result */
async function create(channel = dm): Promise<Message> {
  const root = await cardAfter(
    async () => expect(await ana.submit()).toMatchObject({ ok: true }),
    channel,
    /Working on|Made by AI/,
  );
  return untilCardSays(harness, root, /Made by AI/);
}

describe('Ana drops a Word file into her direct messages: “slides of this for the board, keep my words”', () => {
  const ask = async () => {
    const file = await uploadBoard();
    return cardAfter(() => ana.say(dm, 'slides of this for the board, keep my words', { files: [file] }));
  };

  test('and the card lists its slides before anything is spent; “Make it” makes exactly these', async () => {
    const card = await ask();
    expect(slidesOn(card)).toBe('4 slides: Goals · Costs · Risks · Team');
    expect(wordsOf(card)).toMatch(/board.docx, for the board[\s\S]* · words kept/);
    expect(creates()).toEqual([]);
    await ana.press(card, 'proposal_make');
    const made = await untilPosted(ana, /Made by AI/, { channel: dm, after: card.ts });
    await untilCardSays(harness, made, /Slides: Costs · Risks · Team/);
    expect(creates()).toMatchObject([{ cardSplit: 'inputTextBreaks', textMode: 'preserve' }]);
    expect(creates()[0]).not.toHaveProperty('numCards');
  });

  test('and moves one slide, renames one, drops one and merges two: these are made, without attaching the file again', async () => {
    expect(await openDetails(await ask())).toBe('1. Goals\n2. Costs\n3. Risks\n4. Team');
    expect(wordsOf(ana.view()?.view)).toContain('It is made from board.docx.');
    expect(fieldsOf(ana.view()?.view)).not.toContain('file');
    await ana.fill({ outline: '4. Team\n1 + 2. The plan' });
    await untilThreadHas(harness, await create(), hasFile);
    const know = (what: string) => `What the board should know about ${what}.`;
    expect(sentTexts()).toEqual([
      `# Team\n\n${know('team')}\n\n---\n\n# The plan\n\n${know('goals')}\n\n# Costs\n\n${know('costs')}`,
    ]);
  });

  test('and types a line that names none of the sections: the field says so, and nothing is spent', async () => {
    await openDetails(await ask());
    await ana.fill({ outline: '1. Goals\nPrices' });
    const errors = { outline: expect.stringMatching(/^“Prices” is none of the sections/) };
    expect(await ana.submit()).toMatchObject({ errors });
    await ana.fill({ outline: '1. Goals\n1. Aims' });
    expect(await ana.submit()).toMatchObject({ errors: { outline: expect.stringMatching(/in two lines/) } });
    await closeForms(ana);
    expect(creates()).toEqual([]);
  });

  test('and changes her mind in words: the list follows', async () => {
    const { ts: after } = await ask();
    const changed = (words: string, says: RegExp) =>
      ana
        .say(dm, words)
        .then(() => untilPosted(ana, says, { channel: dm, after: String(Number(after) - 1) }));
    expect(slidesOn(await changed('as a document', /4 pages: Goals/))).toBe(
      '4 pages: Goals · Costs · Risks · Team',
    );
    expect(slidesOn(await changed('ten pages', /10 pages/))).toBeUndefined();
  });

  test('and has it divided anew: the titles go away, and the service decides', async () => {
    await openDetails(await ask());
    await moreOptions(ana);
    await ana.fill({ sections: 'free' });
    await expect.poll(() => fieldsOf(ana.view()?.view)).not.toContain('outline');
    await create();
    expect(creates()[0]).not.toHaveProperty('cardSplit');
  });

  test('and chooses a number of slides beside the titles: the field says that one of them has to go', async () => {
    await openDetails(await ask());
    await moreOptions(ana);
    await ana.fill({ slides: '3' });
    expect(await ana.submit()).toMatchObject({
      errors: { outline: expect.stringMatching(/clear this field/) },
    });
    await ana.fill({ outline: '' });
    await create();
    expect(creates()).toMatchObject([{ numCards: 3 }]);
    expect(creates()[0]).not.toHaveProperty('cardSplit');
  });
});

test('a mention with a presentation lists its slides, too', async () => {
  const slides = ['Cranes', 'Berths', 'Tides'].map((title) => ({
    shapes: shape(title, 'title') + shape('Two'),
  }));
  const file = await ana.upload('harbour.pptx', slidesFile(slides), PPTX);
  const say = () => ana.say('general', '@Deckhand slides of this', { files: [file] });
  expect(slidesOn(await cardAfter(say, 'general'))).toBe('3 slides: Cranes · Berths · Tides');
});

test('a text pasted after /deck lists ten slides and the number of the others; a changed text is noticed', async () => {
  const text = Array.from({ length: 12 }, (_, at) => `## Part ${at + 1}\nWords of part ${at + 1}.`).join(
    '\n',
  );
  const card = await cardAfter(() => ana.command('general', `/deck ${text}`), 'general');
  expect(slidesOn(card)).toMatch(/^12 slides: Part 1 · .* · Part 10 · and 2 more$/);
  const lines = await openDetails(card);
  expect(lines).toMatch(/^1\. Part 1\n[\s\S]*\n12\. Part 12$/);
  await ana.fill({
    prompt: text.replace('Part 3', 'Chapter 3'),
    outline: lines.replace('Part 1\n', 'Start\n'),
  });
  expect(await ana.submit()).toMatchObject({
    errors: { outline: expect.stringMatching(/have changed since/) },
  });
  await ana.fill({ outline: '' });
  await create('general');
  expect(sentTexts()[0]?.match(/^## .*/gm)).toHaveLength(12);
  expect(sentTexts()[0]).toContain('## Chapter 3');
});

describe('Ana attaches a Word file in the form of /deck', () => {
  const submitted = async () => {
    await ana.command('general', '/deck');
    await moreOptions(ana);
    await ana.fill({ prompt: 'For the board', file: await uploadBoard() });
    await ana.submit();
    await untilFormHas(ana, 'outline');
  };

  test('and is shown its slides before anything is spent; what she edits there is made', async () => {
    await submitted();
    expect(wordsOf(ana.view()?.view)).toContain('1. Goals\n2. Costs\n3. Risks\n4. Team');
    expect(wordsOf(ana.view()?.view)).toMatch(/It is made from board\.docx\. Check the slides below/);
    expect(creates()).toEqual([]);
    await ana.fill({ outline: '3. Dangers\n2. Costs' });
    await untilThreadHas(harness, await create('general'), hasFile);
    expect(sentTexts()[0]?.match(/^# .*/gm)).toEqual(['# Dangers', '# Costs']);
  });

  test('and clears the titles: all its slides are made, as they are', async () => {
    await submitted();
    await ana.fill({ outline: '' });
    await create('general');
    expect(sentTexts()[0]?.match(/^# .*/gm)).toEqual(['# Goals', '# Costs', '# Risks', '# Team']);
  });
});

test('a conversation has no slides of its own: nothing is listed', async () => {
  await ben.say('general', '# Agenda\n# Budget\n# Staff');
  const card = await cardAfter(() => ana.say('general', '@Deckhand slides of this week'), 'general');
  expect(slidesOn(card)).toBeUndefined();
});
