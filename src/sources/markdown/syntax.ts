/** Markdown's syntax. Literal text is escaped with as few backslashes as possible, since people and models read it. */

const ADDRESS = /https?:\/\/[^\s<>]+/g;

/** Escapes text within a line; addresses stay as they are. */
export function escapeInline(text: string): string {
  return replaceMatches(text, ADDRESS, ([address]) => address, escapePlain);
}

/**
 * Replaces the matches of a pattern, and the text between them.
 * @param matched undefined takes the match for text
 */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  matched: (match: RegExpExecArray) => string | undefined,
  between: (text: string) => string,
): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const replaced = matched(match);
    if (replaced === undefined) continue;
    result += between(text.slice(from, match.index)) + replaced;
    from = match.index + match[0].length;
  }
  return result + between(text.slice(from));
}

function escapePlain(text: string): string {
  return (
    text
      .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
      .replace(/`/g, '\\`')
      // A star or underscore with a space on both sides, or an underscore within a word, marks nothing.
      .replace(/(?<!\s)\*|\*(?!\s)/g, '\\*')
      .replace(/(?<![\p{L}\p{N}])_(?!\s)|(?<!\s)_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/~~/g, '\\~~')
      .replace(/\]\(/g, ']\\(')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
  );
}

/** Escapes what would begin a heading, a quote or a rule, in lines whose inline parts are Markdown already. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .replace(/^([ \t]*)(?=#{1,6}(?:\s|$)|>)/gm, '$1\\')
    .replace(/^([ \t]*)(?=(?:-+|=+)[ \t]*$)/gm, '$1\\');
}

const SIGNS = { bold: '**', strike: '~~', italic: '*' };
export type Emphasis = keyof typeof SIGNS;

/** Emphasizes each line by itself and leaves the space around it outside: Markdown does not recognise it otherwise. */
export function emphasized(markdown: string, emphasis: Emphasis): string {
  return markdown
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const start = line.indexOf(words);
      const sign = SIGNS[emphasis];
      return `${line.slice(0, start)}${sign}${words}${sign}${line.slice(start + words.length)}`;
    })
    .join('\n');
}

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

/** A fence of more backticks than any run of them in the text. */
function fenceFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest >= least ? longest + 1 : least);
}

/**
 * The text on one line; a text without breaks stays as it is. By hand, as below: expressions such as `\s*\n\s*` and
 * `\n+$` take quadratic time over long blank stretches.
 */
export function onOneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/** The text without empty lines at its beginning and end. */
export function withoutOuterBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === '\n') from += 1;
  while (to > from && text[to - 1] === '\n') to -= 1;
  return text.slice(from, to);
}
