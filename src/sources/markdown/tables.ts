import { eachOf, isLoose, type Loose } from '../loose.ts';
import { onOneLine } from './lines.ts';
import { namedText } from './named.ts';
import { markdownFromRichText } from './rich-text.ts';
import type { Telling } from './telling.ts';

/** A `table` or `data_table` block; its first row is the header, as Slack shows it. */
export function markdownTable(block: Loose, telling: Telling): string {
  const rows = (Array.isArray(block.rows) ? block.rows : [])
    .filter(Array.isArray)
    .map((row: unknown[]) => row.filter(isLoose).map((cell) => cellOf(cell, telling)));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header, ...body] = rows;
  if (!header || width === 0) return '';
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(header), rule, ...body.map(line)].join('\n');
}

function cellOf(cell: Loose, telling: Telling): string {
  const value = typeof cell.value === 'number' ? String(cell.value) : '';
  const markdown =
    cell.type === 'rich_text' && eachOf(cell.elements).length > 0
      ? markdownFromRichText(cell, telling)
      : namedText(cell.text, telling) || value;
  return onOneLine(markdown).replaceAll('|', '\\|');
}
