import { unescapeSlack } from './markdown/escape.ts';
import { inlineFrom, type Writing } from './markdown/inline.ts';
import { isWebAddress, withoutPrivateFiles } from './markdown/links.ts';
import { plainCode } from './markdown/mrkdwn.ts';
import { plainToken } from './markdown/mrkdwn-tokens.ts';
import type { Telling } from './markdown/telling.ts';

/** The first words of a message, with names for ids, and without addresses, emoji and formatting. */

/** Characters of a name in a list, and of a heading. */
const NAME = 60;
const HEADING = 80;
/** Lines and characters that are looked at. */
const LINES = 10;
const LOOK = 400;

/** For a list. */
export function plainBeginning(mrkdwn: string, telling: Telling): string {
  return clipped(plain(linesOf(mrkdwn), telling), NAME);
}

/** The first sentence, which mostly says what a thread is about; empty where it only calls somebody. */
export function topicOf(mrkdwn: string, telling: Telling): string {
  const [line = ''] = linesOf(mrkdwn);
  if (!/[\p{L}\p{N}]/u.test(line.replace(/<[^<>|\n]*>/g, ''))) return '';
  const words = plain([line], telling);
  const sentence = /^.{10,}?[.!?](?= )/.exec(words)?.[0] ?? words;
  return clipped(sentence.replace(/[\s.:,;]+$/, ''), HEADING);
}

/** Without the signs that lines of a quote or a list begin with, and those around code. */
function linesOf(mrkdwn: string): string[] {
  const lines = mrkdwn.replaceAll('```', '').trim().split('\n').slice(0, LINES);
  return lines.map((line) => line.replace(/^(?:&gt;|>)*\s*(?:[•◦▪‣●○]\s*)?/u, ''));
}

function plain(lines: string[], telling: Telling): string {
  const words = lines.map((line) => inlineFrom(line, inPlainWords(telling))).join(' ');
  const tidy = words.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutPrivateFiles(tidy).slice(0, LOOK).trim();
}

function inPlainWords(telling: Telling): Writing {
  return {
    code: (text) => plainCode(text, telling),
    token: (inside) => {
      const words = unescapeSlack(plainToken(inside, telling));
      return isWebAddress(words) ? ' ' : words;
    },
    emoji: () => ' ',
    marked: (words) => words,
    literal: unescapeSlack,
  };
}

/** Cut between words where there is one not too far back. */
function clipped(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
