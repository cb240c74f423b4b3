import type { SlackMessage } from '../message.ts';

/**
 * How much a message would be missed: what people reacted to and answered counts most, then how much it says. Where it
 * is about as much, the shorter one gives way.
 */
export function importanceOf(
  { reactions = [], reply_count: replies = 0 }: SlackMessage,
  words: string,
): number {
  const reacted = reactions.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  return 3 * reacted + 2 * replies + Math.log2(1 + words.length) / 2 + (saysFacts(words) ? 2 : 0);
}

/** A figure or an address: what a deck is made from. */
function saysFacts(words: string): boolean {
  return /\d|https?:\/\//.test(words);
}
