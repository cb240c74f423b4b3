import { clipAtWord, unescapeSlack } from '../../text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { isWebAddress, withoutPrivateFiles } from '../markdown/links.ts';
import { type InlineWriter, plainCode, writeInline } from '../markdown/mrkdwn.ts';
import { plainToken } from '../markdown/tokens.ts';

/** The beginning of a message in plain words: names for ids, no addresses, emoji or formatting. */

/** Characters of an excerpt. */
const IN_LIST = 60;
const IN_HEADING = 80;
/** Lines and characters of the message that are read. */
const LINES_READ = 10;
const CHARACTERS_READ = 400;

/** For a list, at most 60 characters. */
export function excerptOf(mrkdwn: string, context: RenderContext): string {
  return clipAtWord(plain(linesOf(mrkdwn), context), IN_LIST);
}

/** For a heading: the first sentence mostly says what a thread is about. Empty where it is only a mention. */
export function topicOf(mrkdwn: string, context: RenderContext): string {
  const [line = ''] = linesOf(mrkdwn);
  if (!/[\p{L}\p{N}]/u.test(line.replace(/<[^<>|\n]*>/g, ''))) return '';
  const words = plain([line], context);
  const sentence = /^.{10,}?[.!?](?= )/.exec(words)?.[0] ?? words;
  return clipAtWord(sentence.replace(/[\s.:,;]+$/, ''), IN_HEADING);
}

/** Lines without the signs of quotes, lists and code. */
function linesOf(mrkdwn: string): string[] {
  const lines = mrkdwn.replaceAll('```', '').trim().split('\n').slice(0, LINES_READ);
  return lines.map((line) => line.replace(/^(?:&gt;|>)*\s*(?:[•◦▪‣●○]\s*)?/u, ''));
}

function plain(lines: string[], context: RenderContext): string {
  const words = lines.map((line) => writeInline(line, inPlainWords(context))).join(' ');
  const tidy = words.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutPrivateFiles(tidy).slice(0, CHARACTERS_READ).trim();
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
