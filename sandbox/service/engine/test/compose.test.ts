import { describe, expect, it, test } from 'vitest';
import { type Deck, textsOf } from '../deck.ts';
import { composeDeck, unfilledHeadings } from '../engine.ts';

const presentation = (text: string, more: object = {}): Deck =>
  composeDeck({ text, format: 'presentation', ...more });
const titles = (deck: Deck) => deck.cards.map((card) => card.title);
const layouts = (deck: Deck) => deck.cards.map((card) => card.layout);

describe('a structured text', () => {
  const deck = presentation(
    '# Billing move\n\nWhy and how.\n\n## Plan\n\n1. Map the rules\n2. Write the adapters\n\n## Voices\n\n> A fourth delay costs more. — Ana\n\n## Code\n\n```\nconst a = 1;\n```\n\n## Status\n\n| Area | Owner |\n|---|---|\n| Adapters | Ana |\n\n## Parts\n\n### Links\n\n- See [the design](https://example.com/design)',
  );

  it('has a card for each heading, with its words as the title', () => {
    expect(titles(deck)).toEqual(['Billing move', 'Plan', 'Voices', 'Code', 'Status', 'Parts', 'Links']);
    expect(layouts(deck)).toEqual(['title', 'bullets', 'bullets', 'code', 'table', 'section', 'bullets']);
    expect(deck.cards.at(-1)?.kicker).toBe('Parts');
  });

  it('keeps links, but shows addresses other than web and mail as text', () => {
    expect(JSON.stringify(deck)).toContain('"href":"https://example.com/design"');
    const unsafe = presentation('## A\n\n[x](javascript:alert(1)) and more');
    expect(JSON.stringify(unsafe)).not.toContain('"href"');
    expect(textsOf(unsafe)).toContain('x (javascript:alert(1)) and more');
  });
});

test.each<[string, string, string[]]>([
  ['a first sentence', 'Revenue rose. Churn fell by 2%.', ['Revenue rose.', 'Churn fell by 2%.']],
  [
    'words before a colon',
    'Board update: revenue is up 18%, churn is not',
    ['Board update', 'revenue is up 18%, churn is not'],
  ],
  ['a nested list', '- Pricing\n  - $40\n- Hiring\n  - Two', ['Pricing', '$40', 'Hiring', 'Two']],
  ['an instruction, which is text like any other', 'Make 3 slides about tea', ['Make 3 slides about tea']],
  ['a picture, which becomes a link', 'Tea. ![A cup](https://a.example/cup.png)', ['Tea.', 'A cup']],
])('the title and the text of %s', (_, text, expected) => {
  expect(textsOf(presentation(text))).toEqual(expect.arrayContaining(expected));
});

it('adds no text: no decision, audience, key figure or summary', () => {
  const said = [
    '**Ana** (4 June 2026, 09:10): Decision: I would drop it on 1 May.',
    '**Ben** (4 June 2026, 09:12): Settled by Ana: "Approved: €500 for the team dinner", 1 Leeds Street.',
  ];
  const deck = presentation(said.join('\n\n'));
  const plain = said.map((one) => one.replaceAll('**', ''));
  expect(textsOf({ ...deck, cards: deck.cards.slice(1) }).filter(Boolean)).toEqual([deck.title, ...plain]);
  expect(JSON.stringify(deck)).not.toContain('"kind":"chart"');
});

it('keeps "2*3*4" and "~5 to ~7" as written', () => {
  expect(textsOf(presentation('# A\n\n## B\n\n5 is 2*3*4 and ~5 to ~7~'))).toContain(
    '5 is 2*3*4 and ~5 to ~7~',
  );
});

describe('a thread', () => {
  const thread = (count: number) =>
    `# Kids' line\n\n${Array.from({ length: count }, (_, i) => `**Ana Reyes** ([13 November 2026, 09:${i}](https://slack.example/p${i})): Message ${i} says what became of the jackets that we ordered.`).join('\n\n')}`;

  it('shows who wrote what, in order and with links', () => {
    const deck = presentation(thread(12));
    const said = textsOf(deck).filter((text) => text.startsWith('Ana Reyes'));
    expect(said.map((text) => /Message (\d+)/.exec(text)?.[1])).toEqual(
      Array.from({ length: 12 }, (_, i) => String(i)),
    );
    expect(JSON.stringify(deck).match(/"href":"https:\/\/slack\.example\/p\d+"/g)).toHaveLength(12);
    expect(deck.notes).toBeUndefined();
  });

  it('says how many messages are shown if they do not fit on the requested cards', () => {
    const deck = presentation(thread(60), { numCards: 2 });
    const shown = textsOf(deck).filter((text) => text.startsWith('Ana Reyes')).length;
    expect(deck.cards).toHaveLength(2);
    expect(shown).toBeGreaterThan(8);
    expect(textsOf(deck)).toContain(`${shown} of 60 shown`);
    expect(deck.notes).toEqual([`${shown} of 60 shown. There is no room for the rest on 2 cards.`]);
  });
});

describe('the number of cards', () => {
  const parts = Array.from(
    { length: 12 },
    (_, i) => `## Part ${i}\n\n- First of ${i}\n- Second of ${i}\n- Third of ${i}`,
  );
  const long = parts.join('\n\n');

  it.each([1, 2, 5, 10, 30])('is %i if requested, with all of the text', (numCards) => {
    const deck = presentation(long, { numCards });
    const shown = textsOf(deck);
    expect(deck.cards).toHaveLength(numCards);
    if (deck.notes) expect(numCards).toBeLessThan(3);
    else
      for (const i of parts.keys())
        expect(shown).toEqual(expect.arrayContaining([`First of ${i}`, `Third of ${i}`]));
  });

  it('is lower than requested if the text is too short', () => {
    expect(presentation(long, { numCards: 75 }).cards.length).toBeLessThan(75);
  });

  it('is one: all facts are on this card', () => {
    const deck = presentation(
      '# Board\n\nUp 18%.\n\n## Won\n\n- Grew 14%\n\n## Costs\n\n| Item | Cost |\n|---|---|\n| Cloud | £18,000 |\n| People | £9,400 |',
      { numCards: 1 },
    );
    expect(titles(deck)).toEqual(['Board']);
    expect(textsOf(deck)).toEqual(
      expect.arrayContaining(['Up 18%.', 'Won', 'Grew 14%', 'Costs', '£18,000', '£9,400']),
    );
  });

  it('follows lines of --- if requested', () => {
    const text = '# One\n\nFirst.\n\n---\n\n# Two\n\n- a\n- b\n\n---\n\n# Three\n\nLast.';
    expect(titles(presentation(text, { cardSplit: 'inputTextBreaks', numCards: 9 }))).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });
});

describe('a template', () => {
  const template = presentation('# Review\n\n## Risks\n\n- ?\n\n## Customers\n\n- ?\n\n## Plan\n\n- ?');

  it('puts text under the same heading, and the rest into the remaining places', () => {
    const made = presentation('# Autumn\n\n## Costs\n\n- £18,000\n\n## Risks\n\n- Rain', { template });
    expect(titles(made)).toEqual(['Autumn', 'Risks', 'Costs', 'Plan']);
    expect(unfilledHeadings(template, made)).toEqual(['Plan']);
    expect(textsOf(made)).toEqual(expect.arrayContaining(['Rain', '£18,000']));
    expect(textsOf(made)).not.toContain('?');
  });

  it('grows if more cards are asked for: its places after the first are repeated', () => {
    const made = presentation('# Autumn\n\n## Costs\n\n- £18,000', { template, numCards: 6 });
    expect(made.cards).toHaveLength(6);
    expect(titles(made).slice(0, 2)).toEqual(['Autumn', 'Costs']);
    expect(titles(made).slice(2)).toEqual(['Customers', 'Plan', 'Risks', 'Customers']);
  });

  it('has no empty place while text is left', () => {
    const facts = Array.from({ length: 9 }, (_, i) => `## Fact ${i}\n\n- It is ${i}%`).join('\n\n');
    const made = presentation(`# Autumn\n\n${facts}`, { template });
    expect(made.cards).toHaveLength(template.cards.length);
    expect(unfilledHeadings(template, made)).toEqual([]);
    for (let i = 0; i < 9; i++) expect(textsOf(made)).toContain(`It is ${i}%`);
  });
});

test.each([
  ['Der Umsatz ist gestiegen und die Kosten sind nicht gefallen', 'de'],
  ['The costs fell and revenue is up', 'en'],
  ['Le chiffre d’affaires est en hausse pour le trimestre', 'fr'],
  ['خطة المبيعات', 'ar'],
  ['四半期の売上', 'ja'],
  ['12', 'en'],
])('the language of "%s" is %s', (text, language) => {
  expect(presentation(text).language).toBe(language);
});
