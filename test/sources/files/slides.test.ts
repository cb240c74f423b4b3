import { expect, test } from 'vitest';
import { convert, textOf } from './converted.ts';
import { shape, slidesFile } from './office.ts';

test('slides come in the order of the presentation, each with its title first', async () => {
  const slides = slidesFile([
    {
      shapes:
        shape('Ahead of the title') +
        shape('Opening', 'ctrTitle') +
        shape('12 May', 'dt') +
        shape('Harbour', 'subTitle'),
    },
    { shapes: shape('Plan', 'title') + shape('Cranes\nBerths', 'body') + shape('4', 'sldNum') },
  ]);
  expect(await textOf(slides)).toBe(
    '# Opening\n\nAhead of the title\n\nHarbour\n\n---\n\n# Plan\n\n- Cranes\n- Berths',
  );
});

const HIDDEN = [
  {
    shapes: shape('Shown', 'title') + shape('Hidden shape', '', 'hidden="1"'),
    notes: 'Say this',
    comments: 2,
  },
  { shapes: shape('Hidden slide', 'title'), isHidden: true, notes: 'Never said' },
];

test('hidden slides and shapes, notes and comments do not go in, and are counted', async () => {
  expect(await convert(slidesFile(HIDDEN))).toEqual({
    text: '# Shown',
    leftOut: { notes: 1, comments: 2, hiddenSlides: 1 },
  });
});

test('speaker notes go in if they are wanted, those of hidden slides never', async () => {
  expect(await textOf(slidesFile(HIDDEN), { withNotes: true })).toBe('# Shown\n\n> Speaker notes: Say this');
});

test('a chart becomes a table of its figures', async () => {
  const points = (values: (string | number)[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
  const series = (name: string, values: number[]) =>
    `<c:ser><c:tx><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:tx><c:cat>${points(['Q1', 'Q2'])}</c:cat><c:val>${points(values)}</c:val></c:ser>`;
  const chart = `<c:chartSpace xmlns:c="c">${series('2025', [3, 4])}${series('2026', [5, 6])}</c:chartSpace>`;
  const frame = '<p:graphicFrame><c:chart r:id="chart"/></p:graphicFrame>';
  const file = slidesFile([{ shapes: shape('Revenue', 'title') + frame }], {
    'ppt/charts/chart1.xml': chart,
  });
  expect(await textOf(file)).toBe(
    '# Revenue\n\n|  | 2025 | 2026 |\n| --- | --- | --- |\n| Q1 | 3 | 5 |\n| Q2 | 4 | 6 |',
  );
});

test('the first short line of a slide without a title is its title', async () => {
  const slides = slidesFile([
    { shapes: shape('Two boxes') + shape('Left side: keep prices') },
    { shapes: '' },
  ]);
  expect(await textOf(slides)).toBe('# Two boxes\n\nLeft side: keep prices');
});

test('a chart’s figures are rounded as Excel rounds them, its days are dates, and its title is kept', async () => {
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Visits</a:t></c:title><c:ser>
    <c:xVal><c:numCache><c:formatCode>d mmm yy</c:formatCode><c:pt idx="0"><c:v>46143</c:v></c:pt></c:numCache></c:xVal>
    <c:yVal><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>8.1999999999999993</c:v></c:pt></c:numCache></c:yVal>
  </c:ser></c:chart></c:chartSpace>`;
  const frame = '<p:graphicFrame><c:chart r:id="chart"/></p:graphicFrame>';
  const file = slidesFile([{ shapes: shape('May', 'title') + frame }], { 'ppt/charts/chart1.xml': chart });
  expect(await textOf(file)).toBe('# May\n\n| Visits |  |\n| --- | --- |\n| 2026-05-01 | 8.2 |');
});
