import { isStandardEmoji } from './emoji.ts';
import type { Mark } from './marks.ts';

/** What the parts of a line of mrkdwn become. */
export interface Writing {
  code(text: string): string;
  /** @param inside what stands between `<` and `>`: a mention, a date or a link */
  token(inside: string): string;
  /** @param name of one of Slack's own emoji */
  emoji(name: string): string;
  marked(words: string, mark: Mark): string;
  /** @param text with Slack's escapes in it */
  literal(text: string): string;
}

/**
 * A line of mrkdwn. Code, links, mentions and emoji are set aside first, each behind a mark that no text holds, so that
 * what looks like formatting within them is left alone.
 */
export function inlineFrom(line: string, writing: Writing): string {
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

const SIGNS: Record<string, Mark> = { '*': 'bold', '~': 'strike', _: 'italic' };

/**
 * A sign opens where no word goes before it and closes where none follows, and doubled it is no sign; within a word it is a letter like others.
 * Going on from an opening sign ends at the next one that could open, which keeps this linear.
 */
const FORMATTED =
  /(?<![\p{L}\p{N}])([*_~])(?<!\1\1)(?!\1)(?=\S)((?:(?!\1).|(?<=[\p{L}\p{N}])\1(?=[\p{L}\p{N}]))+)(?<=\S)\1(?!\1)(?![\p{L}\p{N}])/gu;

/** Each level takes one kind of sign away, so that it goes three deep at most. */
function formatted(text: string, kinds: readonly Mark[], writing: Writing): string {
  let result = '';
  let from = 0;
  for (const { index, 0: all, 1: sign = '', 2: inner = '' } of text.matchAll(FORMATTED)) {
    const kind = SIGNS[sign];
    if (!kind || !kinds.includes(kind)) continue;
    const others = kinds.filter((each) => each !== kind);
    const words = formatted(inner, others, writing);
    result += writing.literal(text.slice(from, index)) + writing.marked(words, kind);
    from = index + all.length;
  }
  return result + writing.literal(text.slice(from));
}
