/** Slack's name for a kind of file, and how it says it to people, by the ending of the file's name. */
const KINDS: Record<string, string> = {
  csv: 'CSV',
  doc: 'Word Document',
  docx: 'Word Document',
  gif: 'GIF',
  jpg: 'JPEG',
  json: 'JSON',
  key: 'Keynote',
  markdown: 'Markdown',
  mp4: 'MPEG 4 Video',
  pdf: 'PDF',
  png: 'PNG',
  pptx: 'PowerPoint Presentation',
  svg: 'SVG',
  text: 'Plain Text',
  webp: 'WebP',
  xlsx: 'Excel Spreadsheet',
  zip: 'Zip',
};
const SAME: Record<string, string> = { jpeg: 'jpg', md: 'markdown', txt: 'text', log: 'text' };
const MIMETYPES: Record<string, string> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  json: 'application/json',
  markdown: 'text/markdown',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  text: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

export function filetypeOf(name: string): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = SAME[ending] ?? ending;
  return type in KINDS ? type : type || 'binary';
}

export const prettyTypeOf = (filetype: string): string => KINDS[filetype] ?? 'Binary';

export const mimetypeOf = (name: string): string => MIMETYPES[filetypeOf(name)] ?? 'application/octet-stream';

export const isPicture = (mimetype: string): boolean =>
  /^image\/(png|jpeg|gif|webp|svg\+xml)$/.test(mimetype);
