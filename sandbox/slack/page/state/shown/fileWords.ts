import type { FileInfo } from '../../../protocol.ts';

const kinds: Record<string, string> = {
  pptx: 'PowerPoint',
  pdf: 'PDF',
  zip: 'Zip',
  png: 'PNG',
  jpg: 'JPEG',
  jpeg: 'JPEG',
  gif: 'GIF',
  docx: 'Word',
  md: 'Markdown',
  markdown: 'Markdown',
  text: 'Plain Text',
  txt: 'Plain Text',
  csv: 'CSV',
};

/** Returns Slack's name for a kind of file. */
export const fileKind = ({ filetype, name }: Pick<FileInfo, 'filetype' | 'name'>): string =>
  kinds[filetype] ?? (filetype || name.split('.').at(-1) || 'File').toUpperCase();

/** Formats a size in bytes: "820 B", "12 kB", "3.4 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
