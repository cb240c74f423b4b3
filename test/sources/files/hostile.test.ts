import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { bodyOf, convert, convertApart, takeTurns } from './converted.ts';
import { mutationsOf } from './mutate.ts';
import { paragraph, slidesFile, wordFile, zipOf } from './office.ts';

/** Files made to break their reader. Each has to end with a fault, within the limits of time and memory. */

const MB = 1_000_000;
const sample = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));

test.each<[string, () => Uint8Array, string]>([
  ['a zip bomb', () => wordFile('', { 'word/styles.xml': xmlOf('<w:style/>', 65 * MB) }), 'file_too_large'],
  ['a text without end', () => wordFile('', { 'word/styles.xml': xmlOf(' ', 8 * MB) }), 'file_too_large'],
  [
    'a zip of many entries',
    () => zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`a${at}`, '']))),
    'file_too_large',
  ],
  ['nested entities', () => withDoctype('<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">'), 'file_damaged'],
  ['an external entity', () => withDoctype('<!ENTITY a SYSTEM "file:///etc/passwd">'), 'file_damaged'],
  ['deep nesting', () => wordFile('<w:sdt>'.repeat(100_000)), 'file_damaged'],
  ['XML that ends too early', () => wordFile('</w:body>'), 'file_damaged'],
  ['a zip that ends too early', () => sample('pandoc.docx').subarray(0, 3_000), 'file_damaged'],
  ['a zip without a document', () => zipOf({ 'a.txt': 'a' }), 'file_wrong_type'],
])('%s', async (_, file, fault) => {
  expect(await convert(file())).toEqual({ fault });
});

function xmlOf(content: string, size: number): Uint8Array {
  return Buffer.concat([Buffer.from('<w:styles xmlns:w="w">'), Buffer.alloc(size, content)]);
}

function withDoctype(entities: string): Uint8Array {
  const xml = `<!DOCTYPE w [${entities}]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`;
  return wordFile('', { 'word/document.xml': xml });
}

test('pictures are not unpacked, however large they say or turn out to be', async () => {
  const file = wordFile(paragraph('Text'), { 'word/media/image1.png': new Uint8Array(20 * MB) });
  expect(await convert(file)).toMatchObject({ text: 'Text' });
});

test('a size in the zip that is too small or too large changes nothing', async () => {
  const good = sample('pandoc.docx');
  for (const size of [0, 1, 0x7fffffff]) {
    const file = Buffer.from(good);
    // The unpacked sizes in the local headers and in the directory.
    for (
      let at = file.indexOf('PK\x03\x04', 0, 'latin1');
      at >= 0;
      at = file.indexOf('PK\x03\x04', at + 4, 'latin1')
    )
      if (file.readUInt32LE(at + 22) > 0) file.writeUInt32LE(size, at + 22);
    for (
      let at = file.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = file.indexOf('PK\x01\x02', at + 4, 'latin1')
    )
      file.writeUInt32LE(size, at + 24);
    expect(await convert(file)).toEqual(await convert(good));
  }
});

test('a text without end is cut when there is more than fits', async () => {
  const converted = await convert(wordFile(paragraph('Many words. '.repeat(100)).repeat(2_000)));
  expect('text' in converted && converted.text.length).toBeGreaterThan(400_000);
  expect('text' in converted && converted.text.length).toBeLessThan(900_000);
});

test('a table without end is cut when there is more than fits', async () => {
  const cell = '<w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc>';
  const converted = await convert(
    wordFile(`<w:tbl>${`<w:tr>${cell.repeat(50)}</w:tr>`.repeat(12_000)}</w:tbl>`),
  );
  expect('text' in converted && converted.text).toMatch(/^\| 1 \| 1/);
  expect('text' in converted && converted.text.length).toBeGreaterThan(400_000);
});

/** Writes the objects of a PDF, whose cross-reference table is left out, as in many broken files. */
function pdfOf(objects: string[]): Uint8Array {
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`, 'latin1');
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGE =
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 200]/Resources<</XObject<</X 4 0 R>>>>/Contents 4 0 R>>';

test.each<[string, string[], RegExp]>([
  [
    'a tree of pages that contains itself',
    [CATALOG, '<</Type/Pages/Kids[2 0 R]/Count 1>>'],
    /damaged|scanned/,
  ],
  [
    '100,000 pages',
    [CATALOG, `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>`, PAGE],
    /scanned|too_large/,
  ],
  ['pages that are only counted', [CATALOG, '<</Type/Pages/Kids[]/Count 1500>>'], /damaged|too_large/],
  [
    'a form that draws itself',
    [
      CATALOG,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      PAGE,
      '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>/Length 5>>stream\n/X Do\nendstream',
    ],
    /damaged|scanned|too_large/,
  ],
  ['nothing', [], /damaged/],
])('a PDF with %s', async (_, objects, fault) => {
  const converted = await convertApart('pdf', pdfOf(objects), { ms: 20_000 });
  expect('fault' in converted && converted.fault).toMatch(fault);
});

test('a process that answers before it has read the whole file is believed', async () => {
  const file = zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`a${at}`, ''])));
  for (let time = 0; time < 3; time += 1)
    expect(await convertApart('office', file)).toEqual({ fault: 'file_too_large' });
});

test('a process that takes too much memory is ended', async () => {
  const file = slidesFile([{ shapes: '' }]);
  expect(await convertApart('office', file, { bytes: 1_000_000, everyMs: 1 })).toEqual({
    fault: 'file_too_large',
  });
});

test('a process that takes too long is ended', async () => {
  const endless = (async function* () {
    yield sample('pandoc.docx').subarray(0, 100);
    await new Promise(() => {});
  })();
  const { createConverter, converterLimits } = await import('../../../src/sources/files/converter.ts');
  const clock = { now: () => 0, sleep: async () => {} };
  const { convert } = createConverter(clock, takeTurns(), converterLimits);
  const file = { kind: 'office' as const, withNotes: false, body: endless, person: 'UANA' };
  expect(await convert(file, new AbortController().signal)).toEqual({ fault: 'file_too_large' });
});

test('one person’s many files hold up another person’s file by two of them at most', async () => {
  const { createConverter } = await import('../../../src/sources/files/converter.ts');
  const { convert } = createConverter(systemClock, takeTurns());
  const begun: string[] = [];
  const send = (person: string) => {
    const body = (async function* () {
      begun.push(person);
      yield* bodyOf(sample('pandoc.docx').subarray(0, 100));
    })();
    return convert({ kind: 'office', withNotes: false, body, person }, new AbortController().signal);
  };
  await Promise.all(['UBEN', 'UBEN', 'UBEN', 'UBEN', 'UANA'].map(send));
  expect(begun).toEqual(['UBEN', 'UBEN', 'UANA', 'UBEN', 'UBEN']);
});

test('files that were changed at random end with a text or a fault', async () => {
  for (const name of ['pandoc.docx', 'pandoc.pptx', 'libreoffice.docx'])
    for (const file of mutationsOf(sample(name), { count: 20, seed: 7 })) {
      const converted = await convert(file);
      expect('fault' in converted ? converted.fault : converted.text).toBeTypeOf('string');
    }
});
