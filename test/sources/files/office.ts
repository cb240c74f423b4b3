import { strToU8, type Zippable, zipSync } from 'fflate';

/** Small Word and PowerPoint files, made of the XML that a test is about. */

const relations = (rows: Record<string, [type: string, target: string, isExternal?: boolean]>) =>
  `<Relationships>${Object.entries(rows)
    .map(
      ([id, [type, target, isExternal]]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files))
    entries[name] = typeof content === 'string' ? strToU8(content) : content;
  return zipSync(entries);
}

const STYLES = `<w:styles xmlns:w="w">
  <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
</w:styles>`;
const NUMBERING = `<w:numbering xmlns:w="w">
  <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
</w:numbering>`;

/** A Word file with this body. The link `r1` goes to https://example.com/. */
export function wordFile(body: string, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w" xmlns:r="r" xmlns:mc="mc" xmlns:a="a"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    'word/_rels/document.xml.rels': relations({
      r1: ['hyperlink', 'https://example.com/', true],
      r2: ['hyperlink', 'file:///etc/passwd', true],
    }),
    ...more,
  });
}

export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`;

export interface Slide {
  /** The content of the slide's tree of shapes. */
  shapes: string;
  isHidden?: boolean;
  notes?: string;
  comments?: number;
}

export const shape = (text: string, placeholder = '', properties = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" ${properties}/>${placeholder && `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`}</p:nvSpPr><p:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:rPr/><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

/** A presentation whose slides are shown in this order, and stored in the opposite one. */
export function slidesFile(slides: Slide[], more: Record<string, string> = {}): Uint8Array {
  const files: Record<string, string> = { ...more };
  const names = slides.map((_, at) => `slide${slides.length - at}`);
  for (const [at, { shapes, isHidden, notes, comments = 0 }] of slides.entries()) {
    const name = names[at];
    files[`ppt/slides/${name}.xml`] =
      `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:c="c"${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    files[`ppt/slides/_rels/${name}.xml.rels`] = relations({
      ...(notes && { n: ['notesSlide', `../notesSlides/${name}.xml`] }),
      ...(comments && { c: ['comments', `/ppt/comments/${name}.xml`] }),
      chart: ['chart', '../charts/chart1.xml'],
      l: ['hyperlink', 'https://example.com/', true],
    });
    if (notes)
      files[`ppt/notesSlides/${name}.xml`] =
        `<p:notes xmlns:p="p" xmlns:a="a">${shape('7', 'sldNum')}${shape(notes, 'body')}</p:notes>`;
    if (comments)
      files[`ppt/comments/${name}.xml`] = `<p:cmLst xmlns:p="p">${'<p:cm/>'.repeat(comments)}</p:cmLst>`;
  }
  files['ppt/presentation.xml'] =
    `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${names.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`;
  files['ppt/_rels/presentation.xml.rels'] = relations(
    Object.fromEntries(names.map((name, at) => [`s${at}`, ['slide', `slides/${name}.xml`]])),
  );
  return zipOf(files);
}
