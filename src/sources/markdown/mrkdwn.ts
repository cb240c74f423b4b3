import { codeBlock, inlineCode } from './code.ts';
import { emojiCharacter, isStandardEmoji } from './emoji.ts';
import { escapeInline, escapeLineStarts, unescapeSlack } from './escape.ts';
import { inlineFrom, type Writing } from './inline.ts';
import { marked } from './marks.ts';
import { angled, plainToken } from './mrkdwn-tokens.ts';
import type { Telling } from './telling.ts';

/**
 * Slack's mrkdwn, as apps and old clients write it, to Markdown. No library was found that does this in linear time
 * and is still looked after; the grammar is small.
 */
export function markdownFromMrkdwn(mrkdwn: string, telling: Telling): string {
  // Every second piece stands between two fences; one that is never closed is no fence.
  const pieces = mrkdwn.split('```');
  if (pieces.length % 2 === 0) pieces.push([pieces.pop(), pieces.pop()].reverse().join('```'));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? codeBlock(plainCode(piece, telling)) : linesFrom(piece, telling).trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** In code, too, Slack puts addresses and mentions into angle brackets. */
export function plainCode(code: string, telling: Telling): string {
  return unescapeSlack(code.replace(/<([^<>\n]*)>/g, (_, inside: string) => plainToken(inside, telling)));
}

/** Quotes and bullets are told by how a line begins. */
function linesFrom(text: string, telling: Telling): string {
  const lines: string[] = [];
  let quotesTheRest = false;
  for (const line of text.split('\n')) {
    const quote = /^(?:&gt;|>)((?:&gt;|>){2})? ?/.exec(line);
    if (quote?.[1]) quotesTheRest = true;
    const isQuoted = quotesTheRest || quote !== null;
    const rest = quote ? line.slice(quote[0].length) : line;
    const markdown = oneLine(rest, telling);
    // Without an empty line, Markdown takes what follows a quote for a part of it.
    if (!isQuoted && lines.at(-1)?.startsWith('>') && markdown.trim() !== '') lines.push('');
    lines.push(isQuoted ? `> ${markdown}`.trimEnd() : markdown);
  }
  return lines.join('\n');
}

const BULLET = /^([ \t]*)[•◦▪‣●○]\s*/u;

function oneLine(line: string, telling: Telling): string {
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]}- ${inlineFrom(line.slice(bullet[0].length), inMarkdown(telling))}`;
  return escapeLineStarts(inlineFrom(line, inMarkdown(telling)));
}

function inMarkdown(telling: Telling): Writing {
  return {
    code: (text) => inlineCode(plainCode(text, telling)),
    token: (inside) => angled(inside, telling, nested),
    emoji: (name) => emojiCharacter(name),
    marked,
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
