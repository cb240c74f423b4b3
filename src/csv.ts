/** Returns rows as CSV (RFC 4180) with a byte order mark, which spreadsheets need to read UTF-8. */
export function csvOf(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** Returns a cell of CSV. Puts an apostrophe before a text that a spreadsheet would run as a formula, so that it is shown as text. */
function cell(value: string | number | null | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
