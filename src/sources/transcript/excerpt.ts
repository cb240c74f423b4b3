import { clipAtWord, unescapeSlack } from '../../text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { isWebAddress, withoutPrivateFiles } from '../markdown/links.ts';
import { type InlineWriter, plainCode, writeInline } from '../markdown/mrkdwn.ts';
import { plainToken } from '../markdown/tokens.ts';

/** The first words of a message, with names for ids, and without addresses, emoji and formatting. */

/** Characters of a name in a list, and of a heading. */
const NAME = 60;
const HEADING = 80;
/** Lines and characters that are looked at. */
const LINES = 10;
const LOOK = 400;

/** For a list. */
export function excerptOf(mrkdwn: string, context: RenderContext): string {
  return clipAtWord(plain(linesOf(mrkdwn), context), NAME);
}

/** The first sentence, which mostly says what a thread is about; empty where it only calls somebody. */
export function topicOf(mrkdwn: string, context: RenderContext): string {
  const [line = ''] = linesOf(mrkdwn);
  if (!/[\p{L}\p{N}]/u.test(line.replace(/<[^<>|\n]*>/g, ''))) return '';
  const words = plain([line], context);
  const sentence = /^.{10,}?[.!?](?= )/.exec(words)?.[0] ?? words;
  return clipAtWord(sentence.replace(/[\s.:,;]+$/, ''), HEADING);
}

/** Without the signs that lines of a quote or a list begin with, and those around code. */
function linesOf(mrkdwn: string): string[] {
  const lines = mrkdwn.replaceAll('```', '').trim().split('\n').slice(0, LINES);
  return lines.map((line) => line.replace(/^(?:&gt;|>)*\s*(?:[•◦▪‣●○]\s*)?/u, ''));
}

function plain(lines: string[], context: RenderContext): string {
  const words = lines.map((line) => writeInline(line, inPlainWords(context))).join(' ');
  const tidy = words.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutPrivateFiles(tidy).slice(0, LOOK).trim();
}

function inPlainWords(context: RenderContext): InlineWriter {
  return {
    code: (text) => plainCode(text, context),
    token: (inside) => {
      const words = unescapeSlack(plainToken(inside, context));
      return isWebAddress(words) ? ' ' : words;
    },
    emoji: () => ' ',
    emphasized: (words) => words,
    literal: unescapeSlack,
  };
}
