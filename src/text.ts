/** Plain text: cut to a length, unescaped, and put into English sentences. Free to all. */

/** At most `limit` characters (UTF-16 units, as Slack counts), cut between whole ones and ended with `end`. */
export function clip(text: string, limit: number, end = '…'): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.max(0, limit - end.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.toWellFormed().trimEnd()}${end}`;
}

/** The same, cut between words where there is a space in the second half, and without a comma before the end. */
export function clipAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Marks that set the direction of what follows, whoever's text that is: overrides, embeddings and isolates. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Without marks by which a text could turn around what stands beside it, or show as another than it is. */
export function withoutDirections(text: string): string {
  return text.replace(DIRECTIONS, '');
}

/** Without the three escapes that Slack writes into what people type, and into mrkdwn. */
export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** How long the service takes a text to be: code points, so that an emoji is one and not two. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** "1,001" */
export function thousands(value: number | bigint): string {
  return value.toLocaleString('en-US');
}

/** "1 message", "1,001 messages" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** "Ana, Ben and 3 others" */
export function listOf(names: string[], limit = names.length): string {
  const shown = names.slice(0, limit);
  const others = names.length - shown.length;
  const parts = others > 0 ? [...shown, plural(others, 'other')] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
