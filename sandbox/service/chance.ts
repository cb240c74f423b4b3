import { createHash, randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a random id that cannot be guessed. */
export function randomId(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Returns a number from 0 up to 1 that depends only on the text, so tests can rely on it. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** Returns the number itself, or one from the range, chosen by `text`. */
export function between(range: number | readonly [number, number], text: string): number {
  if (typeof range === 'number') return range;
  return Math.round(range[0] + chanceOf(text) * (range[1] - range[0]));
}
