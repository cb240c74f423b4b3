import { expect, test } from 'vitest';
import { convert, textOf } from './converted.ts';
import { paragraph, run, wordFile, zipOf } from './office.ts';

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

test('a footnote keeps its link, and signs in it are escaped once', async () => {
  const link = `<w:hyperlink r:id="r1">${run('the board')}</w:hyperlink>`;
  const notes = `<w:footnotes xmlns:w="w" xmlns:r="r"><w:footnote w:id="2">${paragraph(`${run(' ')}${run('5*3, see ')}${link}`)}</w:footnote></w:footnotes>`;
  const rels =
    '<Relationships><Relationship Id="r1" Type="x/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>';
  const body = paragraph(`${run('It grew')}<w:r><w:footnoteReference w:id="2"/></w:r>`);
  const file = wordFile(body, { 'word/footnotes.xml': notes, 'word/_rels/footnotes.xml.rels': rels });
  expect(await textOf(file)).toBe('It grew (5\\*3, see [the board](https://example.com/))');
});

test('the numbers of a list continue after a paragraph, unless the list starts anew', async () => {
  const numbering = `<w:numbering xmlns:w="w">
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:lvlOverride></w:num>
  </w:numbering>`;
  const body = [
    paragraph('Cranes', list(1)),
    paragraph('They are old.'),
    paragraph('Berths', list(1)),
    paragraph('Other things'),
    paragraph('Office', list(2)),
    paragraph('Cars', list(2)),
  ];
  expect(await textOf(wordFile(body.join(''), { 'word/numbering.xml': numbering }))).toBe(
    '3. Cranes\n\nThey are old.\n\n4. Berths\n\nOther things\n\n1. Office\n2. Cars',
  );
});

test('the numbers of a formula are not joined', async () => {
  const number = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const fraction = `<m:f><m:num>${number('987')}</m:num><m:den>${number('1204')}</m:den></m:f>`;
  const power = `<m:sSup><m:e>${number('10')}</m:e><m:sup>${number('6')}</m:sup></m:sSup>`;
  const body = `<w:p xmlns:m="m"><m:oMath>${fraction}${number(' of ')}${power}</m:oMath></w:p>`;
  expect(await textOf(wordFile(body))).toBe('987/1204 of 10^6');
});

test('struck words stay struck, and typed bullets are a list', async () => {
  const body =
    paragraph(`${run('•\u00a0Buy ')}${run('two vans', '<w:strike/>')}`) + paragraph('• Load the vans');
  expect(await textOf(wordFile(body))).toBe('- Buy ~~two vans~~\n- Load the vans');
});

test('a row of a table that starts late keeps its columns', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const rows = `<w:tr>${cell('Q1')}${cell('Q2')}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('8')}</w:tr>`;
  expect(await textOf(wordFile(`<w:tbl>${rows}</w:tbl>`))).toBe('| Q1 | Q2 |\n| --- | --- |\n|  | 8 |');
});

test('a file by Word Online is read, whose parts have numbers', async () => {
  const file = zipOf({
    'word/document2.xml': `<w:document xmlns:w="w" xmlns:r="r"><w:body>${paragraph(`<w:hyperlink r:id="r1">${run('Here')}</w:hyperlink>`)}</w:body></w:document>`,
    'word/_rels/document2.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>',
  });
  expect(await textOf(file)).toBe('[Here](https://example.com/)');
});

test('short bold paragraphs are headings in a file that has no others', async () => {
  const body = paragraph(run('Where we are', '<w:b/>')) + paragraph('We are done.');
  expect(await textOf(wordFile(body))).toBe('## Where we are\n\nWe are done.');
});

test('text is not read as Markdown', async () => {
  const text = await textOf(wordFile(paragraph('# 3 *stars* &lt;b&gt; `x`') + paragraph('---')));
  expect(text).toBe('\\# 3 \\*stars\\* \\<b> \\`x\\`\n\n\\---');
});
