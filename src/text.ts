/** Helpers for plain text: shortening, unescaping, plurals and lists. Every folder may import this file. */

/** Shortens a text to `limit` UTF-16 units, as Slack counts them, without splitting a character. A shortened text ends with `end`. */
export function clip(text: string, limit: number, end = '…'): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.max(0, limit - end.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.toWellFormed().trimEnd()}${end}`;
}

/** Shortens a text to `limit` code points. Cuts at a space if there is one in the second half. Removes punctuation before the ellipsis. */
export function clipAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Unicode marks that change the text direction: overrides, embeddings and isolates. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Removes direction marks, because they could change the order of the surrounding text. */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTIONS, '');
}

/** Decodes the three escapes that Slack uses in messages and mrkdwn. */
export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Returns the number of code points in a text. The service's limits are in code points. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a number like "1,001". */
export function thousands(value: number | bigint): string {
  return value.toLocaleString('en-US');
}

/** Formats a count like "1 message" or "1,001 messages". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** Formats a time like "15 minutes", "1 hour 30 minutes" or "2 days". Seconds are rounded up. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit));
  return shown.join(' ') || plural(0, 'second');
}

/** Formats a list like "Ana, Ben and 3 others". */
export function listOf(names: string[], limit = names.length): string {
  const shown = names.slice(0, limit);
  const others = names.length - shown.length;
  const parts = others > 0 ? [...shown, plural(others, 'other')] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
