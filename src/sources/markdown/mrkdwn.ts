import { unescapeSlack } from '../../text.ts';
import type { RenderContext } from './context.ts';
import { emojiCharacter, isStandardEmoji } from './emoji.ts';
import {
  codeBlock,
  type Emphasis,
  emphasized,
  escapeInline,
  escapeLineStarts,
  inlineCode,
  replaceMatches,
} from './syntax.ts';
import { angled, plainToken } from './tokens.ts';

/**
 * Slack's mrkdwn, as apps and old clients write it, to Markdown. By hand: the grammar is small, and no maintained
 * library was found that takes linear time.
 */
export function markdownFromMrkdwn(mrkdwn: string, context: RenderContext): string {
  // Every second piece stands between two fences; a fence that is never closed is ordinary text.
  const pieces = mrkdwn.split('```');
  if (pieces.length % 2 === 0) pieces.push([pieces.pop(), pieces.pop()].reverse().join('```'));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? codeBlock(plainCode(piece, context)) : linesFrom(piece, context).trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Slack puts addresses and mentions into angle brackets in code, too. */
function plainCode(code: string, context: RenderContext): string {
  return unescapeSlack(code.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, context)));
}

/** Quotes and bullets are recognised by the beginning of a line. */
function linesFrom(text: string, context: RenderContext): string {
  const lines: string[] = [];
  let quotesTheRest = false;
  for (const line of text.split('\n')) {
    const quote = /^(?:&gt;|>)((?:&gt;|>){2})? ?/.exec(line);
    if (quote?.[1]) quotesTheRest = true;
    const isQuoted = quotesTheRest || quote !== null;
    const rest = quote ? line.slice(quote[0].length) : line;
    const markdown = oneLine(rest, context);
    // Without an empty line, Markdown takes the line after a quote for a part of it.
    if (!isQuoted && lines.at(-1)?.startsWith('>') && markdown.trim() !== '') lines.push('');
    lines.push(isQuoted ? `> ${markdown}`.trimEnd() : markdown);
  }
  return lines.join('\n');
}

const BULLET = /^([ \t]*)[•◦▪‣●○]\s*/u;

/** Text in which nothing is formatted or escaped, as most lines are: finding that out at once saves most of the time. */
const SIMPLE = /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M} ,.;'"?!()$%/-]*)?$/u;

function oneLine(line: string, context: RenderContext): string {
  if (SIMPLE.test(line)) return line;
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]}- ${writeInline(line.slice(bullet[0].length), context)}`;
  return escapeLineStarts(writeInline(line, context));
}

/** The label of a link, in which only emoji are formatted. */
function nested(label: string): string {
  const named = unescapeSlack(label).replace(/:([a-z0-9_+'-]+):/g, (all, name: string) =>
    isStandardEmoji(name) ? emojiCharacter(name) : all,
  );
  return escapeInline(named);
}

/**
 * Writes a line of mrkdwn. Code, links, mentions and emoji are set aside first, each behind a placeholder that no text
 * holds, so that characters in them are not taken for formatting.
 */
function writeInline(line: string, context: RenderContext): string {
  const aside: string[] = [];
  const setAside = (written: string) => `${OPEN}${aside.push(written) - 1}${CLOSE}`;
  const text = line
    .replace(RESERVED, '')
    .replace(/`([^`\n]+)`/g, (_, code: string) => setAside(inlineCode(plainCode(code, context))))
    .replace(/<([^<>\n]*)>/g, (all, inside: string, at: number, whole: string) =>
      setAside(angled(inside, context, nested, whole.slice(at + all.length, at + all.length + NEXT))),
    )
    .replace(EMOJI, (all, name: string) => setAside(isStandardEmoji(name) ? emojiCharacter(name) : all));
  return formatted(text, Object.values(SIGNS)).replace(
    ASIDE,
    (_, index: string) => aside[Number(index)] ?? '',
  );
}

/** Characters after a token that are looked at. */
const NEXT = 20;

/** Not between digits, as in "mixed 1:100:5". */
const EMOJI = /(?<!\d(?=:\d+:\d)):([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/g;

/** Around placeholders: noncharacters of Unicode, which are taken out of the text first, as are control characters. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const RESERVED = /[\uFDD0\uFDD1]|[^\P{Cc}\n\t]/gu;
const ASIDE = /\uFDD0(\d+)\uFDD1/g;

const SIGNS: Record<string, Emphasis> = { '*': 'bold', '~': 'strike', _: 'italic' };

/**
 * A sign opens where no word precedes it and closes where none follows; doubled or within a word it is literal. Matching
 * from an opening sign ends at the next sign that could open, which keeps this linear.
 */
const FORMATTED =
  /(?<![\p{L}\p{N}])([*_~])(?<!\1\1)(?!\1)(?=\S)((?:(?!\1).|(?<=[\p{L}\p{N}])\1(?=[\p{L}\p{N}]))+)(?<=\S)\1(?!\1)(?![\p{L}\p{N}])/gu;

/** Each level leaves out one kind of sign, so the recursion is at most three deep. */
function formatted(text: string, kinds: readonly Emphasis[]): string {
  const matched = ([, sign = '', inner = '']: RegExpExecArray) => {
    const kind = SIGNS[sign];
    if (!kind || !kinds.includes(kind)) return undefined;
    const others = kinds.filter((each) => each !== kind);
    return emphasized(formatted(inner, others), kind);
  };
  return replaceMatches(text, FORMATTED, matched, (rest) => escapeInline(unescapeSlack(rest)));
}
