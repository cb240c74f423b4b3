/** Writes Markdown. Escapes as few characters as possible, because people and AI models read the text. */

const ADDRESS = /https?:\/\/[^\s<>]+/g;

/** Escapes characters within a line that Markdown would treat as formatting. Leaves URLs unchanged. */
export function escapeInline(text: string): string {
  if (!/[\\`*_~\]<]/.test(text)) return text;
  return replaceMatches(text, ADDRESS, ([address]) => address, escapePlain);
}

/**
 * Replaces each match of a pattern with the result of `matched`, and all other text with the result of `between`.
 * @param matched returns undefined if a match is to be treated as other text
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
      .replace(/\\(?=[!-/:-@[-`{-~]|\n|$)/g, '\\\\')
      .replace(/`/g, '\\`')
      // Do not escape a star or underscore between spaces, or an underscore within a word. Markdown does not treat these as marks.
      .replace(/(?<!\s)\*|\*(?!\s)/g, '\\*')
      .replace(/(?<![\p{L}\p{N}])_(?!\s)|(?<!\s)_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/~~/g, '\\~~')
      .replace(/\]\(/g, ']\\(')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
  );
}

/** Escapes line beginnings that Markdown would read as a heading, quotation, rule or `+` list. Apply `escapeInline` to the text first. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .replace(/^([ \t]*)(?=#{1,6}(?:\s|$)|>|\+\s)/gm, '$1\\')
    .replace(/^([ \t]*)(?=(?:-+|=+)[ \t]*$)/gm, '$1\\');
}

const SIGNS = { bold: '**', strike: '~~', italic: '*' };
export type Emphasis = keyof typeof SIGNS;

/** The text directly before and after the words that are emphasized. */
export interface Around {
  before: string;
  after: string;
}

/** Emphasizes each line separately. Spaces at the ends of a line stay outside the marks, because Markdown ignores marks next to spaces. */
export function emphasized(
  markdown: string,
  emphasis: Emphasis,
  { before, after }: Around = { before: '', after: '' },
): string {
  const lines = markdown.split('\n');
  return lines
    .map((line, index) => {
      const words = line.trim();
      if (words === '') return line;
      const start = line.indexOf(words);
      const [left, right] = [line.slice(0, start), line.slice(start + words.length)];
      const touches = {
        before: index === 0 && left === '' && /[\p{L}\p{N}]$/u.test(before.slice(-2)),
        after: index === lines.length - 1 && right === '' && /^[\p{L}\p{N}]/u.test(after),
      };
      return `${left}${marked(words, SIGNS[emphasis], touches)}${right}`;
    })
    .join('\n');
}

/**
 * Puts marks around words. Punctuation that touches a letter stays outside the marks, as in `a(**b**)c`, because CommonMark would not
 * recognise the marks. If the words also contain a link, adds no marks.
 */
function marked(words: string, sign: string, touches: { before: boolean; after: boolean }): string {
  const first = touches.before ? (LOOSE_START.exec(words.slice(0, EDGE))?.[0] ?? '') : '';
  const last = touches.after ? (LOOSE_END.exec(words.slice(-EDGE))?.[0] ?? '') : '';
  const core = words.slice(first.length, words.length - last.length);
  const isOpen = !touches.before || !/^[\p{P}\p{S}]/u.test(core);
  const isClosed = !touches.after || !/[\p{P}\p{S}]$/u.test(core.slice(-2));
  const isWhole = first + last === '' || !core.includes('](');
  return core && isOpen && isClosed && isWhole ? `${first}${sign}${core}${sign}${last}` : words;
}

/** Maximum number of punctuation characters that are moved outside the marks. */
const EDGE = 20;
const LOOSE_START = /^(?:(?![\\`*~_[\]<>])[\p{P}\p{S}])+/u;
const LOOSE_END = /(?:(?![\\`*~_[\]<>])[\p{P}\p{S}])+$/u;

/** Writes inline code. Spaces at either end are moved outside the backticks, because Markdown would remove them. */
export function inlineCode(text: string): string {
  const line = onOneLine(text);
  const code = line.trim();
  if (code === '') return line && ' ';
  const fence = fenceFor(code, 1);
  const pad = fence.length > 1 || code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  const edge = (isSpace: boolean) => (isSpace ? ' ' : '');
  return `${edge(/^\s/.test(line))}${fence}${pad}${code}${pad}${fence}${edge(/\s$/.test(line.slice(-1)))}`;
}

export function codeBlock(text: string, language = ''): string {
  const code = withoutOuterBreaks(text);
  if (code.trim() === '') return '';
  const fence = fenceFor(code, 3);
  return `${fence}${/^[\w+#.-]+$/.test(language) ? language : ''}\n${code}\n${fence}`;
}

/** Returns the backticks that enclose code: `least` of them, or more if the text itself contains that many in a row. */
function fenceFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest >= least ? longest + 1 : least);
}

/** Joins the lines of a text with spaces. Regular expressions such as `\s*\n\s*` would take quadratic time for long runs of spaces. */
export function onOneLine(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function withoutOuterBreaks(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === '\n') from += 1;
  while (to > from && text[to - 1] === '\n') to -= 1;
  return text.slice(from, to);
}
