import { type BlockOf, plain, type Span } from '../deck.ts';
import { layLines } from '../type/lines.ts';
import type { Paragraph } from '../type/paragraph.ts';
import { widthOf } from '../type/runs.ts';
import { rect, SLACK, textItem } from './items.ts';
import { type Box, cellPadding, type Item, type TableItem } from './scene.ts';
import type { Setting } from './setting.ts';
import { bodyParagraph } from './textBlocks.ts';

function cell(setting: Setting, spans: Span[], size: number, header: boolean, align: Paragraph['align']) {
  return { ...bodyParagraph(setting, spans, size), bold: header, align, leading: 1.32 };
}

/** Widths by what stands in the columns: the longest word never breaks if it can be helped, long texts get more. */
function columnWidths(block: BlockOf<'table'>, setting: Setting, size: number, width: number): number[] {
  const face = { family: setting.look.body, bold: true, italic: false };
  const columns = block.header.map((head, column) => {
    const texts = [head, ...block.rows.map((row) => row[column] ?? [])].map(plain);
    const widest = Math.max(...texts.map((text) => widthOf(face, text.slice(0, 80)) * size));
    const word = Math.max(
      ...texts.flatMap((text) =>
        text
          .split(/[^\S\u00A0]+/)
          // What is held together by no-break spaces must not break in the widest of other machines' fonts.
          .map((w) => (widthOf(face, w.slice(0, 30)) * size) / SLACK ** (w.includes('\u00A0') ? 2.4 : 1.5)),
      ),
    );
    return { wanted: widest + 2 * cellPadding.x + 2, least: word + 2 * cellPadding.x + 2 };
  });
  const wanted = columns.reduce((sum, column) => sum + column.wanted, 0);
  if (wanted <= width) return columns.map((column) => (column.wanted / wanted) * width);
  const least = columns.reduce((sum, column) => sum + column.least, 0);
  if (least >= width) {
    // Even a column with next to nothing in it keeps room for a few letters.
    const floor = Math.min(width / columns.length, 2 * cellPadding.x + size * 2.5);
    return columns.map((column) => floor + (column.least / least) * (width - floor * columns.length));
  }
  const part = (width - least) / (wanted - least);
  return columns.map((column) => column.least + (column.wanted - column.least) * part);
}

/** The table with its rows so many times as high. */
export function spreadTable(table: TableItem, times: number): TableItem {
  const rows = table.rows.map((row) => ({ ...row, height: row.height * times }));
  return { ...table, rows, box: { ...table.box, height: table.box.height * times } };
}

/** Room inside a cell, left and right; less in very narrow columns. */
export const sidePadding = (column: number) => Math.min(cellPadding.x, column * 0.12);

export function layTable(
  block: BlockOf<'table'>,
  setting: Setting,
  scale: number,
  at: Omit<Box, 'height'>,
): TableItem {
  const size = setting.body * 0.82 * scale;
  const columns = columnWidths(block, setting, size, at.width);
  for (let smaller = 1; ; smaller *= 0.9) {
    const laid = layRows(block, setting, size * smaller, columns);
    if (!laid.tooWide || smaller < 0.05) {
      const height = laid.rows.reduce((sum, row) => sum + row.height, 0);
      return { kind: 'table', box: { ...at, height }, block, columns, rows: laid.rows };
    }
  }
}

/** Too wide where a single character is wider than its column: with very many columns. */
function layRows(block: BlockOf<'table'>, setting: Setting, size: number, columns: number[]) {
  let tooWide = false;
  const rows = [block.header, ...block.rows].map((row, index) => {
    const cells = columns.map((_, column) => [
      cell(setting, row[column] ?? [], size, index === 0, block.align[column] ?? 'left'),
    ]);
    const heights = cells.map((paragraphs, column) => {
      const width = columns[column] ?? 0;
      const room = width - 2 * sidePadding(width);
      const laid = layLines(paragraphs, room);
      tooWide ||= laid.width > room + 0.01;
      return laid.height;
    });
    return { header: index === 0, cells, height: Math.max(...heights) + 2 * cellPadding.y };
  });
  return { rows, tooWide };
}

/** A table as plain shapes and text, for painters that know no tables. */
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
