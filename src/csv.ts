/** Returns rows as CSV (RFC 4180) with a byte order mark, which spreadsheets need to read UTF-8. */
export function csvOf(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** Returns a cell of CSV. An apostrophe before a text that looks like a formula makes spreadsheets show the text. */
function cell(value: string | number | null | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
