/** Returns a text on one line and without formatting. Lines are joined by semicolons, because a line break ends a sentence. */
export function flatText(words: string): string {
  const lines = words.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>,:;-]+/, '');
}

/** Matches "please", thanks and emoji at the end. The lookbehind keeps the time linear for a long run of punctuation. */
const COURTESY =
  /(?<=[\p{L}\p{N})\]"”’?:])(?:[\s,.!]+(?:please|pls|plz|thx|thanks|thank you|\p{Extended_Pictographic}\ufe0f?))+[\s.!]*$/iu;

/** Removes "please", thanks and emoji at the end, unless nothing else is left. */
export function withoutCourtesy(words: string): string {
  return words.replace(COURTESY, '');
}
