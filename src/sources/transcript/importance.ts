import type { SlackMessage } from '../message.ts';

/** Characters up to which saying more counts for a message; what goes far beyond it takes the room of many others. */
const LONG = 1500;

/** How much a message would be missed: what people reacted to and answered counts most, then how much it says. */
export function importanceOf(
  { reactions = [], reply_count: replies = 0 }: SlackMessage,
  words: string,
): number {
  const reacted = reactions.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  const missed = 3 * reacted + 2 * replies + Math.log2(1 + words.length) / 2 + (saysFacts(words) ? 2 : 0);
  return missed / Math.max(1, words.length / LONG);
}

/** A figure or an address: what a deck is made from. */
function saysFacts(words: string): boolean {
  return /\d|https?:\/\//.test(words);
}
