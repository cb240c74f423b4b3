import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Returns random capital letters and digits, as in Slack's ids. */
export function letters(count: number): string {
  return Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** Returns an id like Slack's, e.g. `C0Q7ZK3M1XA` for the prefix `C`. */
export const newId = (prefix: string): string => `${prefix}0${letters(9)}`;

/** Returns a long random secret, e.g. for the address of a file. */
export const newSecret = (): string => randomBytes(18).toString('base64url');
