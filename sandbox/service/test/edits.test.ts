import { unzipSync } from 'fflate';
import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Deck } from '../engine/deck.ts';
import { edited, withInstructions } from '../making/edit/instructions.ts';
import { GENERATION_MS, startHarness } from './harness.ts';

const list = (...items: string[]) => ({
  kind: 'list' as const,
  items: items.map((text) => ({ spans: [{ text }], level: 0 })),
});
const opening = 'Autumn launch: what we learned';
const deck: Deck = {
  title: opening,
  format: 'presentation',
  themeId: 'daybreak',
  language: 'en',
  cards: [
    { layout: 'title', title: opening, blocks: [] },
    { layout: 'bullets', title: 'Steps', blocks: [list('a', 'b', 'c', 'd', 'e')] },
    {
      layout: 'bullets',
      title: 'Pricing',
      blocks: [{ kind: 'paragraph', spans: [{ text: 'Acme pays $40.' }] }],
    },
    { layout: 'bullets', title: 'Budget', blocks: [list('x', 'y', 'z', 'Acme')] },
  ],
};
const titles = (instruction: string) => edited(deck, instruction).cards.map(({ title }) => title);
const whole = [opening, 'Steps', 'Pricing', 'Budget'];

test.each([
  ['make the title shorter', 'Autumn launch'],
  ['Please shorten the title', 'Autumn launch'],
  ['Rename the deck to Lessons learned.', 'Lessons learned'],
  ['set the title: Big plan', 'Big plan'],
  ['Call it "Lessons, and add nothing"', 'Lessons, and add nothing'],
  ['Change the title of slide 2 to Todo', opening],
])('the title after "%s"', (instruction, title) => {
  expect(edited(deck, instruction).title).toBe(title);
});

test.each([
  ['remove slide 2', [opening, 'Pricing', 'Budget']],
  ['Delete slides 2 and 4', [opening, 'Pricing']],
  ['drop slides 2-3', [opening, 'Budget']],
  ['remove the third slide', [opening, 'Steps', 'Budget']],
  ['Delete the last card', [opening, 'Steps', 'Pricing']],
  ['Cut the slide about pricing', [opening, 'Steps', 'Budget']],
  ['remove slide 12', whole],
  ['move slide 4 before slide 2', [opening, 'Budget', 'Steps', 'Pricing']],
  ['Move the steps slide to the end', [opening, 'Pricing', 'Budget', 'Steps']],
  ['add a slide on risks', [...whole, 'Risks']],
  ['Add a risks slide', [...whole, 'Risks']],
  ['add a slide about hiring after slide 2', [opening, 'Steps', 'Hiring', 'Pricing', 'Budget']],
  ['Add a slide on risks before pricing', [opening, 'Steps', 'Risks', 'Pricing', 'Budget']],
  ['Change the title of slide 3 to "What to do"', [opening, 'Steps', 'What to do', 'Budget']],
])('the cards after "%s"', (instruction, expected) => {
  expect(titles(instruction)).toEqual(expected);
});

describe('other instructions', () => {
  test('words are replaced in the whole deck', () => {
    const after = JSON.stringify(edited(deck, 'Replace Acme with Harbor Inc'));
    expect(after).not.toContain('Acme');
    expect(after.match(/Harbor Inc/g)).toHaveLength(2);
  });

  test('a theme is chosen by its name or its look', () => {
    expect(edited(deck, 'use a dark theme').themeId).toBe('midnight');
    expect(edited(deck, 'Switch the theme to Broadsheet').themeId).toBe('broadsheet');
  });

  test('all instructions in a sentence are followed', () => {
    const after = edited(deck, 'Make the title shorter, remove slide 3 and add a risks slide');
    expect(after.cards.map(({ title }) => title)).toEqual(['Autumn launch', 'Steps', 'Budget', 'Risks']);
  });

  test.each(['Use fewer words on every slide', 'Mention the weather, which was 12% better'])(
    'an instruction that is not understood is added as a card, and nothing else changes: %s',
    (instruction) => {
      const after = edited(deck, instruction);
      expect(after.cards.slice(0, 4)).toEqual(deck.cards);
      expect(JSON.stringify(after.cards.slice(4))).toContain(instruction);
    },
  );
});

describe('comments that are quoted as JSON', () => {
  const quoted = (...comments: object[]) =>
    `Work these comments into the document.\n\n\`\`\`json\n${JSON.stringify(comments, null, 1)}\n\`\`\``;

  test('are followed one after the other, on their cards', () => {
    const comments = [
      { card: '2. Steps', comment: 'Rename the title of slide 2 to "Tasks"' },
      { card: '1. Autumn launch', comment: 'Make the title shorter' },
    ];
    const after = edited(deck, quoted(...comments));
    expect(after.cards.slice(0, 2).map(({ title }) => title)).toEqual(['Autumn launch', 'Tasks']);
  });

  test('are added to their card if they are not understood', () => {
    const after = edited(deck, quoted({ card: '3. Pricing', comment: 'Can we lead with this one?' }));
    expect(after.cards.map(({ title }) => title)).toEqual(whole);
    expect(JSON.stringify(after.cards[2])).toContain('Can we lead with this one?');
  });
});

test('a new file shows the edit, and the link to an earlier file still returns the earlier file', async () => {
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

test('the instructions of a request for a new deck are followed if they are understood, and are never printed', () => {
  const lines = 'Keep names exactly as they are written.\nmore casual\nand add a slide on prices';
  const made = withInstructions(deck, lines);
  expect(made.cards.map(({ title }) => title)).toEqual([...whole, 'Prices']);
  expect(JSON.stringify(made)).not.toContain('casual');
});
