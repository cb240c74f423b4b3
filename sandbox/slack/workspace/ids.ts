import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `count` random capitals and digits, as in Slack's ids and generated block ids. */
export function letters(count: number): string {
  return Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** An id of Slack's kind, e.g. `C0Q7ZK3M1XA` for the prefix `C`. */
export const newId = (prefix: string): string => `${prefix}0${letters(9)}`;

/** A long random secret, e.g. for the address of a file. */
export const newSecret = (): string => randomBytes(18).toString('base64url');
