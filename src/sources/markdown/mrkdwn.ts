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
 * Converts Slack's mrkdwn, as apps and old clients write it, to Markdown. This parser was written by hand, because the grammar is small
 * and no maintained library was found that takes linear time.
 */
export function markdownFromMrkdwn(mrkdwn: string, context: RenderContext): string {
  // Every second piece is a code block. A ``` without a second ``` is ordinary text.
  const pieces = mrkdwn.split('```');
  if (pieces.length % 2 === 0) pieces.push([pieces.pop(), pieces.pop()].reverse().join('```'));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? codeBlock(plainCode(piece, context)) : linesFrom(piece, context).trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns code as plain text. Slack puts URLs and mentions into angle brackets in code, too. */
function plainCode(code: string, context: RenderContext): string {
  return unescapeSlack(code.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, context)));
}

/** Converts text line by line, because quotes and bullets are marked at the beginning of a line. */
function linesFrom(text: string, context: RenderContext): string {
  const lines: string[] = [];
  let quotesTheRest = false;
  for (const line of text.split('\n')) {
    const quote = /^(?:&gt;|>)((?:&gt;|>){2})? ?/.exec(line);
    if (quote?.[1]) quotesTheRest = true;
    const isQuoted = quotesTheRest || quote !== null;
    const rest = quote ? line.slice(quote[0].length) : line;
    const markdown = lineFrom(rest, context);
    // Add an empty line, because Markdown would otherwise include the next line in the quote.
    if (!isQuoted && lines.at(-1)?.startsWith('>') && markdown.trim() !== '') lines.push('');
    lines.push(isQuoted ? `> ${markdown}`.trimEnd() : markdown);
  }
  return lines.join('\n');
}

const BULLET = /^([ \t]*)[•◦▪‣●○]\s*/u;

/** Matches lines without anything to format or escape. Most lines match, and they are not parsed further, which saves most of the time. */
const SIMPLE = /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M} ,.;'"?!()$%/-]*)?$/u;

function lineFrom(line: string, context: RenderContext): string {
  if (SIMPLE.test(line)) return line;
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]}- ${writeInline(line.slice(bullet[0].length), context)}`;
  return escapeLineStarts(writeInline(line, context));
}

/** Converts the label of a link to Markdown. Only emoji are converted, and the rest is escaped. */
function nested(label: string): string {
  const named = unescapeSlack(label).replace(/:([a-z0-9_+'-]+):/g, (all, name: string) =>
    isStandardEmoji(name) ? emojiCharacter(name) : all,
  );
  return escapeInline(named);
}

/**
 * Converts a line of mrkdwn. Code, links, mentions and emoji are first replaced by placeholders that cannot occur in text, so that their
 * characters are not treated as formatting.
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

/** Number of characters after a token that `linkTo` receives as `next`. */
const NEXT = 20;

/** Matches an emoji such as ":wave:", but not the ":100:" in "mixed 1:100:5". */
const EMOJI = /(?<!\d(?=:\d+:\d)):([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/g;

/** Delimiters of placeholders. They are noncharacters of Unicode, and are removed from the text before placeholders are inserted. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const RESERVED = /[\uFDD0\uFDD1]|[^\P{Cc}\n\t]/gu;
const ASIDE = /\uFDD0(\d+)\uFDD1/g;

const SIGNS: Record<string, Emphasis> = { '*': 'bold', '~': 'strike', _: 'italic' };

/**
 * Matches formatted text: `*bold*`, `~strike~` or `_italic_`. A mark opens if no letter or digit is directly before it, and closes if no
 * letter or digit is directly after it. A doubled mark, or a mark within a word, is literal. The text between two marks contains the same
 * mark only within a word, which keeps the time linear.
 */
const FORMATTED =
  /(?<![\p{L}\p{N}])([*_~])(?<!\1\1)(?!\1)(?=\S)((?:(?!\1).|(?<=[\p{L}\p{N}])\1(?=[\p{L}\p{N}]))+)(?<=\S)\1(?!\1)(?![\p{L}\p{N}])/gu;

/** Converts formatting. Each level of the recursion handles one kind of mark less, so the recursion is at most three levels deep. */
function formatted(text: string, kinds: readonly Emphasis[]): string {
  const matched = ([, sign = '', inner = '']: RegExpExecArray) => {
    const kind = SIGNS[sign];
    if (!kind || !kinds.includes(kind)) return undefined;
    const others = kinds.filter((each) => each !== kind);
    return emphasized(formatted(inner, others), kind);
  };
  return replaceMatches(text, FORMATTED, matched, (rest) => escapeInline(unescapeSlack(rest)));
}
