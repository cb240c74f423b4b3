/** Numbers and lists in English sentences. */

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** "1 message", "1,001 messages" */
export function plural(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** "Ana, Ben and 3 others" */
export function listOf(words: string[], limit: number): string {
  const shown = words.slice(0, limit);
  const others = words.length - shown.length;
  const parts = others > 0 ? [...shown, `${plural(others, 'other')}`] : shown;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** At most `limit` characters, cut between whole ones. */
export function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, Math.max(0, limit)).replace(/[\uD800-\uDBFF]$/, '');
}
