import {
  type Block,
  createBlocks,
  FileProblem,
  inlineMarkdown,
  type LeftOut,
  MAX_CHARACTERS,
  markdownOf,
  type Piece,
  raised,
} from './blocks.ts';
import { tableOfChart } from './chart.ts';
import {
  type Attributes,
  attributeOf,
  countIn,
  isOn,
  MANY,
  type Parts,
  readXml,
  relationsOf,
} from './office-parts.ts';

interface Style {
  name: string;
  basedOn?: string;
  /** Level in the outline of the document. 0 is the highest level. */
  outline?: number;
  list?: { id: string; level: number };
}

/** Elements with deleted text, with text that was moved elsewhere, or with earlier formatting. They are not part of the current text. */
const SKIPPED = new Set([
  'del',
  'moveFrom',
  'rPrChange',
  'pPrChange',
  'tblPrChange',
  'tcPrChange',
  'trPrChange',
  'sectPrChange',
]);

interface Paragraph {
  pieces: Piece[];
  style: string;
  list: { id: string; level: number } | undefined;
  outline: number | undefined;
}

interface Table {
  rows: string[][];
  row: string[];
  cell: Block[];
  span: number;
}

/** Converts a Word file to Markdown. The text of a footnote or endnote is inserted in parentheses where it is referenced. */
export function markdownFromDocx(parts: Parts): { text: string; leftOut: LeftOut } {
  if (!parts.has('word/document.xml')) throw new FileProblem('file_damaged', 'It has no document.');
  const styles = readStyles(parts);
  const lists = readLists(parts);
  const leftOut: LeftOut = { comments: countIn(parts, 'word/comments.xml', 'comment') };
  const notes: Reading['notes'] = new Map();
  for (const kind of ['footnote', 'endnote'])
    readBody(parts, `word/${kind}s.xml`, { styles, lists, leftOut, notes });
  const blocks = readBody(parts, 'word/document.xml', { styles, lists, leftOut, notes });
  return { text: markdownOf(blocks), leftOut };
}

interface Reading {
  styles: Map<string, Style>;
  lists: Lists;
  leftOut: LeftOut;
  /** Footnotes and endnotes by kind and id, such as `footnote 2`. They are read before the body, because the body refers to them. */
  notes: Map<string, Piece[]>;
}

/** Characters that are written before these elements of a formula. Without them, 1 over 2 would become 12. */
const FORMULA: Record<string, string> = { den: '/', sup: '^', rad: '√' };

function readBody(parts: Parts, part: string, { styles, lists, leftOut, notes }: Reading): Block[] {
  const relations = relationsOf(parts, part);
  const blocks = createBlocks();
  const stack: string[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  let skippedFrom = 0;
  let format: Omit<Piece, 'text'> & { isHidden?: boolean; isRaised?: boolean } = {};
  let link: string | undefined;
  let note: Piece[] | undefined;
  let written = 0;
  const count = (kind: keyof LeftOut) => {
    leftOut[kind] = (leftOut[kind] ?? 0) + 1;
  };
  const emit = (block: Block) => {
    const cell = tables.at(-1)?.cell;
    if (cell) cell.push(block);
    else blocks.add(block);
  };
  const write = (text: string) => {
    written += text.length;
    const { isBold = false, isItalic = false, isStruck = false } = format;
    const piece = { text, isBold, isItalic, isStruck, link };
    (note ?? paragraphs.at(-1)?.pieces)?.push(piece);
  };

  function open(name: string, attributes: Attributes): void {
    const parent = stack.at(-1);
    stack.push(name);
    if (skippedFrom) return;
    if (SKIPPED.has(name)) {
      skippedFrom = stack.length;
      // Inside `rPr` or `trPr`, a `del` has no text: it marks the end of a paragraph or a table row as deleted.
      if (name === 'del' && parent !== 'rPr' && parent !== 'trPr') count('deletions');
      return;
    }
    const paragraph = paragraphs.at(-1);
    switch (name) {
      case 'p':
        if (note?.length) write(' ');
        paragraphs.push({ pieces: [], style: '', list: undefined, outline: undefined });
        format = {};
        return;
      case 'pStyle':
        if (paragraph) paragraph.style = attributeOf(attributes);
        return;
      case 'ilvl':
        if (paragraph)
          paragraph.list = { id: paragraph.list?.id ?? '', level: Number(attributeOf(attributes)) };
        return;
      case 'numId':
        if (paragraph) paragraph.list = { level: paragraph.list?.level ?? 0, id: attributeOf(attributes) };
        return;
      case 'outlineLvl':
        if (paragraph) paragraph.outline = Number(attributeOf(attributes));
        return;
      case 'r':
        format = {};
        return;
      case 'b':
      case 'i':
      case 'strike':
      case 'dstrike':
      case 'vanish':
        // Apply these formats only within a run (`r`). Within `pPr` they format only the invisible mark at the end of the paragraph.
        if (stack.at(-3) === 'r') {
          if (name === 'b') format.isBold = isOn(attributes);
          else if (name === 'i') format.isItalic = isOn(attributes);
          else if (name !== 'vanish') format.isStruck = isOn(attributes);
          else format.isHidden = isOn(attributes);
          if (format.isHidden) count('hiddenText');
        }
        return;
      case 'tab':
      case 'br':
      case 'cr':
      case 'noBreakHyphen':
        if (parent === 'r' && !format.isHidden)
          write(name === 'tab' ? ' ' : name === 'noBreakHyphen' ? '-' : '\n');
        return;
      case 'vertAlign':
        if (stack.at(-3) === 'r') format.isRaised = attributeOf(attributes) === 'superscript';
        return;
      case 'hyperlink':
        link = relations.get(attributes[':id'] ?? '')?.target;
        return;
      case 'footnoteReference':
      case 'endnoteReference': {
        const text = notes.get(`${name.replace('Reference', '')} ${attributeOf(attributes, 'id')}`);
        if (!text || note) return;
        write(' (');
        for (const piece of text) written += piece.text.length;
        paragraph?.pieces.push(...text);
        write(')');
        return;
      }
      case 'footnote':
      case 'endnote':
        note = [];
        notes.set(`${name} ${attributeOf(attributes, 'id')}`, note);
        return;
      case 'pic':
      case 'imagedata':
        count('pictures');
        return;
      case 'chart':
      case 'relIds': {
        const table = tableOfChart(parts.get(relations.get(attributes[':id'] ?? '')?.target ?? ''));
        if (table) emit(table);
        else count('drawings');
        return;
      }
      case 'tbl':
        tables.push({ rows: [], row: [], cell: [], span: 1 });
        return;
      case 'tr':
      case 'tc': {
        const table = tables.at(-1);
        if (table && name === 'tr') table.row = [];
        if (table) [table.cell, table.span] = [[], 1];
        return;
      }
      case 'gridBefore':
      case 'gridSpan': {
        const table = tables.at(-1);
        const columns = Math.min(Number(attributeOf(attributes)) || 1, 60);
        if (table && name === 'gridBefore') table.row = Array.from({ length: columns }, () => '');
        else if (table) table.span = columns;
        return;
      }
      case 'den':
      case 'sup':
      case 'rad':
        write(FORMULA[name] ?? '');
    }
  }

  function close(name: string): void {
    if (skippedFrom === stack.length) skippedFrom = 0;
    stack.pop();
    if (skippedFrom) return;
    const table = tables.at(-1);
    if (name === 'p') {
      const paragraph = paragraphs.pop();
      const block = paragraph && blockOf(paragraph, styles, lists);
      if (block) emit(block);
    } else if (name === 'hyperlink') link = undefined;
    else if (name === 'tc' && table) {
      table.row.push(flat(table.cell), ...Array.from({ length: table.span - 1 }, () => ''));
      table.cell = [];
      written += table.span;
    } else if (name === 'tr' && table) table.rows.push(table.row);
    else if (name === 'tbl') {
      const rows = tables.pop()?.rows ?? [];
      emit(
        tables.length > 0
          ? { kind: 'text', text: rows.map((row) => row.join(' ')).join('; ') }
          : { kind: 'table', rows },
      );
    } else if (name === 'footnote' || name === 'endnote') {
      // A note's text begins with its number and a space. The number was skipped, so remove the space, too.
      while (note?.[0]?.text.trim() === '') note.shift();
      if (note?.[0]) note[0].text = note[0].text.trimStart();
      note = undefined;
    }
  }

  readXml(parts.get(part), {
    open,
    close,
    text(text) {
      if (!skippedFrom && stack.at(-1) === 't' && !format.isHidden)
        write(format.isRaised ? raised(text) : text);
    },
    isDone: () => written > MAX_CHARACTERS,
  });
  // If reading stopped at `MAX_CHARACTERS`, some elements are still open. Close them, so that their text is added.
  while (stack.length > 0) close(stack.at(-1) ?? '');
  return blocks.all;
}

function flat(blocks: Block[]): string {
  return blocks
    .map((block) => ('text' in block ? block.text.trim() : ''))
    .filter(Boolean)
    .join(' ');
}

function blockOf(paragraph: Paragraph, styles: Map<string, Style>, lists: Lists): Block | undefined {
  const chain = chainOf(paragraph.style, styles);
  // Leave out the table of contents, because it repeats the headings.
  if (chain.some(({ name }) => /^toc( heading|\s?\d)/i.test(name))) return undefined;
  const level = headingLevel(paragraph.outline, chain);
  const isPlain = level !== undefined;
  const text = inlineMarkdown(paragraph.pieces, { isPlain });
  if (text.trim() === '') return undefined;
  if (level !== undefined) return { kind: 'heading', level, text };
  const inherited = chain.find(({ list }) => list)?.list;
  const id = paragraph.list?.id || inherited?.id;
  const depth = paragraph.list?.level ?? inherited?.level ?? 0;
  const isOrdered = lists.isOrdered.get(`${lists.abstracts.get(id ?? '')} ${depth}`);
  if (id && id !== '0' && isOrdered !== undefined) {
    // The style “List Bullet 2” has only one list level, but is indented one level deeper than “List Bullet”. The name has the depth.
    const indent = Number(/^list (?:bullet|number) (\d)/i.exec(chain[0]?.name ?? '')?.[1] ?? 1) - 1;
    const number = isOrdered ? nextNumber(lists, id, depth) : undefined;
    return { kind: 'item', level: depth + indent, number, text };
  }
  const isBold = paragraph.pieces.every((piece) => piece.isBold || piece.text.trim() === '');
  return { kind: 'text', text, isBold };
}

function chainOf(id: string, styles: Map<string, Style>): Style[] {
  const chain: Style[] = [];
  for (let style = styles.get(id); style && chain.length < 10; style = styles.get(style.basedOn ?? ''))
    chain.push(style);
  return chain;
}

/** Returns the level of a heading; undefined for other paragraphs. Word's own styles have English names in the file in every language. */
function headingLevel(own: number | undefined, chain: Style[]): number | undefined {
  const outline = own ?? chain.find((style) => style.outline !== undefined)?.outline;
  if (outline !== undefined && outline < 9) return outline + 1;
  for (const { name } of chain) {
    if (/^title$/i.test(name)) return 1;
    const level = /^heading\s?(\d)/i.exec(name)?.[1];
    if (level) return Number(level);
  }
  return undefined;
}

function readStyles(parts: Parts): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  readXml(parts.get('word/styles.xml'), {
    open(name, attributes) {
      if (name === 'style') {
        style = { name: '' };
        if (attributeOf(attributes, 'type') === 'paragraph')
          styles.set(attributeOf(attributes, 'styleId'), style);
      } else if (!style) return;
      else if (name === 'name') style.name = attributeOf(attributes);
      else if (name === 'basedOn') style.basedOn = attributeOf(attributes);
      else if (name === 'outlineLvl') style.outline = Number(attributeOf(attributes));
      else if (name === 'numId') style.list = { level: style.list?.level ?? 0, id: attributeOf(attributes) };
      else if (name === 'ilvl')
        style.list = { id: style.list?.id ?? '', level: Number(attributeOf(attributes)) };
    },
    isDone: () => styles.size > MANY,
  });
  return styles;
}

/** Numbering of the lists in a Word file. Lists (`num`) with the same definition (`abstractNum`) continue each other's numbers. */
interface Lists {
  /** Id of each list's definition, by the id of the list. */
  abstracts: Map<string, string>;
  /** True if a level is numbered, false if it has bullets. The key is the definition's id, a space and the level. */
  isOrdered: Map<string, boolean>;
  /** First number of each level. The key is the definition's id, a space and the level. */
  starts: Map<string, number>;
  /** Number at which a list starts again instead of continuing the list before it. The key is the list's id, a space and the level. */
  restarts: Map<string, number>;
  /** Last number that was used on each level, by the definition's id. */
  counts: Map<string, number[]>;
}

function nextNumber({ abstracts, starts, restarts, counts }: Lists, id: string, level: number): number {
  const abstract = abstracts.get(id) ?? '';
  const own = counts.get(abstract) ?? [];
  counts.set(abstract, own);
  const before = own[level] ?? (starts.get(`${abstract} ${level}`) ?? 1) - 1;
  const next = restarts.get(`${id} ${level}`) ?? before + 1;
  restarts.delete(`${id} ${level}`);
  own[level] = next;
  own.length = level + 1;
  return next;
}

function readLists(parts: Parts): Lists {
  const [abstracts, isOrdered] = [new Map<string, string>(), new Map<string, boolean>()];
  const [starts, restarts] = [new Map<string, number>(), new Map<string, number>()];
  let [abstract, level, list] = ['', '', ''];
  readXml(parts.get('word/numbering.xml'), {
    open(name, attributes) {
      const value = attributeOf(attributes);
      if (name === 'abstractNum') abstract = attributeOf(attributes, 'abstractNumId');
      else if (name === 'num') list = attributeOf(attributes, 'numId');
      else if (name === 'abstractNumId') abstracts.set(list, value);
      else if (name === 'lvl' || name === 'lvlOverride') level = attributeOf(attributes, 'ilvl');
      else if (name === 'startOverride') restarts.set(`${list} ${level}`, Number(value));
      // Inside a `num` (a single list), `start` and `numFmt` override the list's definition. Ignore these overrides.
      else if (name === 'start' && !list) starts.set(`${abstract} ${level}`, Number(value));
      else if (name === 'numFmt' && !list && value !== 'none')
        isOrdered.set(`${abstract} ${level}`, value !== 'bullet');
    },
    isDone: () => isOrdered.size > MANY,
  });
  return { abstracts, isOrdered, starts, restarts, counts: new Map() };
}
