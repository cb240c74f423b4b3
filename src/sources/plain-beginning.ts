import { unescapeSlack } from './markdown/escape.ts';

/** The first words of a message, without ids, addresses and formatting. */

/** Characters of a name in a list, and of a heading. */
const NAME = 60;
const HEADING = 80;

/** For a list. */
export function plainBeginning(mrkdwn: string): string {
  return clipped(plain(mrkdwn), NAME);
}

/** The first sentence, which mostly says what a thread is about. */
export function topicOf(mrkdwn: string): string {
  const [line = ''] = mrkdwn.trim().split('\n');
  const words = plain(line);
  const sentence = /^.{10,}?[.!?](?= )/.exec(words)?.[0] ?? words;
  return clipped(sentence.replace(/[\s.:,;]+$/, ''), HEADING);
}

function plain(mrkdwn: string): string {
  const words = mrkdwn
    .replace(/<[^<>|\n]*\|([^<>\n]*)>/g, '$1')
    .replace(/<[^<>\n]*>/g, ' ')
    .replace(/[*_~`]+/g, '')
    .replace(/:[a-z0-9_+'-]+:/g, ' ');
  return unescapeSlack(words)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Cut between words where there is one not too far back. */
function clipped(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
