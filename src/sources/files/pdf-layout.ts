import { type Block, inlineMarkdown, MAX_CHARACTERS, type Piece, raised } from './blocks.ts';

/** A piece of text on a page. Coordinates are in points from the lower left corner of the page. */
export interface PageItem {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  endsLine: boolean;
  link: string | undefined;
}

interface Line {
  /** The items of the line, divided at wide gaps. A line of a table has several cells. */
  cells: PageItem[][];
  x: number;
  right: number;
  y: number;
  size: number;
  text: string;
}

/** Minimum gap between two words, and between two cells, as a multiple of the font size. */
const WORD_GAP = 0.15;
const CELL_GAP = 1.1;

/**
 * Returns the texts with spaces between words and lines. A hyphen at the end of a line is removed and the word is joined, because most
 * hyphens at the end of a line come from hyphenation and are not part of the word.
 */
export function piecesOf(items: PageItem[]): Piece[] {
  const pieces: Piece[] = [];
  let before: PageItem | undefined;
  for (const item of items) {
    const last = pieces.at(-1);
    if (before && last && (before.endsLine || !isOnLine(before, item))) {
      if (/\p{L}[-\u00ad]$/u.test(last.text) && /^\p{Ll}/u.test(item.text))
        last.text = last.text.slice(0, -1);
      else if (item.text !== '' && !/\s$/.test(last.text)) last.text += ' ';
    } else if (before && last && isApart(before, item) && !/\s$/.test(last.text) && !/^\s/.test(item.text)) {
      last.text += ' ';
    }
    const text = before && isRaised(before, item) ? raised(item.text) : item.text;
    if (text !== '') pieces.push({ text, link: item.link });
    before = item.text === '' && before ? { ...before, endsLine: before.endsLine || item.endsLine } : item;
  }
  return pieces;
}

/** Returns true if an item is raised, as an exponent or the number of a footnote is. Its digits do not belong to the number before it. */
function isRaised(before: PageItem, item: PageItem): boolean {
  return item.size < before.size * 0.85 && item.y > before.y + 1 && isOnLine(before, item);
}

function isOnLine(before: PageItem, item: PageItem): boolean {
  return Math.abs(before.y - item.y) < Math.max(before.size, item.size) * 0.6;
}

function isApart(before: PageItem, item: PageItem): boolean {
  const gap = item.x - (before.x + before.width);
  return gap > before.size * WORD_GAP || gap < -before.size;
}

/**
 * Creates an object that finds headings, lists, tables and paragraphs by the sizes and positions of texts. All pages are added before
 * the result is read, because sizes are compared across all pages.
 */
export function createLayout() {
  const pages: { lines: Line[]; height: number }[] = [];
  let characters = 0;
  return {
    isSpent: () => characters >= MAX_CHARACTERS,
    addPage(items: PageItem[], height: number): void {
      for (const { text } of items) characters += text.length;
      pages.push({ lines: linesOf(items), height });
    },
    /** Returns the blocks of each page. */
    pages(areSlides: boolean): Block[][] {
      const body = usualSize(pages.flatMap(({ lines }) => lines));
      const repeated = repeatedLines(pages);
      const sizes = [
        ...new Set(
          pages.flatMap(({ lines }) =>
            lines.filter((line) => isLarge(line, body)).map(({ size }) => Math.round(size)),
          ),
        ),
      ]
        .sort((one, other) => other - one)
        .slice(0, 4);
      return pages.map(({ lines, height }) =>
        blocksOf(
          lines.filter((line) => !(isAtEdge(line, height) && repeated.has(withoutNumbers(line)))),
          { body: areSlides ? usualSize(lines) : body, sizes },
        ),
      );
    },
  };
}

function linesOf(items: PageItem[]): Line[] {
  const lines: PageItem[][] = [];
  let before: PageItem | undefined;
  for (const item of items) {
    if (item.text.trim() === '') continue;
    // The next item can be at the same height but further left. In that case it begins a new line, for example in another column.
    const isSame = before && isOnLine(before, item) && item.x > before.x - before.size;
    if (isSame) lines.at(-1)?.push(item);
    else lines.push([item]);
    before = item;
  }
  return lines.map((own) => {
    const cells: PageItem[][] = [];
    let last: PageItem | undefined;
    for (const item of own) {
      const isLabel = own.indexOf(item) === 1 && LABEL.test(last?.text ?? '');
      const isCell = last && !isLabel && item.x - (last.x + last.width) > last.size * CELL_GAP;
      if (isCell || cells.length === 0) cells.push([item]);
      else cells.at(-1)?.push(item);
      last = item;
    }
    const [first] = own;
    const size = usualSize([{ size: 0, text: '' }, ...own]);
    const text = piecesOf(own)
      .map((piece) => piece.text)
      .join('');
    return {
      cells,
      x: first?.x ?? 0,
      right: Math.max(...own.map(({ x, width }) => x + width)),
      y: first?.y ?? 0,
      size,
      text,
    };
  });
}

/** Returns the font size that most characters have, rounded to half a point. */
function usualSize(texts: { size: number; text: string }[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of texts) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  let [usual, most] = [0, -1];
  for (const [size, count] of counts) if (count > most) [usual, most] = [size, count];
  return usual;
}

function isLarge({ size, text }: Line, body: number): boolean {
  return size > body * 1.14 && text.length < 250 && /[\p{L}\p{N}]/u.test(text);
}

function isAtEdge({ y }: Line, height: number): boolean {
  return y < height * 0.15 || y > height * 0.9;
}

function withoutNumbers({ text }: Line): string {
  return text.replace(/\d+/g, '#').trim();
}

/** Returns the headers and footers: lines at the top or bottom that at least half of the pages have, and page numbers. */
function repeatedLines(pages: { lines: Line[]; height: number }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { lines, height } of pages)
    for (const text of new Set(lines.filter((line) => isAtEdge(line, height)).map(withoutNumbers)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  const least = Math.max(2, pages.length / 2);
  return new Set(['#', ...[...counts].filter(([, count]) => count >= least).map(([text]) => text)]);
}

/** Matches a text that is only the bullet or number of a list item. Some PDFs have it as a separate text, apart from the item's words. */
const LABEL = /^([•◦▪■●○‣⁃·–—*-]|\(?(\d{1,3}|[a-z])[.)])$/;
const BULLET = /^([•◦▪■●○‣⁃·–—*]|-)\s+/;
const NUMBER = /^\(?(\d{1,3}|[a-z])[.)]\s+/;

function blocksOf(lines: Line[], { body, sizes }: { body: number; sizes: number[] }): Block[] {
  const blocks: Block[] = [];
  let before: Line | undefined;
  let gap: number | undefined;
  const indents: number[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const rows = tableAt(lines, at);
    if (rows.length >= 2) {
      blocks.push({ kind: 'table', rows: tableOf(rows) });
      at += rows.length - 1;
      before = undefined;
      continue;
    }
    const last = blocks.at(-1);
    const [bullet, number] = [BULLET.exec(line.text), NUMBER.exec(line.text)];
    const text = inlineMarkdown(piecesOf(line.cells.flat())).trim();
    if (isLarge(line, body)) {
      const level = sizes.indexOf(Math.round(line.size)) + 1 || sizes.length;
      const isNext = before && last?.kind === 'heading' && last.level === level && isNear(before, line);
      if (isNext) last.text += ` ${text}`;
      else blocks.push({ kind: 'heading', level, text });
    } else if (bullet || number) {
      if (last?.kind !== 'item') indents.length = 0;
      blocks.push({
        kind: 'item',
        level: levelOf(line.x, indents),
        isOrdered: !bullet,
        text: text.replace(bullet ? /^\\?\S+\s+/ : /^\S+\s+/, ''),
      });
    } else if (before && continues(before, line, last, gap)) {
      append(last as { text: string }, text);
      gap = before.y - line.y;
    } else blocks.push({ kind: 'text', text });
    if (blocks.at(-1) !== last) gap = undefined;
    before = line;
  }
  return blocks;
}

/** Returns the level of a list item by its indentation. @param indents the indentations of the levels so far; it is updated */
export function levelOf(x: number, indents: number[]): number {
  while (indents.length > 0 && (indents.at(-1) ?? 0) > x + 3) indents.pop();
  if (indents.length === 0 || (indents.at(-1) ?? 0) < x - 3) indents.push(x);
  return indents.length - 1;
}

function isNear(before: Line, line: Line): boolean {
  const gap = before.y - line.y;
  return gap > 0 && gap < Math.max(before.size, line.size) * 1.75;
}

/** Returns whether a line continues the paragraph or item before it: it is near, has the same size, and is not indented like a new one. */
function continues(
  before: Line,
  line: Line,
  last: Block | undefined,
  gap = Number.POSITIVE_INFINITY,
): boolean {
  if (last?.kind !== 'text' && last?.kind !== 'item') return false;
  // A paragraph can continue at the top of the next column.
  const isNextColumn =
    line.y > before.y && line.x > before.right - before.size && /[\p{L},-]$/u.test(before.text);
  if (!isNextColumn && (!isNear(before, line) || Math.abs(before.size - line.size) > 1)) return false;
  if (!isNextColumn && before.y - line.y > gap * 1.1 + 0.5) return false;
  if (last.kind === 'item') return isNextColumn || line.x >= before.x - 2;
  return isNextColumn || line.x - before.x < line.size * 0.8 || !/[.!?:]$/.test(before.text);
}

function append(block: { text: string }, text: string): void {
  const isDivided = /\p{L}[-\u00ad]$/u.test(block.text) && /^\p{Ll}/u.test(text);
  block.text = isDivided ? `${block.text.slice(0, -1)}${text}` : `${block.text} ${text}`;
}

/** Maximum number of rows of a table. */
const ROWS = 500;

/** Returns the lines from `at` that form a table. Such a line has several cells, or it continues a cell of the line before. */
function tableAt(lines: Line[], at: number): Line[] {
  const rows: Line[] = [];
  for (const line of lines.slice(at, at + ROWS)) {
    const before = rows.at(-1);
    // The line must be near and have a similar font size, because a numbered heading above a table can look like a row.
    const isNextRow =
      !before ||
      (before.y - line.y > 0 && before.y - line.y < line.size * 4 && Math.abs(before.size - line.size) < 1.5);
    const isRest =
      before && line.cells.length === 1 && line.x > (rows[0]?.x ?? 0) + line.size && isNear(before, line);
    if (!isNextRow || (line.cells.length < 2 && !isRest) || BULLET.test(line.text)) break;
    rows.push(line);
  }
  while (rows.at(-1)?.cells.length === 1) rows.pop();
  return rows.filter(({ cells }) => cells.length > 1).length >= 2 ? rows : [];
}

/** Assigns cells to columns. Cells that overlap horizontally are in the same column. */
function tableOf(lines: Line[]): string[][] {
  const spans = lines.flatMap(({ cells }) => cells.map(spanOf)).sort((one, other) => one.left - other.left);
  const columns: { left: number; right: number }[] = [];
  for (const span of spans) {
    const last = columns.at(-1);
    if (last && span.left < last.right) last.right = Math.max(last.right, span.right);
    else columns.push({ ...span });
  }
  const rows: string[][] = [];
  for (const { cells } of lines) {
    const row = columns.map(() => '');
    for (const cell of cells) {
      const { left } = spanOf(cell);
      const column = Math.max(
        0,
        columns.findIndex((each) => left >= each.left && left < each.right),
      );
      row[column] = [row[column], inlineMarkdown(piecesOf(cell)).trim()].filter(Boolean).join(' ');
    }
    const last = rows.at(-1);
    if (cells.length === 1 && last)
      row.forEach((text, at) => {
        if (text) last[at] = `${last[at]} ${text}`.trim();
      });
    else rows.push(row);
  }
  return rows;
}

function spanOf(cell: PageItem[]): { left: number; right: number } {
  const [first] = cell;
  return { left: first?.x ?? 0, right: Math.max(...cell.map(({ x, width }) => x + width)) };
}
