import { type BlockOf, plain, type Span } from '../deck.ts';
import { layLines } from '../type/lines.ts';
import { type Paragraph, widthOf } from '../type/runs.ts';
import type { Setting } from './canvas.ts';
import { rect, SLACK, textItem } from './items.ts';
import { type Box, cellPadding, type Item, type TableItem } from './scene.ts';
import { bodyParagraph } from './textBlocks.ts';

function cell(setting: Setting, spans: Span[], size: number, header: boolean, align: Paragraph['align']) {
  return { ...bodyParagraph(setting, spans, size), bold: header, align, leading: 1.3 };
}

/** Chooses column widths: if possible each fits its longest word, and columns with longer texts get more of the rest. */
function columnWidths(block: BlockOf<'table'>, setting: Setting, size: number, width: number): number[] {
  const face = { family: setting.look.body, bold: true, italic: false };
  const columns = block.header.map((head, column) => {
    const texts = [head, ...block.rows.map((row) => row[column] ?? [])].map(plain);
    const widest = Math.max(...texts.map((text) => widthOf(face, text.slice(0, 80)) * size));
    const word = Math.max(
      ...texts.flatMap((text) =>
        text
          .split(/[^\S\u00A0]+/)
          // Words with no-break spaces get more room, so that they are not broken in a wider font of another machine.
          .map((w) => (widthOf(face, w.slice(0, 30)) * size) / SLACK ** (w.includes('\u00A0') ? 2.4 : 1.5)),
      ),
    );
    return { wanted: widest + 2 * cellPadding.x + 2, least: word + 2 * cellPadding.x + 2 };
  });
  const wanted = columns.reduce((sum, column) => sum + column.wanted, 0);
  if (wanted <= width) return columns.map((column) => (column.wanted / wanted) * width);
  const least = columns.reduce((sum, column) => sum + column.least, 0);
  if (least >= width) {
    // A narrow column keeps room for a few letters.
    const floor = Math.min(width / columns.length, 2 * cellPadding.x + size * 2.5);
    return columns.map((column) => floor + (column.least / least) * (width - floor * columns.length));
  }
  const part = (width - least) / (wanted - least);
  return columns.map((column) => column.least + (column.wanted - column.least) * part);
}

/** Returns the space at the left and right inside a cell. It is smaller in narrow columns. */
export const sidePadding = (column: number) => Math.min(cellPadding.x, column * 0.12);

/** Lays out a table in one size, or smaller if its columns are too narrow for their longest words. */
export function layTable(
  block: BlockOf<'table'>,
  setting: Setting,
  size: number,
  at: Omit<Box, 'height'>,
): { table: TableItem; isTight: boolean } {
  const least = Math.min(setting.sizes.small, size);
  const sizes = [size, (size + least) / 2, least, least * 0.8, least * 0.6, least * 0.4, 1];
  for (const [i, tried] of sizes.entries()) {
    const columns = columnWidths(block, setting, tried, at.width);
    const { rows, broken } = layRows(block, setting, tried, columns);
    if (broken && i < sizes.length - 1) continue;
    const height = rows.reduce((sum, row) => sum + row.height, 0);
    return { table: { kind: 'table', box: { ...at, height }, block, columns, rows }, isTight: i > 2 };
  }
  throw new Error('A table has at least one size');
}

function layRows(block: BlockOf<'table'>, setting: Setting, size: number, columns: number[]) {
  let broken = false;
  const rows = [block.header, ...block.rows].map((row, index) => {
    const cells = columns.map((_, column) => [
      cell(setting, row[column] ?? [], size, index === 0, block.align[column] ?? 'left'),
    ]);
    const heights = cells.map((paragraphs, column) => {
      const width = columns[column] ?? 0;
      const laid = layLines(paragraphs, width - 2 * sidePadding(width));
      broken ||= laid.broken;
      return laid.height;
    });
    return { header: index === 0, cells, height: Math.max(...heights) + 2 * cellPadding.y };
  });
  return { rows, broken };
}

/** Draws a table with shapes and text, for painters that cannot draw tables. */
export function tableParts(table: TableItem, setting: Setting): Item[] {
  const parts: Item[] = [];
  let y = table.box.y;
  for (const [index, row] of table.rows.entries()) {
    const line: Box = { x: table.box.x, y, width: table.box.width, height: row.height };
    if (row.header || index % 2 === 0) parts.push(rect(line, setting.surface));
    let x = table.box.x;
    for (const [column, width] of table.columns.entries()) {
      const box = {
        x: x + sidePadding(width),
        y: y + cellPadding.y,
        width: width - 2 * sidePadding(width),
        height: row.height - 2 * cellPadding.y,
      };
      parts.push(textItem(row.cells[column] ?? [], box, { anchor: 'middle' }));
      x += width;
    }
    y += row.height;
    const rule = row.header ? { thick: 1.5, fill: setting.accent } : { thick: 0.75, fill: setting.line };
    parts.push(rect({ ...line, y: y - rule.thick / 2, height: rule.thick }, rule.fill));
  }
  return parts;
}
