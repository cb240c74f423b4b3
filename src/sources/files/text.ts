import { type Block, FileProblem, markdownOf } from './blocks.ts';

/** File name extensions of the files that Deckhand can read. */
export const readEndings = ['docx', 'pptx', 'pdf', 'md', 'markdown', 'txt', 'csv', 'tsv'];

export function isRead(name: string): boolean {
  return readEndings.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** Kind of a file, detected from its first bytes. The file's name and the type that Slack reports can be wrong. */
export type FileKind = 'office' | 'pdf' | 'compound' | 'text';

/** Number of bytes at the beginning of a file that are searched for `%PDF-`. A PDF may have other bytes before this marker. */
const PDF_WITHIN = 1_024;

export function kindOf(head: Buffer): FileKind {
  if (head.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'office';
  // These bytes begin an Office file in the old format, and also a new Office file with a password.
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') return 'compound';
  return 'text';
}

/**
 * Decodes a text file: UTF-16 if it begins with a UTF-16 byte order mark (Excel), UTF-8 if it is valid UTF-8, else Windows-1252.
 * @param isCut true if the bytes may end within a character
 * @throws FileProblem if the bytes are not text
 */
export function decodedText(bytes: Buffer, isCut: boolean): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files that are no text have them
  if (/[\0-\x06\x0e-\x1a]/.test(text) || text.startsWith('{\\rtf')) throw new FileProblem('file_wrong_type');
  return text;
}

/** Converts a CSV file to a Markdown table. Its separator is the most frequent of comma, semicolon and tab in the first line. */
export function markdownFromCsv(text: string): string {
  const [firstLine = ''] = text.split('\n', 1);
  const outside = firstLine.replace(/"[^"]*"/g, '');
  const separators = [',', ';', '\t'].map((sign) => ({ sign, count: outside.split(sign).length }));
  const { sign = ',' } = separators.toSorted((one, other) => other.count - one.count)[0] ?? {};
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === sign || character === '\n') {
      rows.at(-1)?.push(cell.trim());
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  rows.at(-1)?.push(cell.trim());
  const table: Block = { kind: 'table', rows };
  return markdownOf([table]);
}
