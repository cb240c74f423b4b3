import type { FileBlocker } from '../../asks/admission.ts';
import { plural } from '../../text.ts';
import { emphasized, escapeInline, escapeLineStarts, onOneLine } from '../markdown/syntax.ts';

/** One part of a converted file: a heading, list item, paragraph, quotation, table or end of a slide. The texts are Markdown. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  /** `number` is the number that the file shows before a list item; undefined for a bullet. */
  | { kind: 'item'; level: number; number: number | undefined; text: string }
  /** `isBold`: the whole paragraph is bold, so it may be a heading. `look`: font size and name in a PDF, or '' for several fonts. */
  | { kind: 'text'; text: string; isBold?: boolean; look?: string }
  | { kind: 'quote'; text: string }
  | { kind: 'table'; rows: string[][] }
  /** The end of a slide. */
  | { kind: 'break' };

/** Kinds of content that are left out of the Markdown. People see these texts: the singular, and the plural if it is irregular. */
export const leftOutKinds = {
  hiddenSlides: ['hidden slide'],
  notes: ['slide with speaker notes', 'slides with speaker notes'],
  deletions: ['tracked deletion'],
  comments: ['comment'],
  hiddenText: ['piece of hidden text', 'pieces of hidden text'],
  pictures: ['picture'],
  drawings: ['chart or diagram without text', 'charts or diagrams without text'],
} as const satisfies Record<string, readonly [string, string?]>;
export type LeftOut = Partial<Record<keyof typeof leftOutKinds, number>>;

/** Returns a text such as “2 hidden slides, 1 comment”; empty if nothing was left out. */
export function leftOutText(leftOut: LeftOut): string {
  return Object.entries(leftOutKinds)
    .flatMap(([kind, words]) => {
      const count = leftOut[kind as keyof LeftOut];
      return count ? plural(count, ...(words as readonly [string, string?])) : [];
    })
    .join(', ');
}

export const fileFaults = [
  'source_unreadable',
  'file_not_shared',
  'file_scanned',
  'file_locked',
  'file_damaged',
  'file_too_large',
  'file_wrong_type',
] as const satisfies FileBlocker[];
export type FileFault = (typeof fileFaults)[number];

/** Thrown if a file cannot be used. Each fault has a text for the person, which says what to do. */
export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly fault: FileFault;
  constructor(fault: FileFault, message: string = fault) {
    super(message);
    this.fault = fault;
  }
}

/** Consecutive characters of a paragraph that have the same format and the same link. */
export interface Piece {
  text: string;
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  link?: string | undefined;
}

/** Joins the pieces of a paragraph as Markdown. Neighbouring pieces with the same format become one piece. */
export function inlineMarkdown(pieces: Piece[], { isPlain = false } = {}): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = merged.at(-1);
    if (last && formatOf(last) === formatOf(piece)) last.text += piece.text;
    else merged.push({ ...piece });
  }
  return merged.map((piece, at) => written(piece, isPlain, merged[at - 1], merged[at + 1])).join('');
}

function formatOf({ isBold = false, isItalic = false, isStruck = false, link }: Piece): string {
  return `${isBold}${isItalic}${isStruck}${link ?? ''}`;
}

function written(piece: Piece, isPlain: boolean, before?: Piece, after?: Piece): string {
  const around = { before: before?.text ?? '', after: after?.text ?? '' };
  let text = escapeInline(piece.text);
  if (!isPlain && piece.isBold) text = emphasized(text, 'bold', around);
  if (!isPlain && piece.isItalic) text = emphasized(text, 'italic', around);
  if (piece.isStruck) text = emphasized(text, 'strike', around);
  const label = onOneLine(text).trim();
  if (!piece.link || !WEB.test(piece.link) || label === '') return text;
  const address = piece.link.replace(/[\s<>()]/g, encodeURIComponent);
  if (label === piece.link || label === address) return text;
  return `${/^\s/.test(text) ? ' ' : ''}[${label.replaceAll(/[[\]]/g, '\\$&')}](${address})${/\s$/.test(text) ? ' ' : ''}`;
}

/** Writes a footnote number or exponent of one to three digits in superscript characters. Returns any other text unchanged. */
export function raised(text: string): string {
  return /^\d{1,3}$/.test(text) ? text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit) : text;
}

/** Matches links to web pages and e-mail addresses. Other links, such as those to a place in the same file, become plain text. */
const WEB = /^(https?:\/\/|mailto:)/i;

/** Maximum size of a PDF, in bytes. It is lower than for other files, because a PDF is kept in memory as a whole. */
export const PDF_BYTES = 50_000_000;

/** Maximum characters that are read from a file. A file that is cut here still exceeds the limit of a prompt, so it is rejected. */
export const MAX_CHARACTERS = 800_000;

/** Matches a typed bullet at the beginning of a paragraph. Symbol fonts have bullets in Unicode's private use area (U+E000 and up). */
export const BULLET = /^[•◦▪■●○‣⁃\ue000-\uf8ff](\s+|$)/;

/** Creates a list of blocks that counts their characters. After `MAX_CHARACTERS`, `add` returns false and `isSpent` returns true. */
export function createBlocks() {
  const all: Block[] = [];
  let characters = 0;
  return {
    all,
    /** Adds a block unless it is empty. A typed bullet begins a list item. @returns false if `MAX_CHARACTERS` is reached */
    add(block: Block): boolean {
      const words = block.kind === 'text' ? block.text.replace(BULLET, '') : '';
      if (block.kind === 'text' && words !== block.text)
        return this.add({ kind: 'item', level: 0, number: undefined, text: words });
      const size =
        'text' in block
          ? block.text.length
          : block.kind === 'table'
            ? block.rows.reduce((sum, row) => sum + row.reduce((all, cell) => all + cell.length + 3, 0), 0)
            : 0;
      if (size === 0 && block.kind !== 'break') return true;
      characters += size;
      all.push(block);
      return characters < MAX_CHARACTERS;
    },
    isSpent: () => characters >= MAX_CHARACTERS,
  };
}

export function markdownOf(blocks: Block[]): string {
  const all = withHeadings(blocks);
  const parts: string[] = [];
  let depth = -1;
  let before: Block | undefined;
  for (const block of all) {
    depth = block.kind === 'item' ? Math.min(block.level, depth + 1, 8) : -1;
    const text = block.kind === 'item' ? itemText(block, depth) : textOf(block);
    if (text === '' || (block.kind === 'break' && (!before || before.kind === 'break'))) continue;
    // Separate a bulleted list from a numbered list with a blank line. Without a blank line, they would be one list.
    const isSameList =
      block.kind === 'item' &&
      before?.kind === 'item' &&
      (depth > 0 || (block.number === undefined) === (before.number === undefined));
    if (parts.length > 0) parts.push(isSameList ? '\n' : '\n\n');
    parts.push(text);
    before = block;
  }
  return parts.join('').replace(/\n\n---$/, '');
}

function textOf(block: Exclude<Block, { kind: 'item' }>): string {
  switch (block.kind) {
    case 'heading': {
      const text = onOneLine(block.text).trim();
      return text && `${'#'.repeat(Math.min(block.level, 6))} ${text}`;
    }
    case 'text':
      return escapeLineStarts(block.text.trim());
    case 'quote':
      return block.text.trim().replaceAll(/^/gm, '> ');
    case 'table':
      return tableText(block.rows);
    case 'break':
      return '---';
  }
}

/** Returns the line of a list item, indented by four spaces per level. CommonMark accepts four spaces below bullets and below numbers. */
function itemText({ number, text }: Extract<Block, { kind: 'item' }>, depth: number): string {
  const line = onOneLine(text).trim();
  return line && `${'    '.repeat(depth)}${number === undefined ? '-' : `${number}.`} ${line}`;
}

const COLUMNS = 60;

/** Converts a table; its first row is the header. Drops empty rows and columns. A table of one column becomes paragraphs. */
function tableText(rows: string[][]): string {
  const cells = rows.map((row) => row.slice(0, COLUMNS).map((cell) => onOneLine(cell).trim()));
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const used = Array.from({ length: width }, (_, at) => at).filter((at) => cells.some((row) => row[at]));
  const kept = cells.filter((row) => row.some((cell) => cell !== ''));
  if (used.length < 2) return escapeLineStarts(kept.map((row) => row.filter(Boolean).join(' ')).join('\n\n'));
  const line = (row: string[]) =>
    `| ${used.map((at) => (row[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...body] = kept;
  return [line(header), `|${' --- |'.repeat(used.length)}`, ...body.map(line)].join('\n');
}

/** Maximum length of a bold paragraph that counts as a heading, in characters. */
const HEADING = 120;

/** If the document has no headings, turns short paragraphs that are entirely bold into headings. */
function withHeadings(blocks: Block[]): Block[] {
  if (blocks.some(({ kind }) => kind === 'heading')) return blocks;
  return blocks.map((block) => {
    const isHeading =
      block.kind === 'text' && block.isBold && block.text.length <= HEADING && !/[.:;,]\**$/.test(block.text);
    return isHeading ? { kind: 'heading', level: 2, text: block.text.replaceAll('**', '') } : block;
  });
}

/** Gives a slide one title: its first heading, or its short first paragraph if it has no heading. All other headings get a lower level. */
export function slideOf(blocks: Block[]): Block[] {
  const [first] = blocks;
  let hasTitle = !blocks.some(({ kind }) => kind === 'heading') && first?.kind === 'text';
  if (hasTitle && first?.kind === 'text' && first.text.length < 120 && !/[.:;,]$/.test(first.text))
    return [
      { kind: 'heading', level: 1, text: first.text.replace(/^\*+|(?<!\\)\*+$/g, '') },
      ...blocks.slice(1),
    ];
  return blocks.map((block): Block => {
    if (block.kind !== 'heading') return block;
    if (hasTitle) return { kind: 'heading', level: Math.max(2, block.level), text: block.text };
    hasTitle = true;
    return { ...block, level: 1 };
  });
}
