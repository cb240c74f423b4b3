import { type Block, BULLET, inlineMarkdown, MAX_CHARACTERS } from './blocks.ts';
import { isOnLine, lookOf, type PageItem, piecesOf } from './pdf-items.ts';
import { tableOf } from './pdf-table.ts';

/** Minimum horizontal gap between two cells of a table, as a multiple of the font size. */
const CELL_GAP = 0.9;

interface Line {
  /** The items of the line, split at wide gaps. An ordinary line has one cell, and a row of a table has several. */
  cells: PageItem[][];
  look: string;
  x: number;
  right: number;
  y: number;
  size: number;
  text: string;
}

/** Finds headings, lists, tables and paragraphs by font sizes and positions. Add all pages before calling `pages`, which compares them. */
export function createLayout() {
  const pages: { lines: Line[]; height: number }[] = [];
  let characters = 0;
  return {
    isSpent: () => characters >= MAX_CHARACTERS,
    addPage(items: PageItem[], height: number): void {
      for (const { text } of items) characters += text.length;
      pages.push({ lines: linesOf(items), height });
    },
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
          withoutContents(lines).filter(
            (line) => !(isAtEdge(line, height) && repeated.has(withoutNumbers(line))),
          ),
          { body: areSlides ? usualSize(lines) : body, sizes },
        ),
      );
    },
  };
}

/** Returns whether the gap between two items of a line is wide enough to separate cells of a table. */
function isCell(before: PageItem | undefined, item: PageItem): boolean {
  return before !== undefined && item.x - (before.x + before.width) > before.size * CELL_GAP;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

function linesOf(items: PageItem[]): Line[] {
  const lines: PageItem[][] = [];
  let before: PageItem | undefined;
  for (const item of items) {
    // Skip the second of two identical texts at the same position. Some programs print a text twice to make it look bold.
    const isTwice = before?.text === item.text && isOnLine(before, item) && Math.abs(before.x - item.x) < 2;
    if (item.text.trim() === '' || isTwice) continue;
    const line = before && isOnLine(before, item) ? lines.at(-1) : undefined;
    // Sort cells by position, because some programs write them out of order. Hebrew and Arabic (right to left) stay as they are.
    const isLeft = before && item.x < before.x - before.size && !RIGHT_TO_LEFT.test(item.text);
    if (line && isLeft && line.some((each, at) => isCell(line[at - 1], each)))
      line.splice(
        line.findIndex(({ x }) => x > item.x),
        0,
        item,
      );
    else if (line && item.x > (before?.x ?? 0) - item.size) line.push(item);
    else lines.push([item]);
    before = item;
  }
  return lines.map((own) => {
    const cells: PageItem[][] = [];
    let last: PageItem | undefined;
    for (const item of own) {
      const isLabel = own.indexOf(item) === 1 && LABEL.test(last?.text ?? '');
      if (cells.length === 0 || (!isLabel && isCell(last, item))) cells.push([item]);
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
      look: lookOf(own),
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

/**
 * Returns the texts of headers and footers, with `#` instead of numbers: page numbers, and lines that are at the top or bottom of at least
 * half of the pages.
 */
function repeatedLines(pages: { lines: Line[]; height: number }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { lines, height } of pages)
    for (const text of new Set(lines.filter((line) => isAtEdge(line, height)).map(withoutNumbers)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  const least = Math.max(2, pages.length / 2);
  return new Set(['#', ...[...counts].filter(([, count]) => count >= least).map(([text]) => text)]);
}

/** Matches an entry of a table of contents, which has a row of dots before the page number. */
const LEADERS = /(\s?\.){6,}\s*\w+$/;

/** Removes the table of contents: lines with dots before a page number, and the lines above and below them that end with a page number. */
function withoutContents(lines: Line[]): Line[] {
  const are = lines.map(({ text }) => LEADERS.test(text));
  const entry = ({ cells, text }: Line, at: number) => {
    are[at] ||= cells.length > 1 && /\s\d{1,3}$/.test(text) && Boolean(are[at - 1] || are[at + 1]);
  };
  lines.forEach(entry);
  for (let at = lines.length - 1; at >= 0; at -= 1) entry(lines[at] as Line, at);
  return lines.filter((_, at) => !are[at]);
}

/** Matches the bullet or number of a list item, such as “2.” or “(a)”, if the PDF stores it as a separate text. */
const LABEL = /^([•◦▪■●○‣⁃·–—*\ue000-\uf8ff-]|\(?(\d{1,3}|[a-z])[.)])$/;
/** Matches a dash, dot or star that is used as a bullet at the beginning of a line. */
export const SIGN = /^[·–—*-]\s+/;
export const NUMBER = /^\(?(\d{1,3}|[a-z])[.)]\s+/;

function blocksOf(lines: Line[], { body, sizes }: { body: number; sizes: number[] }): Block[] {
  const blocks: Block[] = [];
  let before: Line | undefined;
  let gap: number | undefined;
  const indents: number[] = [];
  const edges = rightEdges(lines);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const rows = tableAt(lines, at);
    if (rows.length >= 2) {
      const table = tableOf(rows.map(({ cells }) => cells));
      // A list whose numbers have no dots ("1 Overview") looks like a table of two columns to `tableAt`. Turn the table back into a list.
      const isList = table.every(([number], row) => number === String(row + 1)) && table[0]?.length === 2;
      if (isList)
        for (const [at, [, text = '']] of table.entries())
          blocks.push({ kind: 'item', level: 0, number: at + 1, text });
      else blocks.push({ kind: 'table', rows: table });
      at += rows.length - 1;
      before = undefined;
      continue;
    }
    const last = blocks.at(-1);
    const bullet = BULLET.exec(line.text) ?? SIGN.exec(line.text);
    const number = NUMBER.exec(line.text);
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
        number: number ? numberOf(number[1] ?? '') : undefined,
        text: text.replace(bullet ? /^\\?\S+\s+/ : /^\S+\s+/, ''),
      });
    } else if (before && !endsEarly(before, line, edges[at - 1] ?? 0) && continues(before, line, last, gap)) {
      append(last as { text: string }, text);
      if (last?.kind === 'text' && last.look !== line.look) last.look = '';
      gap = before.y - line.y;
    } else blocks.push({ kind: 'text', text, look: line.look });
    if (blocks.at(-1) !== last) gap = undefined;
    before = line;
  }
  return blocks;
}

/** Returns the number of a list item, such as 3 for "3" and also for "c". */
export function numberOf(label: string): number {
  return Number(label) || Math.max(1, label.charCodeAt(0) - 96);
}

/** Returns the level of a list item by its indentation `x`. @param indents indentations of the levels so far; this call updates them */
export function levelOf(x: number, indents: number[]): number {
  while (indents.length > 0 && (indents.at(-1) ?? 0) > x + 3) indents.pop();
  if (indents.length === 0 || (indents.at(-1) ?? 0) < x - 3) indents.push(x);
  return indents.length - 1;
}

function isNear(before: Line, line: Line): boolean {
  const gap = before.y - line.y;
  return gap > 0 && gap < Math.max(before.size, line.size) * 1.75;
}

/** Returns for each line the right edge of its paragraph. Adjacent lines with similar left edges belong to one paragraph. */
function rightEdges(lines: Line[]): number[] {
  const edges: number[] = [];
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const isSame = before && isNear(before, line) && Math.abs(before.x - line.x) < line.size * 2.5;
    if (!isSame) from = at;
    edges.push(Math.max(line.right, isSame ? (edges[at - 1] ?? 0) : 0));
    for (let each = at - 1; each >= from && (edges[each] ?? 0) < line.right; each -= 1)
      edges[each] = line.right;
  }
  return edges;
}

/**
 * Returns true if the first word of `line` would have fitted on the line before. In this case, `line` begins a new paragraph or list item.
 */
function endsEarly(before: Line, line: Line, edge: number): boolean {
  const word = line.text.indexOf(' ');
  const width = word < 0 ? line.right - line.x : ((line.right - line.x) * word) / line.text.length;
  return edge - before.right > width + line.size && !/-$/.test(before.text);
}

/** Returns true if `line` continues the paragraph or list item before it, judging by distance, font size, indentation and punctuation. */
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

/** Returns the rows of a table that begins at line `at`. A row is a line with several cells, or a line that continues a cell above it. */
function tableAt(lines: Line[], at: number): Line[] {
  const rows: Line[] = [];
  for (const line of lines.slice(at, at + ROWS)) {
    const before = rows.at(-1);
    // A row must be close to the row before and have a similar font size. Otherwise a numbered heading above a table could count as a row.
    const isNextRow =
      !before ||
      (before.y - line.y > 0 && before.y - line.y < line.size * 4 && Math.abs(before.size - line.size) < 1.5);
    const isRest =
      before && line.cells.length === 1 && line.x > (rows[0]?.x ?? 0) + line.size && isNear(before, line);
    const isItem = BULLET.test(line.text) || SIGN.test(line.text);
    if (!isNextRow || (line.cells.length < 2 && !isRest) || isItem) break;
    rows.push(line);
  }
  while (rows.at(-1)?.cells.length === 1) rows.pop();
  return rows.filter(({ cells }) => cells.length > 1).length >= 2 ? rows : [];
}
