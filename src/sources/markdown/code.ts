import { onOneLine, withoutOuterBreaks } from './lines.ts';

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
