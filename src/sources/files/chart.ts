import { type Part, readXml } from './office-parts.ts';

/** Maximum size of a chart's table: `POINTS` rows without the header, and `SERIES` columns of values. */
const POINTS = 500;
const SERIES = 20;

/** Returns a chart's figures as a table with the title in its first cell, a row for each category and a column for each series. */
export function tableOfChart(part: Part | undefined): { kind: 'table'; rows: string[][] } | undefined {
  const header = [''];
  const rows: string[][] = [];
  const stack: string[] = [];
  let at = 0;
  let isDate = false;
  readXml(part, {
    open(name, attributes) {
      stack.push(name);
      if (name === 'ser') header.push('');
      if (name === 'numCache') isDate = false;
      if (name === 'pt') at = Math.min(Number(attributes.idx) || 0, POINTS);
    },
    close: () => void stack.pop(),
    text(text) {
      const element = stack.at(-1);
      const isIn = (name: string) => stack.includes(name);
      if (element === 't' && stack[stack.indexOf('title') - 1] === 'chart') header[0] += text;
      if (element === 'formatCode') isDate = /[dmy]/i.test(text.replace(/\[.*?\]|General/g, ''));
      if (element !== 'v' || at >= POINTS || header.length > SERIES) return;
      if (isIn('tx')) {
        header[header.length - 1] += text;
        return;
      }
      const isCategory = isIn('cat') || isIn('xVal');
      if (!isCategory && !isIn('val') && !isIn('yVal')) return;
      while (rows.length <= at) rows.push([]);
      const row = rows[at];
      const column = isCategory ? 0 : header.length - 1;
      if (row) row[column] ??= isCategory && isDate ? dateOf(text) : rounded(text);
    },
  });
  const filled = rows.map((row) => Array.from(header, (_, column) => row[column] ?? ''));
  return rows.length > 0 ? { kind: 'table', rows: [header, ...filled] } : undefined;
}

/** Rounds a number to 15 digits, as Excel does. A file may contain 8.199999999999999 for 8.2. */
function rounded(text: string): string {
  return /^-?[\d.]+(e[-+]\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(15))) : text;
}

/** Converts a date in Excel's format (days since the end of 1899) to a date such as 2026-03-02. */
function dateOf(text: string): string {
  const time = (Number(text) - 25_569) * 86_400_000;
  return Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 10) : text;
}
