import { unescapeSlack } from './markdown/escape.ts';

/** Characters. */
const LENGTH = 60;

/** The first words of a message for a list, without ids, addresses and formatting. */
export function plainBeginning(mrkdwn: string): string {
  const words = mrkdwn
    .replace(/<[^<>|\n]*\|([^<>\n]*)>/g, '$1')
    .replace(/<[^<>\n]*>/g, ' ')
    .replace(/[*_~`]+/g, '')
    .replace(/:[a-z0-9_+'-]+:/g, ' ');
  const plain = unescapeSlack(words).toWellFormed().replace(/\s+/g, ' ').trim();
  const characters = [...plain];
  return characters.length > LENGTH
    ? `${characters
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
