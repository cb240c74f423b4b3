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
} from './syntax.ts';
import { angled, plainToken } from './tokens.ts';

/**
 * Slack's mrkdwn, as apps and old clients write it, to Markdown. No library was found that does this in linear time
 * and is still looked after; the grammar is small.
 */
export function markdownFromMrkdwn(mrkdwn: string, context: RenderContext): string {
  // Every second piece stands between two fences; one that is never closed is no fence.
  const pieces = mrkdwn.split('```');
  if (pieces.length % 2 === 0) pieces.push([pieces.pop(), pieces.pop()].reverse().join('```'));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? codeBlock(plainCode(piece, context)) : linesFrom(piece, context).trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** In code, too, Slack puts addresses and mentions into angle brackets. */
export function plainCode(code: string, context: RenderContext): string {
  return unescapeSlack(code.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, context)));
}

/** Quotes and bullets are told by how a line begins. */
function linesFrom(text: string, context: RenderContext): string {
  const lines: string[] = [];
  let quotesTheRest = false;
  for (const line of text.split('\n')) {
    const quote = /^(?:&gt;|>)((?:&gt;|>){2})? ?/.exec(line);
    if (quote?.[1]) quotesTheRest = true;
    const isQuoted = quotesTheRest || quote !== null;
    const rest = quote ? line.slice(quote[0].length) : line;
    const markdown = oneLine(rest, context);
    // Without an empty line, Markdown takes what follows a quote for a part of it.
    if (!isQuoted && lines.at(-1)?.startsWith('>') && markdown.trim() !== '') lines.push('');
    lines.push(isQuoted ? `> ${markdown}`.trimEnd() : markdown);
  }
  return lines.join('\n');
}

const BULLET = /^([ \t]*)[•◦▪‣●○]\s*/u;

function oneLine(line: string, context: RenderContext): string {
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]}- ${writeInline(line.slice(bullet[0].length), inMarkdown(context))}`;
  return escapeLineStarts(writeInline(line, inMarkdown(context)));
}

function inMarkdown(context: RenderContext): InlineWriter {
  return {
    code: (text) => inlineCode(plainCode(text, context)),
    token: (inside) => angled(inside, context, nested),
    emoji: (name) => emojiCharacter(name),
    emphasized,
    literal: (text) => escapeInline(unescapeSlack(text)),
  };
}

/** The words of a link: emoji and nothing else that means anything. */
function nested(label: string): string {
  const named = unescapeSlack(label).replace(/:([a-z0-9_+'-]+):/g, (all, name: string) =>
    isStandardEmoji(name) ? emojiCharacter(name) : all,
  );
  return escapeInline(named);
}

/** What the parts of a line of mrkdwn become. */
export interface InlineWriter {
  code(text: string): string;
  /** @param inside what stands between `<` and `>`: a mention, a date or a link */
  token(inside: string): string;
  /** @param name of one of Slack's own emoji */
  emoji(name: string): string;
  emphasized(words: string, mark: Emphasis): string;
  /** @param text with Slack's escapes in it */
  literal(text: string): string;
}

/**
 * A line of mrkdwn. Code, links, mentions and emoji are set aside first, each behind a mark that no text holds, so that
 * what looks like formatting within them is left alone.
 */
export function writeInline(line: string, writing: InlineWriter): string {
  const aside: string[] = [];
  const setAside = (written: string) => `${OPEN}${aside.push(written) - 1}${CLOSE}`;
  const text = line
    .replace(RESERVED, '')
    .replace(/`([^`\n]+)`/g, (_, code: string) => setAside(writing.code(code)))
    .replace(/<([^<>\n]*)>/g, (_, inside: string) => setAside(writing.token(inside)))
    .replace(EMOJI, (all, name: string) => setAside(isStandardEmoji(name) ? writing.emoji(name) : all));
  return formatted(text, Object.values(SIGNS), writing).replace(
    ASIDE,
    (_, index: string) => aside[Number(index)] ?? '',
  );
}

/** Between figures it is none: "mixed 1:100:5". */
const EMOJI = /(?<!\d(?=:\d+:\d)):([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/g;

/** Noncharacters of Unicode: no text holds them, or else it is none the poorer without; nor is it without controls. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const RESERVED = /[\uFDD0\uFDD1]|[^\P{Cc}\n\t]/gu;
const ASIDE = /\uFDD0(\d+)\uFDD1/g;

const SIGNS: Record<string, Emphasis> = { '*': 'bold', '~': 'strike', _: 'italic' };

/**
 * A sign opens where no word goes before it and closes where none follows, and doubled it is no sign; within a word it is a letter like others.
 * Going on from an opening sign ends at the next one that could open, which keeps this linear.
 */
const FORMATTED =
  /(?<![\p{L}\p{N}])([*_~])(?<!\1\1)(?!\1)(?=\S)((?:(?!\1).|(?<=[\p{L}\p{N}])\1(?=[\p{L}\p{N}]))+)(?<=\S)\1(?!\1)(?![\p{L}\p{N}])/gu;

/** Each level takes one kind of sign away, so that it goes three deep at most. */
function formatted(text: string, kinds: readonly Emphasis[], writing: InlineWriter): string {
  let result = '';
  let from = 0;
  for (const { index, 0: all, 1: sign = '', 2: inner = '' } of text.matchAll(FORMATTED)) {
    const kind = SIGNS[sign];
    if (!kind || !kinds.includes(kind)) continue;
    const others = kinds.filter((each) => each !== kind);
    const words = formatted(inner, others, writing);
    result += writing.literal(text.slice(from, index)) + writing.emphasized(words, kind);
    from = index + all.length;
  }
  return result + writing.literal(text.slice(from));
}
