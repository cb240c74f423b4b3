import { describe, expect, it, test } from 'vitest';
import { type Deck, textsOf } from '../deck.ts';
import { composeDeck } from '../engine.ts';

const chartsOf = (deck: Deck) =>
  deck.cards.flatMap((card) => card.blocks.flatMap((block) => (block.kind === 'chart' ? block.chart : [])));
const deckOf = (rows: string[][], language = 'en') => {
  const header = ['Name', ...(rows[0] ?? []).map((_, i) => `C${i}`)];
  const lines = [header, header.map(() => '---'), ...rows.map((row, i) => [`R${i}`, ...row])];
  const text = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  return composeDeck({ text, format: 'presentation', language });
};
const column = (...cells: string[]) => cells.map((cell) => [cell]);

describe('a table of numbers has a chart', () => {
  test.each<[string, string[], number[], string]>([
    ['a hyphen, a dash and a minus sign', ['-5%', '–7%', '−1.5%'], [-5, -7, -1.5], 'en'],
    ['brackets for a loss', ['(40)', '1,250'], [-40, 1250], 'en'],
    ['German thousands', ['980', '1.250'], [980, 1250], 'de'],
    ['German decimals, which are clear in any language', ['1.250,5', '980'], [1250.5, 980], 'en'],
    ['English thousands', ['1,250', '980'], [1250, 980], 'en'],
    ['spaces in thousands', ['1 250', '12 500,5'], [1250, 12500.5], 'fr'],
    ['a currency before', ['$3.5', '-$2'], [3.5, -2], 'en'],
    ['a currency before the sign', ['£-120k', '£80k'], [-120, 80], 'en'],
    ['a currency and a unit behind', ['4,2 Mio. €', '3,9 Mio. €'], [4.2, 3.9], 'de'],
    ['a code for the currency', ['EUR 1.250,00', 'EUR 2,50'], [1250, 2.5], 'de'],
  ])('%s', (_, cells, values, language) => {
    const deck = deckOf(column(...cells), language);
    expect(chartsOf(deck)).toMatchObject([{ series: [{ values, written: cells }] }]);
    expect(textsOf(deck)).toEqual(expect.arrayContaining(cells));
  });

  it('with all of its number columns, including losses', () => {
    const [chart] = chartsOf(
      deckOf([
        ['1,250', '(40)', 'Ana'],
        ['980', '(12)', 'Ben'],
      ]),
    );
    expect(chart?.series).toMatchObject([{ values: [1250, 980] }, { values: [-40, -12] }]);
  });
});

test.each<[string, string[][], string?]>([
  ['ranges', column('12–15%', '16%')],
  ['a missing value', column('12', 'n/a')],
  ['two currencies', column('£12', '$13')],
  ['two units', column('3 kg', '4 t')],
  ['two notations', column('1.250,5', '1,250.5')],
  ['thousands or decimals, which is unclear', column('980', '1.250')],
  ['the same in German', column('980', '1,250'), 'de'],
  ['an approximate value', column('~5', '6')],
  ['dates', column('3 May', '9 May')],
  ['years', column('2019', '2024')],
  ['ranks', column('1st', '2nd')],
  [
    'one column that is not a number',
    [
      ['5', '12–15'],
      ['6', '16'],
    ],
  ],
  ['a single row', column('5')],
])('a table with %s stays a table', (_, rows, language) => {
  const deck = deckOf(rows, language);
  expect(chartsOf(deck)).toEqual([]);
  expect(textsOf(deck)).toEqual(expect.arrayContaining(rows.flat()));
});
