import { expect, test } from 'vitest';
import { convert, textOf } from './converted.ts';
import { paragraph, run, wordFile } from './office.ts';

const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
const list = (id: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;

test('headings, lists, emphasis, links and tables of a Word file become Markdown', async () => {
  const cell = (text: string, properties = '') => `<w:tc>${properties}${paragraph(text)}</w:tc>`;
  const body = [
    paragraph('Contents ... 3', style('Verzeichnis1')),
    paragraph('Harbour', style('berschrift1')),
    paragraph(
      `${run('We spent ')}${run('1.2', '<w:b/>')}${run(' million', '<w:b/>')}${run(', see ')}<w:hyperlink r:id="r1">${run('the board')}</w:hyperlink>.`,
    ),
    paragraph(`<w:hyperlink r:id="r2">${run('a file')}</w:hyperlink>`),
    paragraph('Cranes', list(1)),
    paragraph('North', list(1, 1)),
    paragraph('Dredge', list(2)),
    paragraph('Build', list(2)),
    paragraph('Figures', style('Mine')),
    `<w:tbl><w:tr>${cell('Quarter')}${cell('Revenue | total')}</w:tr><w:tr>${cell('Q1')}${cell('1,200')}</w:tr><w:tr>${cell('Both', '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>')}</w:tr></w:tbl>`,
    paragraph(`${run('5 m')}${run('2', '<w:vertAlign w:val="superscript"/>')}`),
  ];
  expect(await textOf(wordFile(body.join('')))).toBe(
    [
      '# Harbour',
      'We spent **1.2 million**, see [the board](https://example.com/)',
      'a file',
      '- Cranes\n    - North',
      '1. Dredge\n2. Build',
      '# Figures',
      '| Quarter | Revenue \\| total |\n| --- | --- |\n| Q1 | 1,200 |\n| Both |  |',
      '5 m²',
    ].join('\n\n'),
  );
});

test('what was deleted, moved away or hidden does not go in, nor do comments; they are counted', async () => {
  const body = [
    paragraph(
      `${run('The price is ')}<w:del><w:r><w:delText>900</w:delText><w:t>901</w:t></w:r></w:del><w:ins>${run('1,200')}</w:ins>${run(' now')}<w:r><w:commentReference w:id="0"/></w:r>`,
    ),
    `<w:p><w:moveFrom>${run('Moved secret')}</w:moveFrom>${run('hidden secret', '<w:vanish/>')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Shown')}</w:p>`,
    `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('Box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('Box again')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  ];
  const comments =
    '<w:comments xmlns:w="w"><w:comment><w:p><w:r><w:t>Secret remark</w:t></w:r></w:p></w:comment></w:comments>';
  const converted = await convert(wordFile(body.join(''), { 'word/comments.xml': comments }));
  expect(converted).toEqual({
    text: 'The price is 1,200 now\n\nShown\n\nBox',
    leftOut: { comments: 1, deletions: 1, hiddenText: 1 },
  });
});

test('footnotes stand where they are referred to', async () => {
  const notes = `<w:footnotes xmlns:w="w"><w:footnote w:id="2">${paragraph('Annual report')}</w:footnote></w:footnotes>`;
  const body = paragraph(`${run('It grew')}<w:r><w:footnoteReference w:id="2"/></w:r>`);
  expect(await textOf(wordFile(body, { 'word/footnotes.xml': notes }))).toBe('It grew (Annual report)');
});

test('short bold paragraphs are headings in a file that has no others', async () => {
  const body = paragraph(run('Where we are', '<w:b/>')) + paragraph('We are done.');
  expect(await textOf(wordFile(body))).toBe('## Where we are\n\nWe are done.');
});

test('text is not read as Markdown', async () => {
  const text = await textOf(wordFile(paragraph('# 3 *stars* &lt;b&gt; `x`') + paragraph('---')));
  expect(text).toBe('\\# 3 \\*stars\\* \\<b> \\`x\\`\n\n\\---');
});
