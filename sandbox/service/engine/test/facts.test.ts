import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, type Deck, plain, type Stat } from '../deck.ts';
import { composeDeck } from '../engine.ts';

const presentation = (text: string, more: object = {}): Deck =>
  composeDeck({ text, format: 'presentation', ...more });

/** Every text on the cards, each by itself. */
function textsOn(deck: Deck): string[] {
  return deck.cards.flatMap((card) => [card.title, card.kicker ?? '', ...card.blocks.flatMap(textsOf)]);
}

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [plain(block.spans)];
    case 'quote':
      return [plain(block.spans), block.by ?? ''];
    case 'list':
      return block.items.map((item) => plain(item.spans));
    case 'table':
      return [block.header, ...block.rows].flat().map(plain);
    case 'stats':
      return block.stats.flatMap((stat) => [stat.value, stat.label, stat.note ?? '']);
    case 'steps':
      return block.steps.flatMap((step) => [step.label, step.text]);
    case 'subheading':
    case 'code':
      return [block.text];
    default:
      return [];
  }
}

const statsOn = (deck: Deck): Stat[] =>
  deck.cards.flatMap((card) => card.blocks.flatMap((block) => (block.kind === 'stats' ? block.stats : [])));

describe('a figure', () => {
  it('that is a level stays a level', () => {
    const deck = presentation(
      'Board update: revenue up 18% to £4.2M, churn down to 2.1%, target under 15% by spring',
    );
    expect(statsOn(deck)).toEqual([
      { value: '£4.2M', label: 'Revenue', note: 'up 18%' },
      { value: '2.1%', label: 'Churn', note: 'down to 2.1%' },
      { value: 'under 15%', label: 'Target', note: 'under 15% by spring' },
    ]);
  });

  it('in running text is shown large only where a short name stands before it', () => {
    const deck = presentation(
      '# Checkout\n\n## Before\n\nLast year the checkout failed 14 times. Conversion on mobile stayed at 1.4%, against 3.1% on desktop.\n\n## After\n\nConversion rose to 3.0%. Failures fell from 14 to 1.',
    );
    expect(statsOn(deck)).toEqual([
      { value: '3.0%', label: 'Conversion', note: 'rose to 3.0%' },
      { value: '1', label: 'Failures', note: 'from 14' },
    ]);
  });

  it('that is part of a statement stays in it', () => {
    const deck = presentation(
      'Review: margin 46.3%, revenue £2.58m (+5%), Bergtopp is 34 days overdue on £58k',
    );
    expect(statsOn(deck).map(({ label }) => label)).toEqual(['Margin', 'Revenue']);
    expect(textsOn(deck)).toContain('Bergtopp is 34 days overdue on £58k');
  });

  it('without a name stays in its words', () => {
    const deck = presentation(
      'Launch page for the Ridgeline 40: 40 litres, 1.1 kg, three colours, free for 30 days',
    );
    expect(statsOn(deck)).toEqual([]);
    expect(textsOn(deck)).toEqual(
      expect.arrayContaining(['40 litres', '1.1 kg', 'Three colours', 'Free for 30 days']),
    );
  });

  const amount = fc
    .tuple(
      fc.constantFrom('', '£', '$'),
      fc.integer({ min: 2, max: 98_000 }),
      fc.constantFrom('', '%', 'k', ' kg', ' days'),
    )
    .map(([sign, value, unit]) => `${sign}${value.toLocaleString('en')}${unit}`);
  const phrase = fc
    .tuple(
      fc.constantFrom('revenue', 'churn', 'tickets', 'our margin', 'boots', 'free', 'hiring plan'),
      fc.constantFrom('', 'is', 'up', 'down to', 'fell by', 'under', 'for', 'at', 'went to', 'nearly'),
      amount,
      fc.constantFrom('', ' (6 engineers, 2 sales)', ' in spring', ' (-3.5%)', ' and more'),
    )
    .map((parts) => `${parts.slice(0, 3).filter(Boolean).join(' ')}${parts[3]}`);
  const prompt = fc
    .array(phrase, { minLength: 1, maxLength: 6 })
    .map((phrases) => `Update: ${phrases.join(', ')}`);

  it('on a card stands in the text with its sign, its unit and the words around it', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const said = text.toLowerCase();
        for (const { value, note } of statsOn(presentation(text))) {
          expect(said).toContain(value.toLowerCase());
          if (note) for (const part of note.split(', ')) expect(said).toContain(part.toLowerCase());
        }
        const numbers = textsOn(presentation(text)).flatMap(
          (one) => one.match(/[-+−]?[£$]?\d[\d.,]*\d|\d/g) ?? [],
        );
        expect(numbers.filter((number) => !text.includes(number.replace(/[.,]$/, '')))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('stands beside whole brackets: none is torn', () => {
    const torn = (text: string) => (text.match(/\(/g) ?? []).length !== (text.match(/\)/g) ?? []).length;
    fc.assert(
      fc.property(
        prompt,
        fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        (text, numCards) => {
          expect(textsOn(presentation(text, { numCards })).filter(torn)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each([
  ['Exactly 3 slides, no wait, 12 slides about our budget: rent, travel', 'Our budget', ['Rent', 'Travel']],
  [
    "Just make the damn slides about the stupid Q3 numbers: rent up, travel down, and don't screw it up",
    'The Q3 numbers',
    ['Rent up', 'Travel down'],
  ],
  [
    'Board update: budget is flat, risks: the contract ends in April, rain in August',
    'Board update',
    ['Budget is flat', 'The contract ends in April', 'Rain in August'],
  ],
  [
    '季度总结：收入增长18%，招聘计划（6名工程师，2名销售）',
    '季度总结',
    ['收入增长18%', '6名工程师', '2名销售'],
  ],
])('what is said to the maker is not shown, what is said of the subject is: %s', (text, title, points) => {
  const deck = presentation(text);
  expect(deck.title).toBe(title);
  const shown = textsOn({ ...deck, cards: deck.cards.slice(1) });
  expect(shown).toEqual(expect.arrayContaining(points));
  expect(shown.join()).not.toMatch(/screw|slides/);
});

it('a hyphen that joins a figure to a word is no minus', () => {
  expect(statsOn(presentation('עדכון: הכנסות עלו ב-18%, נטישה ירדה ל-2.1%'))).toEqual([]);
});

it.each([
  'Bericht: Umsatz um 18 % auf 4,2 Mio. € gestiegen, Kündigungsrate auf 2,1 % gesunken',
  'Weekly: cash £-120k, debt $-3.5M',
])('a figure whose name or sign the rules do not know stays in its words: %s', (text) => {
  expect(statsOn(presentation(text))).toEqual([]);
});

it('a list that is numbered on one line is a list', () => {
  const deck = presentation('How to wax boots: 1. Clean them, 2. Let them dry for 24 h, 3. Warm the wax');
  expect(textsOn(deck)).toEqual(
    expect.arrayContaining(['Clean them', 'Let them dry for 24 h', 'Warm the wax']),
  );
});

it('few cards for many parts say something of each', () => {
  const part = (name: string) =>
    `## ${name}\n\n${[1, 2, 3, 4].map((i) => `- ${name} ${i}: a point that is said in some more words`).join('\n')}`;
  const names = ['North', 'East', 'South', 'West'];
  const deck = presentation(`# Regions\n\n${names.map(part).join('\n\n')}`, { numCards: 2 });
  for (const name of names) expect(textsOn(deck).some((text) => text.startsWith(`${name} `))).toBe(true);
});

it('a step with brackets stays whole', () => {
  const deck = presentation(
    '# Move\n\n## Next steps\n\n1. Roll out by 1 May\n2. Remove the old one (owner: Dev)\n3. Measure',
  );
  expect(textsOn(deck)).toContain('Remove the old one (owner: Dev)');
});

it('what stands in brackets belongs to what stands before them', () => {
  const deck = presentation('Board update: revenue £4.2M, hiring plan for Q4 (6 engineers, 2 sales), risks');
  const card = deck.cards.find((one) => one.title === 'Hiring plan for Q4');
  expect(card?.blocks.flatMap(textsOf)).toEqual(['6 engineers', '2 sales']);
});

const thread = `# What happens to the kids' line next year?

Thread in #revenue. From 13 November 2026, 09:30 to 13 November 2026, 13:22 (Europe/London): 7 messages by Ana Reyes, Chloe Martin and Mei Tanaka.

**Ana Reyes** ([13 November 2026, 09:30](https://slack.example/p1)): What happens to the kids' line next year? Chloe has the numbers, please read them first.

**Chloe Martin** ([13 November 2026, 09:41](https://slack.example/p2)): Kids' line, last two seasons:

\`\`\`
season        revenue   margin
spring 1 y.   £171,000    41%
autumn 1 y.   £164,000    38%
\`\`\`

**Liam Doyle** ([13 November 2026, 09:52](https://slack.example/p3)): In stores it brings families in. 22% of baskets with a kids' item also hold something for a grown-up.

**Mei Tanaka** ([13 November 2026, 12:05](https://slack.example/p4)): How many of them bought again?

**Chloe Martin** ([13 November 2026, 12:31](https://slack.example/p5)): 44% of the families bought again, the best of any line. I'll send the sheet to everybody by Friday.

**Ana Reyes** ([13 November 2026, 13:10](https://slack.example/p6)): Proposal then: stop the present line after spring, build six jackets for autumn. Owner Liam, budget £35k.

**Mei Tanaka** ([13 November 2026, 13:22](https://slack.example/p7)): Decided. Who tells the two accounts that carry it?`;

it('a decimal comma stays in its number', () => {
  const deck = presentation(
    'Présentation pour le comité : le chiffre d’affaires atteint 4,2 M€ (+18 %), le taux de résiliation descend à 2,1 %, et il faut décider du budget.',
  );
  expect(textsOn(deck)).toEqual(
    expect.arrayContaining([
      'Le chiffre d’affaires atteint 4,2 M€ (+18 %)',
      'Le taux de résiliation descend à 2,1 %',
    ]),
  );
});

it('a change that is said in one breath stays one', () => {
  const deck = presentation(
    'Four days: cost £0, pilot of 12 weeks, answer time 3.4 h before and 3.1 h after, sick days -22%',
  );
  expect(statsOn(deck)).toContainEqual({
    value: '3.4 h',
    label: 'Answer time',
    note: 'before and 3.1 h after',
  });
});

describe('a decision in passing', () => {
  const decided = (...lines: string[]) =>
    presentation(
      [...lines, 'Elin Berg: Noted.']
        .map((line, at) => `**${line.replace(':', `** (4 June 2026, 09:1${at}):`)}`)
        .join('\n\n'),
      {
        textMode: 'condense',
      },
    ).cards.flatMap((card) => (/^Decision/.test(card.title) ? card.blocks.flatMap(textsOf) : []));

  it.each([
    ['We have Lisbon, Porto and Valencia.', "OK, so let's go with Lisbon then. 12 to 15 October."],
    ['Only 14 customers use the import.', "Okay, we're dropping the CSV import for the first release."],
    ['Conversion was 6.1% with 14 and 5.8% with 30.', 'Then 14 it is.'],
    ['Add cohorts, please.', 'So: revenue, cohorts, cash. Four charts.'],
  ])('is shown with who and when: %s %s', (before, words) => {
    const shown = decided(`Ana Reyes: ${before}`, `Ben Okafor: ${words}`);
    expect(shown[0]).toBe(words);
    expect(shown[1]).toMatch(/^Ben Okafor, 4 June 2026, 09:11/);
  });

  it('that answers somebody is shown with what it answers', () => {
    expect(
      decided(
        'Liam Doyle: £600 for the crew to work on Sunday.',
        "Ana Reyes: Take the £600. I'll do the apology.",
      ),
    ).toEqual([
      "Take the £600. I'll do the apology.",
      'Ana Reyes, 4 June 2026, 09:11, on what Liam Doyle said: “£600 for the crew to work on Sunday.”',
    ]);
  });

  it.each([
    "Then let's cap it at 900. Can your accounts live with that?",
    'OK, so we are 12% under plan then.',
    "Fine, we'll decide about partners next week.",
    'We are moving the care desk this afternoon.',
    'I would need two weeks for a clean view.',
  ])('is none where nothing is decided: %s', (words) => {
    expect(decided('Ana Reyes: We have 6,200 units in the first batch.', `Ben Okafor: ${words}`)).toEqual([]);
  });
});

it('an agreement is to what was proposed last', () => {
  const texts = textsOn(
    presentation(
      "**Ana Reyes** (4 June 2026, 09:10): The landlord sells.\n\n**Grace Kim** (4 June 2026, 09:11): It touches the covenant. I'd need two weeks for a clean view.\n\n**Ana Reyes** (4 June 2026, 09:12): And we do not talk about it before Monday.\n\n**Mei Tanaka** (4 June 2026, 09:13): Agreed.",
      { textMode: 'condense' },
    ),
  );
  expect(texts).toContain('We do not talk about it before Monday.');
  expect(texts).not.toContain("I'd need two weeks for a clean view.");
});

it('numbered candidates keep their numbers, since people speak of them by number', () => {
  const deck = presentation(
    '**Ben Okafor** (4 June 2026, 09:10): Three candidates for the line:\n\n1. Carries a week of clothes\n2. Forty litres and nothing else\n\n**Ana Reyes** (4 June 2026, 09:12): Decision: number 1, with the weight beside it.',
    { textMode: 'condense' },
  );
  expect(textsOn(deck).join(' ')).toContain(
    '1)\u00A0Carries a week of clothes; 2)\u00A0Forty litres and nothing else',
  );
});

it('a numbered list in a reply, or under a point, keeps its numbers', () => {
  const digest = presentation(
    'Talk in #launch. From 4 June 2026, 09:10 to 4 June 2026, 09:30 (UTC): 3 messages by Ben Okafor and Ana Reyes.\n\n**Ben Okafor** (4 June 2026, 09:10): Which line goes on the page?\n\n- **Ana Reyes** (4 June 2026, 09:12):\n\n  1. Carries a week of clothes\n  2. Forty litres and nothing else\n\n- **Ben Okafor** (4 June 2026, 09:30): Decision: number 2, with the weight beside it.',
    { textMode: 'condense' },
  );
  expect(textsOn(digest).join(' ')).toContain(
    '1)\u00A0Carries a week of clothes; 2)\u00A0Forty litres and nothing else',
  );
  const notes = presentation('# Plan\n\n## Order\n\n- Prepare:\n\n  3. Ask\n  4. Sort\n- Rest\n- Go on');
  const items = notes.cards.flatMap((card) =>
    card.blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])),
  );
  expect(items.map(({ number }) => number)).toEqual([undefined, 3, 4, undefined, undefined]);
});

describe('a thread', () => {
  const deck = presentation(thread, { textMode: 'condense' });

  it('says where and when it was', () => {
    expect(textsOn(deck)).toContain('#revenue · 13 November 2026 · 7 messages');
  });

  it('has its decision on a card of its own, with who and when', () => {
    const [card, ...more] = deck.cards.filter((one) => one.title === 'Decision');
    expect(more).toEqual([]);
    expect(card?.blocks).toHaveLength(1);
    expect(card?.blocks[0]).toMatchObject({
      kind: 'quote',
      spans: [
        {
          text: 'Stop the present line after spring, build six jackets for autumn. Owner Liam, budget £35k.',
        },
      ],
      by: 'Proposed by Ana Reyes, 13 November 2026, 13:10. Settled by Mei Tanaka, 13 November 2026, 13:22: “Decided.”',
    });
  });

  it('shows a pasted table as a table', () => {
    expect(deck.cards.find((card) => card.layout === 'table')).toMatchObject({
      title: "Kids' line, last two seasons",
      kicker: 'Chloe Martin, 13 November 2026, 09:41',
    });
    expect(textsOn(deck)).toEqual(expect.arrayContaining(['spring 1 y.', '£171,000', '41%']));
  });

  it('says an answer with its question, and asks only what nobody answered', () => {
    expect(textsOn(deck)).toContain(
      "Chloe Martin: asked “How many of them bought again?” 44% of the families bought again, the best of any line. I'll send the sheet to everybody by Friday.",
    );
    const open = deck.cards.find((card) => card.title === 'Open questions');
    expect(open?.blocks.flatMap(textsOf)).toEqual([
      'Who tells the two accounts that carry it?',
      'Mei Tanaka, 13 November 2026, 13:22',
    ]);
  });

  it('names who does what', () => {
    const card = deck.cards.find((one) => one.title === 'Who does what');
    expect(card?.blocks.flatMap(textsOf)).toEqual([
      "I'll send the sheet to everybody by Friday.",
      'Chloe Martin, 13 November 2026, 12:31',
    ]);
  });

  it('leaves out what matters least where fewer cards are asked for, and pours none together', () => {
    const few = presentation(thread, { textMode: 'condense', numCards: 3 });
    expect(few.cards.map((card) => card.title)).toEqual([deck.title, 'Decision', 'What was said']);
  });

  it('shows whole sentences of it and nothing else', () => {
    const said = thread
      .replace(/\*\*|\]\([^)]*\)|\[/g, '')
      .replace(/\s+/g, ' ')
      .toLowerCase();
    for (const card of deck.cards.filter((one) => one.title === 'What was said'))
      for (const text of card.blocks.flatMap(textsOf))
        expect(said).toContain(text.replace(/^[^:]+: (?:asked “[^”]*” )?/, '').toLowerCase());
  });
});

it.each([
  [
    "Decision needed by Friday: what happens to the kids' line next year?",
    "What happens to the kids' line next year?",
  ],
  ['Hi all! Quick question: can we move the launch to Thursday?', 'Can we move the launch to Thursday?'],
  ['The landlord sells Leeds. Do we buy, or move out?', 'Do we buy, or move out?'],
  ['Half-time check. Owners, one line each by noon.', 'Half-time check'],
])('a thread is named by what it is about: %s', (first, name) => {
  const deck = presentation(
    `Thread in #launch. From 2 March 2026, 09:05 to 2 March 2026, 09:20 (UTC): 3 messages by Ana Reyes and Ben Okafor.\n\n**Ana Reyes** (2 March 2026, 09:05): ${first}\n\n**Ben Okafor** (2 March 2026, 09:10): There are four of them in the shop by now.\n\n**Ana Reyes** (2 March 2026, 09:20): The rest comes with the next van on Tuesday.`,
    { textMode: 'condense' },
  );
  expect(deck.title).toBe(name);
});

describe('a digest', () => {
  const digest = presentation(
    `Talk in #launch. From 2 March 2026, 09:05 to 3 March 2026, 10:00 (UTC): 5 messages by Ana Reyes, Ben Okafor and Elin Berg.

## Monday, 2 March 2026

**Ana Reyes** (2 March 2026, 09:05): Factory confirms the first batch: 6,200 units, leaves on Thursday.

- **Ben Okafor** (2 March 2026, 09:10): Then we cap pre-orders at 900 and say so openly on the page.

- **Ana Reyes** (2 March 2026, 09:20): Agreed, until Friday. That is 15% of the batch.

## Tuesday, 3 March 2026

**Elin Berg** (3 March 2026, 09:40): Reminder: the photo shoot is on Friday, bring warm things.

**Ben Okafor** (3 March 2026, 10:00): Press list is out: 46 titles, 9 already said yes to a review pack.`,
    { title: '#launch, 2 – 8 Mar 2026', textMode: 'condense' },
  );

  it('is named by its channel and time, with its theme and size below', () => {
    expect(digest.title).toBe('#launch, 2 – 8 Mar 2026');
    expect(textsOn({ ...digest, cards: digest.cards.slice(0, 1) })).toEqual([
      '#launch, 2\u00A0–\u00A08\u00A0Mar\u00A02026',
      '',
      'Factory confirms the first batch: 6,200 units, leaves on Thursday',
      '5 messages by 3 people',
    ]);
  });

  const decided = (count: number) =>
    presentation(
      `Talk in #launch. From 28 February 2026, 09:00 to 3 March 2026, 10:00 (UTC): ${2 * count} messages by Ana Reyes and Ben Okafor.\n\n${Array.from(
        { length: count },
        (_, i) =>
          `**Ana Reyes** (3 March 2026, 09:0${i}): Subject number ${i} is still open for all of us.\n\n- **Ben Okafor** (3 March 2026, 10:0${i}): Decision: we take road ${i} to the north.`,
      ).join('\n\n')}`,
      { textMode: 'condense' },
    ).cards;

  it('without a name is named by its channel and its days', () => {
    expect(decided(2)[0]?.title).toBe('#launch, 28\u00A0February\u00A0to\u00A03\u00A0March\u00A02026');
  });

  it('shows each decision on a card of its own, under what it is about, with who and when', () => {
    const cards = decided(4).filter((card) => card.kicker === 'Decision');
    expect(cards.map(({ title }) => title)).toEqual(
      [0, 1, 2, 3].map((i) => `Subject number ${i} is still open for all of us`),
    );
    expect(cards.at(-1)?.blocks.flatMap(textsOf)).toEqual([
      'We take road 3 to the north.',
      'Ben Okafor, 3 March 2026, 10:03',
    ]);
  });

  it('shows the first decisions so, and more of them on one card', () => {
    const cards = decided(8);
    expect(cards.filter((card) => card.kicker === 'Decision')).toHaveLength(5);
    const further = cards.find((card) => card.title === 'Further decisions');
    expect(further?.blocks.flatMap(textsOf).filter((text) => /^We take/.test(text))).toHaveLength(3);
  });

  it('says what was decided, and figures in whole sentences', () => {
    expect(textsOn(digest)).toEqual(
      expect.arrayContaining([
        'Then we cap pre-orders at 900 and say so openly on the page.',
        'Proposed by Ben Okafor, 2 March 2026, 09:10. Settled by Ana Reyes, 2 March 2026, 09:20: “Agreed, until Friday. That is 15% of the batch.”',
      ]),
    );
    expect(statsOn(digest)).toEqual([]);
  });
});

describe('notes of a meeting without times', () => {
  const deck = presentation(
    "Team meeting, 12 May\n\nPresent: Ana, Ben, Chloe\n\nAna: The Hall costs £2,400 and the Barn £1,150 for the day.\nBen: The Barn has no step-free access, so I would take the Hall.\nChloe: Agreed. I'll book it by Friday.\nBen: Good. Who brings the projector to the Hall?",
    { textMode: 'condense' },
  );

  it('are named by their first line, and no label speaks', () => {
    expect(deck.title).toBe('Team meeting, 12 May');
    expect(textsOn(deck).filter((text) => /^Present/.test(text))).toEqual([]);
  });

  it('say what was decided and who does what', () => {
    expect(textsOn(deck)).toEqual(
      expect.arrayContaining([
        'The Barn has no step-free access, so I would take the Hall.',
        "I'll book it by Friday.",
        'Who brings the projector to the Hall?',
      ]),
    );
  });
});

it('a thread in which every message asks something still says what was said', () => {
  const line = (by: string, minute: number) =>
    `**${by}** (13 November 2026, 09:${minute}): We looked at the numbers again and they are 12% under plan. Who else has looked?`;
  const deck = presentation(
    [line('Ana Reyes', 10), line('Ben Okafor', 20), line('Ana Reyes', 30)].join('\n\n'),
    {
      textMode: 'condense',
    },
  );
  expect(deck.cards.map((card) => card.title)).toContain('What was said');
});
