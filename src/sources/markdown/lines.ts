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
