const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** For each of Slack's file types, its name for people and its media type. */
const TYPES: Record<string, [name: string, mimetype: string]> = {
  csv: ['CSV', 'text/csv'],
  docx: ['Word Document', `${OFFICE}.wordprocessingml.document`],
  gif: ['GIF', 'image/gif'],
  jpg: ['JPEG', 'image/jpeg'],
  json: ['JSON', 'application/json'],
  markdown: ['Markdown', 'text/markdown'],
  mp4: ['MPEG 4 Video', 'video/mp4'],
  pdf: ['PDF', 'application/pdf'],
  png: ['PNG', 'image/png'],
  quip: ['Canvas', 'application/vnd.slack-docs'],
  pptx: ['PowerPoint Presentation', `${OFFICE}.presentationml.presentation`],
  svg: ['SVG', 'image/svg+xml'],
  text: ['Plain Text', 'text/plain'],
  webp: ['WebP', 'image/webp'],
  xlsx: ['Excel Spreadsheet', `${OFFICE}.spreadsheetml.sheet`],
  zip: ['Zip', 'application/zip'],
};
const SAME: Record<string, string> = { jpeg: 'jpg', md: 'markdown', txt: 'text', log: 'text' };

/** Slack's type of canvases. */
export const CANVAS = 'quip';

/** Returns Slack's type of a file by its extension. A canvas has none. */
export function filetypeOf(name: string, mimetype?: string): string {
  if (mimetype === TYPES[CANVAS]?.[1]) return CANVAS;
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return SAME[ending] ?? (ending || 'binary');
}

export const prettyTypeOf = (filetype: string): string => TYPES[filetype]?.[0] ?? 'Binary';

export const mimetypeOf = (name: string): string =>
  TYPES[filetypeOf(name)]?.[1] ?? 'application/octet-stream';

export const isPicture = (mimetype: string): boolean =>
  /^image\/(png|jpeg|gif|webp|svg\+xml)$/.test(mimetype);
