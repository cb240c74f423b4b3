import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOf } from '../compose/blocks.ts';
import { counted } from '../compose/count.ts';
import { type Block, type Card, type Deck, plain } from '../deck.ts';
import { composeDeck } from '../engine.ts';

const board = 'Quarterly review for the board: revenue up 18% to $4.2M, churn 2.1%, hiring plan and risks';

function presentation(text: string, more: object = {}): Deck {
  return composeDeck({ text, format: 'presentation', ...more });
}

const titles = (deck: Deck) => deck.cards.map((card) => card.title);
const layouts = (deck: Deck) => deck.cards.map((card) => card.layout);
const blocks = (deck: Deck, kind: Block['kind']) =>
  deck.cards.flatMap((card) => card.blocks.filter((block) => block.kind === kind));

/** All words on the cards, to ask whether something was kept or invented. */
function wordsOn(cards: Card[]): string {
  return JSON.stringify(cards);
}

describe('a prompt of one line', () => {
  it('becomes a deck about what it names', () => {
    const deck = presentation(board);
    expect(deck.title).toBe('Quarterly review for the board');
    expect(deck.cards[0]).toMatchObject({ layout: 'title' });
    expect(titles(deck)).toEqual([deck.title, 'The numbers', 'Topics']);
    expect(JSON.stringify(deck.cards.at(-1))).toContain('Hiring plan');
  });

  it('shows its figures large, as they were written', () => {
    const [shown] = blocks(presentation(board), 'stats');
    expect(shown).toEqual({
      kind: 'stats',
      stats: [
        { value: '$4.2M', label: 'Revenue', note: 'up 18%' },
        { value: '2.1%', label: 'Churn' },
      ],
    });
  });

  it('invents no figures', () => {
    const given = ['18', '4.2', '2.1'];
    const numbers =
      wordsOn(presentation(board).cards.map(({ blocks: shown }) => ({ blocks: shown }) as Card)).match(
        /\d+(\.\d+)?/g,
      ) ?? [];
    const levels = numbers.filter((number) => number !== '0');
    expect(levels.filter((number) => !given.includes(number))).toEqual([]);
  });

  it('leaves out the order to make something', () => {
    const deck = presentation(
      'Please make me a 10-slide deck about our Q3 launch for the sales team, covering pricing and timeline',
    );
    expect(deck.title).toBe('Our Q3 launch for the sales team');
    expect(wordsOn(deck.cards)).toMatch(/Pricing.*Timeline/);
  });

  it('that names its subject alone says that there is nothing more, and makes nothing up', () => {
    const deck = presentation('cats');
    expect(layouts(deck)).toEqual(['title', 'closing']);
    expect(deck.title).toBe('Cats');
    expect(wordsOn(deck.cards)).toContain('no language model');
  });

  it('names a deck by all of it where no list follows a colon', () => {
    expect(presentation('Keyboard only: three ideas for better shortcuts').title).toBe(
      'Keyboard only: three ideas for better shortcuts',
    );
  });

  it('has its topics each on a card of its own where as many are asked for', () => {
    const deck = presentation('5 slides about our booth: the numbers, keynote, demo stations, press', {
      numCards: 5,
    });
    expect(titles(deck)).toEqual(['Our booth', 'The numbers', 'Keynote', 'Demo stations', 'Press']);
  });

  it('is made no longer than what it says, whatever number is asked for', () => {
    const deck = presentation('10 slides about remote onboarding', { numCards: 10 });
    expect(titles(deck)).toEqual(['Remote onboarding', 'The rest is yours to say']);
  });

  it('says whom it is for without a card about that', () => {
    const deck = presentation('Our repair service: 2,914 repairs, £14 on average. Audience: shop staff.');
    expect(deck.cards[0]?.kicker).toBe('For shop staff');
    expect(wordsOn(deck.cards)).not.toContain('Audience');
  });

  it('keeps the points of a topic together', () => {
    const deck = presentation(
      'Review: margin 46%. Went well: jackets sold out; early access. Risks: Bergtopp owes £58k.',
    );
    expect(titles(deck)).toEqual(expect.arrayContaining(['Went well', 'Risks']));
    expect(JSON.stringify(deck.cards.find(({ title }) => title === 'Went well'))).toMatch(
      /Jackets sold out.*Early access/,
    );
  });
});

describe('figures in a text', () => {
  it('become a bar chart when they are a short series', () => {
    expect(blocks(presentation('Sales: Q1 12, Q2 18, Q3 25'), 'chart')[0]).toMatchObject({
      chart: { type: 'bar', labels: ['Q1', 'Q2', 'Q3'], series: [{ values: [12, 18, 25] }] },
    });
  });

  it('become a line over a longer time', () => {
    const text = '## Sign-ups\n\n- Jan: 120\n- Feb: 150\n- Mar: 180\n- Apr: 210\n- May: 260';
    expect(blocks(presentation(text), 'chart')[0]).toMatchObject({
      chart: { type: 'line', series: [{ values: [120, 150, 180, 210, 260] }] },
    });
  });

  it('become a ring when they are shares of a whole', () => {
    const text = '## Budget\n\nPeople: 55%, Cloud: 20%, Marketing: 15%, Other: 10%';
    expect(blocks(presentation(text), 'chart')[0]).toMatchObject({
      chart: { type: 'doughnut', suffix: '%' },
    });
  });

  it('in a table are charted beside it', () => {
    const deck = presentation(
      '## Cost\n\n| Month | Licences |\n|---|---|\n| Jan | $35 |\n| Feb | $30 |\n| Mar | $12 |',
    );
    const card = deck.cards.find((one) => one.layout === 'chart');
    expect(card?.blocks.map((block) => block.kind)).toEqual(['chart', 'table']);
    expect(card?.blocks[0]).toMatchObject({
      chart: { prefix: '$', series: [{ name: 'Licences', values: [35, 30, 12] }] },
    });
  });

  it('in a table of several columns are all in its chart, and one column alone is named by the title', () => {
    const head = '| Topic | W1 | W2 | W3 | W4 |\n|---|---|---|---|---|\n';
    const rows = Array.from({ length: 8 }, (_, i) => `| T${i} | ${i + 4} | ${i + 5} | ${i + 6} | ${i + 7} |`);
    const [all] = blocks(presentation(`# Tickets\n\n${head}${rows.join('\n')}`), 'chart');
    expect(all).toMatchObject({ chart: { series: [{}, {}, {}, { name: 'W4' }] } });
    const sites =
      '| Site | Staff | Rent | Ends |\n|---|---|---|---|\n| Leeds | 42 | £18 | May |\n| Bonn | 28 | £9 | June |';
    expect(titles(presentation(`# Sites\n\n${sites}`))).toContain('Staff');
  });

  it('that changed are told with where they came from', () => {
    const deck = presentation('## Results\n\nRevenue grew from 12 to 18. Churn fell from 3.4% to 2.1%.');
    expect(blocks(deck, 'stats')[0]).toMatchObject({
      stats: [
        { value: '18', label: 'Revenue', note: 'from 12' },
        { value: '2.1%', label: 'Churn', note: 'from 3.4%' },
      ],
    });
  });

  it('that are years and dates are not shown as figures', () => {
    const deck = presentation(
      '## History\n\nWe started in 2019 and moved on 12 May 2021. The office opened in 2022.',
    );
    expect(blocks(deck, 'stats')).toEqual([]);
  });
});

describe('running text', () => {
  const text =
    'Our bike courier pilot in Bristol began in March with four riders and one cargo bike. By June we had eleven riders. Deliveries take 34 minutes, where vans took 51. Complaints fell to nothing. The winter will be the test. Rain is fine but ice is not. Insurance goes up by 12% in October. The city offers a second depot. I would take it. We need a yes to the depot.';

  it('is named by a whole clause, and nothing of it is left out', () => {
    const deck = presentation(text);
    expect(deck.title).not.toContain('…');
    for (const said of text.split(/(?<=\.) /)) expect(wordsOn(deck.cards)).toContain(said);
  });

  it('has as many points on a card as can be read at a glance', () => {
    const lists = blocks(presentation(text), 'list').flatMap((list) =>
      list.kind === 'list' ? [list.items] : [],
    );
    for (const items of lists) expect(items.length).toBeLessThanOrEqual(8);
  });
});

it('a mere list stands by itself: none of its points names the others', () => {
  expect(titles(presentation('- Budget approved\n- Venue: Harbour Hall\n- Risk: the lift'))).toEqual([
    'Overview',
  ]);
});

it('times of day stay whole', () => {
  const deck = presentation(
    '# Incident\n\n## Timeline\n\n1. 09:12 first failures\n2. 09:31 alert\n3. 10:47 fixed',
  );
  expect(blocks(deck, 'steps')[0]).toMatchObject({
    steps: [{ label: '09:12' }, { label: '09:31' }, { label: '10:47' }],
  });
});

describe('a structured text', () => {
  const text = `# Billing move\n\nWhy, how and what we need.\n\n## Plan\n\n1. Discovery: map the rules\n2. Build: write the adapters\n3. Rollout: everyone\n\n## Voices\n\n> A fourth delay costs more than doing it.\n> — Ana Ruiz, Finance\n\n## Code\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\n## Status\n\n| Area | Owner |\n|---|---|\n| Adapters | Ana |\n\n## Links\n\nSee the [design](https://example.com/design) and ![a lighthouse](https://example.com/l.png)\n\n## Next steps\n\n- Approve\n- Sign`;
  const deck = presentation(text);

  it('takes its title and the layouts that its parts ask for', () => {
    expect(deck.title).toBe('Billing move');
    const byTitle = (title: string) =>
      deck.cards.find((card) => card.title === title || card.kicker === title)?.layout;
    expect(byTitle('Plan')).toBe('steps');
    expect(byTitle('Voices')).toBe('quote');
    expect(byTitle('Code')).toBe('code');
    expect(byTitle('Status')).toBe('table');
    expect(byTitle('Links')).toBe('picture');
    expect(byTitle('Next steps')).toBe('closing');
  });

  it('keeps links, and names who is quoted', () => {
    expect(wordsOn(deck.cards)).toContain('"href":"https://example.com/design"');
    expect(blocks(deck, 'quote')[0]).toMatchObject({ by: 'Ana Ruiz, Finance' });
  });

  it('drops links that are not of the web or of mail', () => {
    expect(wordsOn(presentation('## A\n\n[x](javascript:alert(1)) and more words').cards)).not.toContain(
      'javascript',
    );
  });

  it('has no pictures where none are wanted', () => {
    expect(blocks(presentation(text, { imageSource: 'noImages' }), 'picture')).toEqual([]);
  });
});

describe('the number of cards', () => {
  const long = Array.from(
    { length: 12 },
    (_, i) => `## Part ${i + 1}\n\n- First point of it\n- Second point of it\n- Third point of it`,
  ).join('\n\n');

  it.each([1, 2, 5, 10, 30])('is %i when that is asked for', (numCards) => {
    expect(presentation(long, { numCards }).cards).toHaveLength(numCards);
  });

  it('is smaller where a text has too little to say', () => {
    expect(presentation(long, { numCards: 75 }).cards.length).toBeLessThan(75);
    const words = wordsOn(presentation(board, { numCards: 30 }).cards);
    expect(words).not.toMatch(/to be written/i);
  });

  it('is reached without leaving anything out that fits', () => {
    const text =
      '# Move\n\n## Costs\n\n- People: £120,000\n- Cloud: £18,000\n- Licences: £9,400\n\n## Next steps\n\n1. Norway by 1 May\n2. Remove the old one\n3. Measure returns\n\n## Risks\n\n- Time';
    const said = wordsOn(presentation(text, { numCards: 3 }).cards);
    for (const word of [
      '£120,000',
      '£18,000',
      '£9,400',
      'Norway by 1 May',
      'Remove the old one',
      'Measure returns',
      'Time',
    ])
      expect(said).toContain(word);
  });

  it('is reached as if the two smallest neighbours were looked for anew each time', () => {
    const card = fc.record({
      layout: fc.constantFrom('bullets' as const, 'section' as const, 'closing' as const),
      title: fc.constantFrom('', 'Costs', 'Risks'),
      blocks: fc.array(
        fc.integer({ min: 0, max: 40 }).map((length): Block => listOf([[{ text: 'a'.repeat(length) }]])),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(card, { minLength: 5, maxLength: 30 }), (cards) => {
        const before = structuredClone(cards);
        let oneByOne: Card[] = cards;
        while (oneByOne.length > 4) oneByOne = counted(oneByOne, oneByOne.length - 1);
        expect(counted(cards, 4)).toEqual(oneByOne);
        expect(cards).toEqual(before);
      }),
    );
  });

  it.each(['a\n', '# a\n\nb\n\n', 'a\n\n'])('of a long text, all %j, is found without a stall', (unit) => {
    const seconds = (characters: number) => {
      const { user } = process.cpuUsage();
      presentation(unit.repeat(characters / unit.length));
      return (process.cpuUsage().user - user) / 1e6;
    };
    seconds(2_000);
    // Ten times the text; by squares, this would be 100 times the work.
    expect(seconds(20_000) / seconds(2_000)).toBeLessThan(25);
  });

  it('follows lines of --- where the text has its own breaks', () => {
    const deck = presentation('# One\n\nFirst.\n\n---\n\n# Two\n\n- a\n- b\n\n---\n\n# Three\n\nLast.', {
      cardSplit: 'inputTextBreaks',
      numCards: 9,
    });
    expect(titles(deck)).toEqual(['One', 'Two', 'Three']);
  });
});

describe('preserve', () => {
  it('keeps every word, on as many cards as it takes', () => {
    const sentences = Array.from({ length: 160 }, (_, i) => `Sentence number ${i} is kept as it is.`);
    const deck = presentation(`# All of it\n\n${sentences.join(' ')}`, { textMode: 'preserve', numCards: 3 });
    const kept = deck.cards
      .flatMap((card) => card.blocks.map((block) => (block.kind === 'paragraph' ? plain(block.spans) : '')))
      .join(' ');
    for (const sentence of sentences) expect(kept).toContain(sentence);
  });
});

it('gives the same deck for the same input, as plain data', () => {
  expect(presentation(board)).toEqual(presentation(board));
  expect(JSON.parse(JSON.stringify(presentation(board)))).toEqual(presentation(board));
});

it.each([
  ['https://images.example/harbour.png', 1],
  ['http://images.example/harbour.png', 0],
  ['https://localhost/harbour.png', 0],
  ['https://192.168.1.4/harbour.png', 0],
  ['https://files.slack.com/files-pri/T1-F1/harbour.png', 0],
])(
  'a picture at %s is shown only where the service can fetch it, and left out without a word else',
  (address, count) => {
    const text = `# Harbour\n\n## Cranes\n\nTwo of them.\n\n${address}`;
    const deck = presentation(text, { textMode: 'preserve' });
    const shown = deck.cards.flatMap(({ blocks }) =>
      blocks.filter((block) => block.kind === 'picture' && block.href === address),
    );
    expect(shown).toHaveLength(count);
    expect(JSON.stringify(deck).includes('harbour.png')).toBe(count === 1);
  },
);

describe('what is to be done with a text', () => {
  const notes = '# Notes\n\n- Revenue up 18% to £4.2M\n- Two customers wait\n- Hiring is two months behind';
  const report = '# Q3 results\n\n## Revenue\n\n- Up 18%\n\n## Risks\n\n- Rain\n\n## Next steps\n\n- Ask Mei';
  const madeFor = (text: string, wish: string, more: object = {}) =>
    composeDeck({
      text,
      format: 'presentation',
      textMode: 'condense',
      instructions: `Keep names, figures, dates and links exactly as they are written.\n${wish}`,
      ...more,
    });

  it.each([
    [notes, 'Board summary of these notes', 'Board summary'],
    [report, 'Board summary of these notes', 'Board summary: Q3 results'],
    [report, 'Report on the third quarter', 'Report on the third quarter'],
    [report, 'Write it as a summary', 'Q3 results'],
    [report, 'Keep it short, and no jargon', 'Q3 results'],
    [report, 'Title: Autumn in figures', 'Autumn in figures'],
  ])('names the deck: %s, %s', (text, wish, title) => {
    const deck = madeFor(text, wish);
    expect(deck.title).toBe(title);
    expect(deck.cards[0]).toMatchObject({ layout: 'title', title });
    expect(madeFor(text, wish, { title: 'Given' }).title).toBe('Given');
  });

  it('says whom it is for', () => {
    expect(madeFor(notes, 'Short update for the sales team, friendly').cards[0]?.kicker).toBe(
      'For the sales team',
    );
    expect(madeFor(report, 'Write it for: the board.').cards[0]?.kicker).toBe('For the board');
    expect(madeFor(report, '', { audience: 'shop staff' }).cards[0]?.kicker).toBe('For shop staff');
  });

  it.each([
    ['Only the risks and next steps', ['Q3 results', 'Risks', 'Next steps']],
    ['Leave out the risks', ['Q3 results', 'Revenue', 'Next steps']],
    ['Only the weather', ['Q3 results', 'Revenue', 'Risks', 'Next steps']],
  ])('keeps to the parts that are meant: %s', (wish, titles) => {
    expect(madeFor(report, wish).cards.map((card) => card.title)).toEqual(titles);
  });

  it('makes fewer cards where it is to be short', () => {
    const long = `# Q3\n\n${Array.from({ length: 12 }, (_, i) => `## Part ${i}\n\n- Point ${i}`).join('\n\n')}`;
    expect(madeFor(long, 'Keep it short').cards).toHaveLength(6);
    expect(madeFor(long, 'Go on').cards.length).toBeGreaterThan(10);
  });
});
