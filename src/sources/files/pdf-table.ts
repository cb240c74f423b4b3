import { inlineMarkdown } from './blocks.ts';
import { type PageItem, piecesOf } from './pdf-items.ts';

/**
 * Assigns cells to columns. The lines with the most cells define the columns. If these lines differ too much, or a cell fits into no
 * column, overlapping cells form the columns instead.
 * @param joinsSingle true if a line with one cell continues the row before it
 */
export function tableOf(lines: PageItem[][][], joinsSingle = true): string[][] {
  const most = Math.max(...lines.map((cells) => cells.length));
  const longest = lines.filter((cells) => cells.length === most).map((cells) => cells.map(spanOf));
  let columns = Array.from({ length: most }, (_, at) => ({
    left: Math.min(...longest.map((row) => row[at]?.left ?? 0)),
    right: Math.max(...longest.map((row) => row[at]?.right ?? 0)),
  }));
  const all = lines.flatMap((cells) => cells.map(spanOf));
  const isInConflict = columns.some(
    ({ left, right }, at) => (left + right) / 2 < (columns[at - 1]?.right ?? 0),
  );
  if (isInConflict || all.some((span) => !columns.some((column) => overlap(column, span))))
    columns = columnsOf(
      all.filter((span) =>
        longest.slice(0, 20).every((row) => row.filter((each) => overlap(each, span)).length < 2),
      ),
    );
  const rows: string[][] = [];
  for (const cells of lines) {
    const row = columns.map(() => '');
    for (const cell of cells) {
      const { left } = spanOf(cell);
      const column = columns.findIndex(({ right }) => left < right);
      const at = column < 0 ? columns.length - 1 : column;
      row[at] = [row[at], inlineMarkdown(piecesOf(cell)).trim()].filter(Boolean).join(' ');
    }
    const last = rows.at(-1);
    if (joinsSingle && cells.length === 1 && last)
      row.forEach((text, at) => {
        if (text) last[at] = `${last[at]} ${text}`.trim();
      });
    else rows.push(row);
  }
  return rows;
}

interface Span {
  left: number;
  right: number;
}

function overlap(one: Span, other: Span): boolean {
  return one.left < other.right && other.left < one.right;
}

function columnsOf(spans: Span[]): Span[] {
  const columns: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && span.left < last.right) last.right = Math.max(last.right, span.right);
    else columns.push({ ...span });
  }
  return columns;
}

function spanOf(cell: PageItem[]): Span {
  return {
    left: Math.min(...cell.map(({ x }) => x)),
    right: Math.max(...cell.map(({ x, width }) => x + width)),
  };
}
