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

/** Converts mrkdwn, Slack's own markup, to Markdown. The parser is our own, because no maintained library takes linear time. */
export function markdownFromMrkdwn(mrkdwn: string, context: RenderContext): string {
  // Split at ```, so that every second piece is the content of a code block. If the last ``` has no closing one, it is ordinary text.
  const pieces = mrkdwn.split('```');
  if (pieces.length % 2 === 0) pieces.push([pieces.pop(), pieces.pop()].reverse().join('```'));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? codeBlock(plainCode(piece, context)) : linesFrom(piece, context).trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the content of a code block as plain text. Even in a code block, Slack writes URLs and mentions in angle brackets. */
function plainCode(code: string, context: RenderContext): string {
  return unescapeSlack(code.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, context)));
}

/** Converts text line by line. In mrkdwn, the beginning of a line says whether the line is a quotation or a list item. */
function linesFrom(text: string, context: RenderContext): string {
  const lines: string[] = [];
  let quotesTheRest = false;
  for (const line of text.split('\n')) {
    const quote = /^(?:&gt;|>)((?:&gt;|>){2})? ?/.exec(line);
    if (quote?.[1]) quotesTheRest = true;
    const isQuoted = quotesTheRest || quote !== null;
    const rest = quote ? line.slice(quote[0].length) : line;
    const markdown = lineFrom(rest, context);
    // End the quotation with an empty line, because Markdown would take a line directly below as a part of the quotation.
    if (!isQuoted && lines.at(-1)?.startsWith('>') && markdown.trim() !== '') lines.push('');
    lines.push(isQuoted ? `> ${markdown}`.trimEnd() : markdown);
  }
  return lines.join('\n');
}

const BULLET = /^([ \t]*)[•◦▪‣●○]\s*/u;

/** Matches lines that need no formatting and no escaping. Most lines match and are not parsed further, which saves most of the time. */
const SIMPLE = /^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M} ,.;'"?!()$%/-]*)?$/u;

function lineFrom(line: string, context: RenderContext): string {
  if (SIMPLE.test(line)) return line;
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]}- ${writeInline(line.slice(bullet[0].length), context)}`;
  return escapeLineStarts(writeInline(line, context));
}

/** Returns the text of a link as Markdown. Names of emoji become characters, and everything else is escaped. */
function nested(label: string): string {
  const named = unescapeSlack(label).replace(/:([a-z0-9_+'-]+):/g, (all, name: string) =>
    isStandardEmoji(name) ? emojiCharacter(name) : all,
  );
  return escapeInline(named);
}

/** Converts a line of mrkdwn. Placeholders protect code, links, mentions and emoji from being treated as formatting. */
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

/** Number of characters of the text after a link or mention that are passed to `linkTo` as `next`. */
const NEXT = 20;

/** Matches an emoji such as ":wave:". Does not match ":100:" in "mixed 1:100:5". */
const EMOJI = /(?<!\d(?=:\d+:\d)):([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/g;

/** Unicode noncharacters around a placeholder. They are removed from the line first, so that it has no false placeholders. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const RESERVED = /[\uFDD0\uFDD1]|[^\P{Cc}\n\t]/gu;
const ASIDE = /\uFDD0(\d+)\uFDD1/g;

const SIGNS: Record<string, Emphasis> = { '*': 'bold', '~': 'strike', _: 'italic' };

/**
 * Matches `*bold*`, `~strike~` or `_italic_`. Ignores doubled marks, and marks inside a word such as `snake_case`. Matching takes linear
 * time.
 */
const FORMATTED =
  /(?<![\p{L}\p{N}])([*_~])(?<!\1\1)(?!\1)(?=\S)((?:(?!\1).|(?<=[\p{L}\p{N}])\1(?=[\p{L}\p{N}]))+)(?<=\S)\1(?!\1)(?![\p{L}\p{N}])/gu;

/**
 * Converts marks of the given kinds. For the text between two marks, calls itself with the other kinds, so it is at most three levels deep.
 */
function formatted(text: string, kinds: readonly Emphasis[]): string {
  const matched = ([, sign = '', inner = '']: RegExpExecArray) => {
    const kind = SIGNS[sign];
    if (!kind || !kinds.includes(kind)) return undefined;
    const others = kinds.filter((each) => each !== kind);
    return emphasized(formatted(inner, others), kind);
  };
  return replaceMatches(text, FORMATTED, matched, (rest) => escapeInline(unescapeSlack(rest)));
}
