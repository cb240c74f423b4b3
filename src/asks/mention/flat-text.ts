/** Returns a text on one line and without formatting. Lines are joined by semicolons, because a line break ends a sentence. */
export function flatText(words: string): string {
  const lines = words.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>,:;-]+/, '');
}
