import { createHash, randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that nobody can guess. */
export function randomId(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** A number from 0 up to 1 that is always the same for the same text: chance that a test can count on. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** A length of time out of a range (or the one given), chosen by `text`. */
export function between(range: number | readonly [number, number], text: string): number {
  if (typeof range === 'number') return range;
  return Math.round(range[0] + chanceOf(text) * (range[1] - range[0]));
}
