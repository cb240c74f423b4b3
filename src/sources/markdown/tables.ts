import { isRecord, numberOf, recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import type { RenderContext } from './context.ts';
import { markdownFromRichText } from './rich-text.ts';
import { emphasized, onOneLine } from './syntax.ts';
import { namedText } from './tokens.ts';

/** Maximum number of rows of a table. Short rows are filled with empty cells, so without limits a table could get millions of cells. */
const ROWS = 200;
/** Maximum number of columns of a table. */
const COLUMNS = 40;

/** Converts a `table` or `data_table` block to a Markdown table. The first row is the header, as in Slack. */
export function markdownTable(block: UnknownRecord, context: RenderContext): string {
  const rows = (Array.isArray(block.rows) ? block.rows : [])
    .filter(Array.isArray)
    .slice(0, ROWS)
    .map((row: unknown[]) =>
      row
        .filter(isRecord)
        .slice(0, COLUMNS)
        .map((cell) => cellOf(cell, context)),
    );
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header, ...body] = rows;
  if (!header || width === 0) return '';
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(header), rule, ...body.map(line)].join('\n');
}

function cellOf(cell: UnknownRecord, context: RenderContext): string {
  const value = typeof cell.value === 'number' ? String(cell.value) : '';
  const markdown =
    cell.type === 'rich_text' && recordsOf(cell.elements).length > 0
      ? markdownFromRichText(cell, context)
      : namedText(cell.text, context) || value;
  return onOneLine(markdown).replaceAll('|', '\\|');
}

/** Converts a chart block to a table with one row per series and one column per label. */
export function tableOfChart(block: UnknownRecord, context: RenderContext): string {
  const { series, segments } = recordOf(block.chart);
  const all = segments ? [{ name: '', data: segments }] : recordsOf(series);
  const points = all.map(({ name, data }) => ({
    name: textOf(name),
    values: new Map(recordsOf(data).map(({ label, value }) => [textOf(label), numberOf(value)])),
  }));
  const labels = [...new Set(points.flatMap(({ values }) => [...values.keys()]))];
  const raw = (text: string) => ({ type: 'raw_text', text });
  const rows = points.map(({ name, values }) => [
    raw(name),
    ...labels.map((label) => raw(String(values.get(label) ?? ''))),
  ]);
  const table =
    labels.length > 0 ? markdownTable({ rows: [['', ...labels].map(raw), ...rows] }, context) : '';
  return [emphasized(namedText(block.title, context), 'bold'), table].filter(Boolean).join('\n\n');
}
