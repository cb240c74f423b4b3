import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arranged,
  type Outline,
  outlineLines,
  outlineSchema,
  readOutline,
  slideTitles,
  titlesOf,
  wholeOutline,
} from '../../src/asks/outline.ts';
import { outlineOf, sectionsOf } from '../../src/asks/sections.ts';
import { isFast } from '../support/processor-time.ts';

const BOARD = ['# Board', '## Goals\nMore bread', '## Costs\nFlour', '## Risks\nRain'].join('\n\n');
const TITLES = ['Board', 'Goals', 'Costs', 'Risks'];
const titlesIn = (text: string) => titlesOf(sectionsOf(text));

/** Returns the titles of the slides that these lines make of the board's text, or the error. */
function slidesFrom(lines: string[], sections = TITLES): string[] | string {
  const slides = readOutline(lines.join('\n'), sections);
  return typeof slides === 'string' ? slides : slideTitles({ sections, slides });
}

/** Returns the slides that these lines make of the board's text. */
function textsFrom(lines: string[]): string[] {
  const slides = readOutline(lines.join('\n'), TITLES) as Outline['slides'];
  return arranged(sectionsOf(BOARD), { sections: TITLES, slides })?.map(({ text }) => text) ?? [];
}

describe('the titles of a text', () => {
  it('are its headings without formatting, or the first words of a section without a heading', () => {
    expect(
      titlesIn('Hello *all*\nand more\n## **Goals** & [plan](https://x.org)\n## 3\\. Costs\n## `x`'),
    ).toEqual(['Hello all', 'Goals & plan', '3. Costs', 'x']);
    expect(titlesIn('- first point\n- second\n---\n| a | b |\n---\n***')).toEqual([
      'first point',
      'a | b |',
      'Untitled',
    ]);
  });

  it('fit into the metadata of a form, however many and long they are', () => {
    const long = Array.from({ length: 75 }, (_, at) => `## ${at} ${'word '.repeat(40)}`).join('\n');
    expect(titlesIn(long).join('').length).toBeLessThanOrEqual(1200);
    expect(titlesIn(`## ${'x'.repeat(200)}\n## y`)[0]).toHaveLength(80);
  });
});

describe('edited lines', () => {
  it.each<[string, string[], string[]]>([
    ['as they are', ['1. Board', '2. Goals', '3. Costs', '4. Risks'], TITLES],
    ['moved and deleted', ['4. Risks', '2. Goals'], ['Risks', 'Goals']],
    [
      'renamed, one beside a deleted line',
      ['1. Board', '3. Prices', '4. Risks'],
      ['Board', 'Prices', 'Risks'],
    ],
    ['joined', ['2. Goals + 3. Costs', '1. Board'], ['Goals + Costs', 'Board']],
    ['joined by number, with a new title', ['2 + 3. Plan', '1. Board'], ['Plan', 'Board']],
    ['joined by number, with the titles as they were', ['2 + 3', '1'], ['Goals + Costs', 'Board']],
    ['moved and numbered anew', ['1. Risks', '2. Board', '3. Goals'], ['Risks', 'Board', 'Goals']],
    ['without numbers, joined', ['Risks', 'Goals + Costs'], ['Risks', 'Goals + Costs']],
    [
      'renamed without their numbers, all in their place',
      ['Hi', 'Aims', 'Costs', 'Risks'],
      ['Hi', 'Aims', 'Costs', 'Risks'],
    ],
    ['with other signs and empty lines', ['', ' 2)  Goals ', '', '3.Costs'], ['Goals', 'Costs']],
    [
      'with a plus in a new title',
      ['1. Bread + butter', '2. C++ + 2 more'],
      ['Bread + butter', 'C++ + 2 more'],
    ],
  ])('%s', (_, lines, slides) => {
    expect(slidesFrom(lines)).toEqual(slides);
  });

  it('name the section by its number if several have the same title', () => {
    const same = ['Team', 'Team', 'Costs'];
    expect(readOutline('2. Team\n1. Team', same)).toEqual([{ from: [1] }, { from: [0] }]);
    expect(slidesFrom(['Team', 'Costs'], same)).toMatch(/“Team” is none of the sections/);
  });

  it('show a title as it is, even if it reads like two lines that were joined', () => {
    const odd = wholeOutline(['A + 2. B', '3', 'C']);
    expect(readOutline(outlineLines(odd), odd.sections)).toEqual(odd.slides);
  });

  it('keep numbers that belong to the titles themselves', () => {
    const own = ['1. Costs', '2. Goals'];
    expect(readOutline('2. 2. Goals\n1. 1. Costs', own)).toEqual([{ from: [1] }, { from: [0] }]);
    expect(readOutline('2. Goals\n1. Costs', own)).toEqual([{ from: [1] }, { from: [0] }]);
  });

  it.each<[string, string[], RegExp]>([
    [
      'a new line that names nothing',
      ['1. Board', 'Hazards'],
      /^“Hazards” is none of the sections\. Begin the line/,
    ],
    ['a number that is none', ['9. Board of directors', '2. Goals'], /^“9\. Board of directors” is none/],
    ['a section on two slides', ['2. Goals', '2. Aims'], /^Section 2, “Goals”, is in two lines/],
  ])('are refused: %s', (_, lines, error) => {
    expect(slidesFrom(lines)).toMatch(error);
  });

  it('are read in linear time', async () => {
    const lines = '1 + '.repeat(25_000) + ' + '.repeat(33_000);
    expect(await isFast(() => readOutline(lines, TITLES))).toBe(true);
    const headings = `## ${'['.repeat(100_000)}\n## ${'\\*'.repeat(100_000)}`;
    expect(await isFast(() => titlesIn(headings))).toBe(true);
  });
});

describe('the slides of an outline', () => {
  it('have the new title as their heading, and otherwise their own words', () => {
    expect(textsFrom(['4. Rain & hail', '2 + 3. Plan'])).toEqual([
      '## Rain & hail\nRain',
      '## Plan\nMore bread\n\n## Costs\nFlour',
    ]);
    const text = 'First words\n---\nOthers';
    const slides = [{ from: [0], title: 'Why $1' }];
    expect(arranged(sectionsOf(text), { sections: titlesIn(text), slides })).toEqual([
      { title: 'Why $1', text: '## Why $1\n\nFirst words' },
    ]);
  });

  it('are not made of a text whose sections have changed', () => {
    expect(arranged(sectionsOf(BOARD.replace('Costs', 'Prices')), wholeOutline(TITLES))).toBeUndefined();
    expect(arranged(sectionsOf(`${BOARD}\n\nand hail`), wholeOutline(TITLES))?.at(-1)?.text).toMatch(
      /and hail$/,
    );
  });

  /** Sections with headings of any kind, each with a word of its own; and an order of some of them, some renamed, some merged. */
  const anyText = fc.array(
    fc.constantFrom('First words', '## Costs', '## 2. Goals', '# *A* + B', '## Team', '###  x  ##', '- list'),
    { minLength: 2, maxLength: 12 },
  );
  const anySlides = (count: number) =>
    fc
      .shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: 1 },
      )
      .chain((kept) =>
        fc
          .array(
            fc.record({
              joins: fc.boolean(),
              title: fc.option(fc.constantFrom('New', 'Costs', '$&', '7 up')),
            }),
            {
              minLength: kept.length,
              maxLength: kept.length,
            },
          )
          .map((edits) => ({ kept, edits })),
      );

  it('contain every word of the sections in their lines, once and in their order, and nothing of the others', () => {
    const anyEdit = anyText.chain((heads) => anySlides(heads.length).map((edit) => ({ heads, ...edit })));
    fc.assert(
      fc.property(anyEdit, ({ heads, kept, edits }) => {
        const text = heads.map((head, at) => `${head}\nbody${at}x and tail${at}x`).join('\n---\n');
        const sections = titlesIn(text);
        const lines: string[] = [];
        kept.forEach((at, index) => {
          const { joins, title } = edits[index] as (typeof edits)[number];
          const line = `${at + 1}. ${title ?? sections[at]}`;
          // A new title that another section has would name that section.
          if (title === 'Costs') lines.push(`${at + 1}.`);
          else if (joins && lines.length > 0) lines.push(`${lines.pop()} + ${line}`);
          else lines.push(line);
        });
        const slides = readOutline(lines.join('\n'), sections);
        if (typeof slides === 'string') throw new Error(slides);
        expect(() => outlineSchema.parse({ sections, slides })).not.toThrow();
        const made =
          arranged(sectionsOf(text), { sections, slides })
            ?.map((slide) => slide.text)
            .join('\n') ?? '';
        expect(made.match(/(?:body|tail)\d+x/g)).toEqual(kept.flatMap((at) => [`body${at}x`, `tail${at}x`]));
      }),
    );
  });

  it('are the same if a form shows their lines and nobody changes them', () => {
    const anyOutline = anyText.chain((heads) => {
      const sections = titlesIn(heads.map((head, at) => `${head}\nbody${at}`).join('\n---\n'));
      return anySlides(sections.length).map(({ kept }) => ({
        sections,
        slides: kept.map((at) => ({ from: [at] })),
      }));
    });
    fc.assert(
      fc.property(anyOutline, (outline) => {
        expect(readOutline(outlineLines(outline), outline.sections)).toEqual(outline.slides);
      }),
    );
  });
});

describe('an ask gets an outline', () => {
  const text = { source: { kind: 'text' as const }, work: { kind: 'document' as const } };

  it('if its text has sections and nothing else decides about the slides', () => {
    expect(outlineOf(text, BOARD)).toEqual(wholeOutline(TITLES));
    expect(outlineOf({ ...text, source: { kind: 'file' } }, BOARD)).toEqual(wholeOutline(TITLES));
    const others = [
      { ...text, source: { kind: 'thread' as const } },
      { ...text, source: { kind: 'channel' as const } },
      { ...text, work: { kind: 'agent' as const } },
      { ...text, template: { id: 't', name: 'T' } },
      { ...text, slides: 8 },
      { ...text, sections: 'free' as const },
    ];
    for (const other of others) expect(outlineOf(other, BOARD)).toBeUndefined();
    expect(outlineOf(text, 'Plain words')).toBeUndefined();
    expect(outlineOf(text, '# a\n'.repeat(76))).toBeUndefined();
    expect(outlineOf({ ...text, format: 'document' }, '# a\n'.repeat(51))).toBeUndefined();
  });

  it('and keeps the edited one while the text has the same sections', () => {
    const outline = { sections: TITLES, slides: [{ from: [2], title: 'Prices' }] };
    expect(outlineOf({ ...text, outline }, `${BOARD}\nand hail`)).toBe(outline);
    expect(outlineOf({ ...text, outline }, BOARD.replace('Risks', 'Rain'))?.slides).toHaveLength(4);
  });
});

it('a long section is divided at its own headings, unless that gives too many', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => `## Topic ${at}\n${'words '.repeat(200)}`).join('\n');
  const book = (count: number) => `# One\n${parts(count)}\n# Two\nshort\n## a\n## b`;
  expect(titlesIn(book(2))).toEqual(['One', 'Topic 0', 'Topic 1', 'Two']);
  expect(titlesIn(book(60))).toEqual(['One', 'Two']);
});
