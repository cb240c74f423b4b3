import { unzipSync } from 'fflate';
import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Deck } from '../engine/deck.ts';
import { changed } from '../making/edit/wishes.ts';
import { GENERATION_MS, startHarness } from './harness.ts';

const item = (text: string) => ({ spans: [{ text }], level: 0 });
const list = (...items: string[]) => ({ kind: 'list' as const, ordered: false, items: items.map(item) });
const deck: Deck = {
  title: 'Autumn launch: what we learned',
  format: 'presentation',
  themeId: 'daybreak',
  cards: [
    { layout: 'title', title: 'Autumn launch: what we learned', blocks: [] },
    { layout: 'bullets', title: 'Agenda', kicker: 'Agenda', blocks: [list('Steps', 'Pricing', 'Budget')] },
    { layout: 'bullets', title: 'Steps', blocks: [list('a', 'b', 'c', 'd', 'e')] },
    {
      layout: 'bullets',
      title: 'Pricing',
      blocks: [{ kind: 'paragraph', spans: [{ text: 'Acme pays $40. It used to be $50. Nobody minds.' }] }],
    },
    { layout: 'bullets', title: 'Budget', blocks: [list('x', 'y', 'z', 'Acme')] },
    { layout: 'closing', title: 'Thanks', blocks: [] },
  ],
};
const titles = (wish: string) => changed(deck, wish).cards.map(({ title }) => title);
const opening = 'Autumn launch: what we learned';
const whole = [opening, 'Agenda', 'Steps', 'Pricing', 'Budget', 'Thanks'];

describe('titles', () => {
  test('a shorter one', () => {
    expect(changed(deck, 'make the title shorter').title).toBe('Autumn launch');
    expect(titles('Please shorten the title')[0]).toBe('Autumn launch');
    const long = { ...deck, title: 'A very long title of our many plans' };
    expect(changed(long, 'The title should be shorter').title).toBe('A very long title');
  });
  test('another one, for the whole or for a slide', () => {
    expect(changed(deck, 'Rename the deck to Lessons learned.').title).toBe('Lessons learned');
    expect(titles('Change the title of slide 3 to "What to do first"')[2]).toBe('What to do first');
    expect(changed(deck, 'Change the title of slide 3 to Todo').title).toBe(deck.title);
  });
  test('one in quotes, and a further wish after it', () => {
    const after = changed(deck, 'Call it "Lessons, and add nothing" and add a slide on risks');
    expect(after.title).toBe('Lessons, and add nothing');
    expect(after.cards).toHaveLength(deck.cards.length + 1);
    expect(JSON.stringify(after.cards)).toMatch(/risks/i);
  });
});

describe('comments that are quoted as data', () => {
  const quoted = (...comments: object[]) =>
    `Work these comments into the document.\n\n\`\`\`json\n${JSON.stringify(comments, null, 1)}\n\`\`\``;

  test('are granted one by one, on the card that they are on', () => {
    const wish = quoted(
      { card: '3. Steps', comment: 'Shorten this.' },
      { card: '1. Autumn launch', comment: 'Make the title shorter' },
    );
    const after = changed(deck, wish);
    expect(after.title).toBe('Autumn launch');
    expect(after.cards[2]?.blocks).toEqual([list('a', 'b', 'c')]);
    expect(after.cards[4]?.blocks).toEqual(deck.cards[4]?.blocks);
  });

  test('what is no wish stands on its card: no card is named after it', () => {
    const after = changed(deck, quoted({ card: '4. Pricing', comment: 'Can we lead with this one?' }));
    expect(after.cards.map(({ title }) => title)).toEqual(whole);
    expect(JSON.stringify(after.cards[3])).toContain('Can we lead with this one?');
  });
});

describe('slides', () => {
  test.each([
    ['remove slide 3', [opening, 'Agenda', 'Pricing', 'Budget', 'Thanks']],
    ['Delete slides 3 and 5', [opening, 'Agenda', 'Pricing', 'Thanks']],
    ['drop slides 3-5', [opening, 'Agenda', 'Thanks']],
    ['remove the third slide', [opening, 'Agenda', 'Pricing', 'Budget', 'Thanks']],
    ['Cut the slide about pricing', [opening, 'Agenda', 'Steps', 'Budget', 'Thanks']],
    ['delete the budget slide', [opening, 'Agenda', 'Steps', 'Pricing', 'Thanks']],
    ['remove slide 12', whole],
    ['move slide 5 before slide 3', [opening, 'Agenda', 'Budget', 'Steps', 'Pricing', 'Thanks']],
    ['Move the pricing slide to the end', [opening, 'Agenda', 'Steps', 'Budget', 'Thanks', 'Pricing']],
    ['add a slide on risks', [...whole.slice(0, 5), 'Risks', 'Thanks']],
    ['Add a risks slide', [...whole.slice(0, 5), 'Risks', 'Thanks']],
    [
      'add a slide about hiring after slide 3',
      [opening, 'Agenda', 'Steps', 'Hiring', 'Pricing', 'Budget', 'Thanks'],
    ],
  ])('%s', (wish, expected) => {
    expect(titles(wish)).toEqual(expected);
  });

  test('the agenda goes on naming them', () => {
    const agendaAfter = (wish: string) => changed(deck, wish).cards[1]?.blocks;
    expect(agendaAfter('remove slide 3')).toEqual([list('Pricing', 'Budget')]);
    expect(agendaAfter('add a slide on risks')).toEqual([list('Steps', 'Pricing', 'Budget', 'Risks')]);
  });

  test('in a number', () => {
    expect(changed(deck, 'Make it 3 slides').cards).toHaveLength(3);
    expect(changed(deck, 'Cut it down to four cards').cards).toHaveLength(4);
    expect(changed(deck, 'Keep only 5 slides').cards).toHaveLength(5);
  });
});

describe('words', () => {
  const listed = (after: Deck, place: number) =>
    after.cards[place]?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  test('fewer, everywhere or on one slide', () => {
    const all = changed(deck, 'Make it shorter');
    expect(listed(all, 2)).toHaveLength(3);
    expect(all.cards[3]?.blocks).toEqual([{ kind: 'paragraph', spans: [{ text: 'Acme pays $40.' }] }]);
    const one = changed(deck, 'shorten slide 3');
    expect([listed(one, 2)?.length, listed(one, 4)?.length]).toEqual([3, 4]);
  });
  test('where there is nothing to shorten, a slide less', () => {
    const terse = { ...deck, cards: deck.cards.map((card) => ({ ...card, blocks: [] })) };
    expect(changed(terse, 'make it shorter').cards).toHaveLength(5);
    const all = changed(terse, 'Add a slide on risks. Use fewer words on every slide.').cards;
    expect(all.map(({ title }) => title)).toContain('Risks');
    expect(all).toHaveLength(7);
  });
  test('others, wherever they stand', () => {
    const after = JSON.stringify(changed(deck, 'Replace Acme with Harbor Inc'));
    expect(after).not.toContain('Acme');
    expect(after.match(/Harbor Inc/g)).toHaveLength(2);
  });
});

test('a theme by its name or its look, and a picture', () => {
  expect(changed(deck, 'use a dark theme').themeId).not.toBe('daybreak');
  expect(changed(deck, 'Switch the theme to Midnight').themeId).toBe('midnight');
  const { cards } = changed(deck, 'add a picture of a lighthouse to slide 3');
  expect(cards[2]?.blocks.at(-1)).toEqual({ kind: 'picture', seed: 'a lighthouse' });
});

test('what the app itself gives as examples', () => {
  const { cards } = changed(
    deck,
    'Make the title shorter. Add a slide on risks after the budget. Use fewer words on every slide.',
  );
  expect(cards.map(({ title }) => title)).toEqual([
    'Autumn launch',
    'Agenda',
    'Steps',
    'Pricing',
    'Budget',
    'Risks',
    'Thanks',
  ]);
  expect(cards[3]?.blocks).toEqual([{ kind: 'paragraph', spans: [{ text: 'Acme pays $40.' }] }]);
  expect(titles('Add a slide on risks before pricing')[3]).toBe('Risks');
  expect(titles('Add a slide on life after work')[5]).toBe('Life after work');
});

test('several wishes in one sentence are all granted', () => {
  const after = changed(deck, 'Shorten slide 3, add a risks slide and make the title shorter');
  expect(after.title).toBe('Autumn launch');
  expect(after.cards.map(({ title }) => title)).toEqual([
    'Autumn launch',
    'Agenda',
    'Steps',
    'Pricing',
    'Budget',
    'Risks',
    'Thanks',
  ]);
});

test('a fresh file shows the change; a link to the file from before goes on giving that', async () => {
  const { make, post, get, clock } = await startHarness();
  const inputText = '# Porto\n\n## Steps\n\n- Pack\n- Go\n\n## Budget\n\n- Four thousand';
  const { gammaId } = await make({ inputText, title: 'Porto: the whole plan', textMode: 'preserve' });
  const exported = async () => {
    const { json } = await post(`/gammas/${gammaId}/export`, { exportAs: 'pptx' });
    clock.advance(2_000);
    return (await get(`/exports/${json.exportId}`)).json.exportUrl as string;
  };
  const slidesIn = async (url: string) => {
    const response = await fetch(url);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const texts = Object.entries(files).filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    return texts.map(([, bytes]) => Buffer.from(bytes).toString()).join('\n');
  };
  const before = await exported();
  await post(`/agent/gammas/${gammaId}/edits`, { prompt: 'Make the title shorter and add a slide on risks' });
  clock.advance(GENERATION_MS);
  const after = await exported();
  expect(await slidesIn(after)).toContain('Risks');
  expect(await slidesIn(after)).not.toContain('the whole plan');
  expect(await slidesIn(before)).toContain('the whole plan');
  expect(await slidesIn(before)).not.toContain('Risks');
});
