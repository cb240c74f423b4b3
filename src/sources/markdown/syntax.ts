/** Literal text made safe for Markdown, with as few backslashes as it takes: people and models read it. */

const ADDRESS = /https?:\/\/[^\s<>]+/g;

/** Within a line. Addresses stay as they are. */
export function escapeInline(text: string): string {
  let result = '';
  let from = 0;
  for (const { index, 0: address } of text.matchAll(ADDRESS)) {
    result += escapePlain(text.slice(from, index)) + address;
    from = index + address.length;
  }
  return result + escapePlain(text.slice(from));
}

function escapePlain(text: string): string {
  return (
    text
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replace(/`/g, '\\`')
      // A star or underscore with a space on both sides, or an underscore within a word, EMPHASIS nothing.
      .replace(/(?<!\s)\*|\*(?!\s)/g, '\\*')
      .replace(/(?<![\p{L}\p{N}])_(?!\s)|(?<!\s)_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/~~/g, '\\~~')
      .replace(/\]\(/g, ']\\(')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
  );
}

/** Of whole lines whose inline parts are Markdown already: what would begin a heading, a quote or a rule. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .replace(/^([ \t]*)(?=#{1,6}(?:\s|$)|>)/gm, '$1\\')
    .replace(/^([ \t]*)(?=(?:-+|=+)[ \t]*$)/gm, '$1\\');
}

/** Bold, italic and strike, from the outside in. */
export const EMPHASIS = { bold: '**', strike: '~~', italic: '*' } as const;
export type Emphasis = keyof typeof EMPHASIS;

/** Marks each line by itself, with the space around its words left outside: else Markdown does not see the EMPHASIS. */
export function emphasized(markdown: string, mark: Emphasis): string {
  return markdown
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const start = line.indexOf(words);
      const sign = EMPHASIS[mark];
      return `${line.slice(0, start)}${sign}${words}${sign}${line.slice(start + words.length)}`;
    })
    .join('\n');
}

/** Code, with as many backticks around it as it takes. */

export function inlineCode(text: string): string {
  const line = onOneLine(text);
  if (line.trim() === '') return '';
  const fence = fenceFor(line, 1);
  const pad = fence.length > 1 || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function codeBlock(text: string, language = ''): string {
  const code = withoutOuterBreaks(text);
  if (code.trim() === '') return '';
  const fence = fenceFor(code, 3);
  return `${fence}${/^[\w+#.-]+$/.test(language) ? language : ''}\n${code}\n${fence}`;
}

/** More backticks than stand anywhere in a row in the text. */
function fenceFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest >= least ? longest + 1 : least);
}

/** Line breaks. By hand, since expressions such as `\s*\n\s*` and `\n+$` take the square of the time over long blank stretches. */

/** All of it on one line; a text without breaks stays as it is. */
export function onOneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** Without empty lines at its beginning and end. */
export function withoutOuterBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === '\n') from += 1;
  while (to > from && text[to - 1] === '\n') to -= 1;
  return text.slice(from, to);
}
