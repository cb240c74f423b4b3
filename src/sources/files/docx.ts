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
  /** Outline level. 0 is the highest level of headings. */
  outline?: number;
  list?: { id: string; level: number };
}

/** Elements whose content is not part of the current text: deleted text, text that was moved away, and earlier formatting. */
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

/** Converts a Word file to Markdown. The text of a footnote is put in brackets at the reference to the footnote. */
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
  /** Texts of footnotes and endnotes, by kind and id. They are read before the body, which refers to them. */
  notes: Map<string, Piece[]>;
}

/** Signs to write before these elements of a formula. Without a sign, the numbers of a fraction, power or root would run together. */
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
      // A `del` in `rPr` or `trPr` marks the end of a paragraph, or a table row, as deleted. It has no text, so it is not counted.
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
        // In `pPr`, these elements format only the invisible mark at the end of the paragraph, so they are ignored there.
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
      // In the file, a space follows the number of the note. The number is left out, so remove the space, too.
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
  // If reading stopped because the budget is spent, close the elements that are still open.
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
  // A table of contents is left out, because it repeats the headings.
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
    // Word's style “List Bullet 2” is a list of its own with one level, so its indentation comes from the number in the style's name.
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

/** Returns the level of a heading; undefined for other paragraphs. The names of Word's built-in styles are English in every language. */
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

/** The numbering of the lists. If several lists (`num`) share one definition (`abstractNum`), each continues the numbers of the list before. */
interface Lists {
  /** Ids of the definitions by the ids of the lists. */
  abstracts: Map<string, string>;
  /** True for a numbered list and false for a bulleted list. The key is the definition's id, a space and the level. */
  isOrdered: Map<string, boolean>;
  /** First number of each level. The key is the definition's id, a space and the level. */
  starts: Map<string, number>;
  /** Numbers at which a list restarts. The key is the list's id, a space and the level. */
  restarts: Map<string, number>;
  /** The last number of each level, by the definition's id. */
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
      // A level within `num` applies only to that list, so it is ignored here.
      else if (name === 'start' && !list) starts.set(`${abstract} ${level}`, Number(value));
      else if (name === 'numFmt' && !list && value !== 'none')
        isOrdered.set(`${abstract} ${level}`, value !== 'bullet');
    },
    isDone: () => isOrdered.size > MANY,
  });
  return { abstracts, isOrdered, starts, restarts, counts: new Map() };
}
