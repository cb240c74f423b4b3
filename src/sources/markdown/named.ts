import { textIn } from '../loose.ts';
import { emojiCharacter, isStandardEmoji } from './emoji.ts';
import { escapeInline, unescapeSlack } from './escape.ts';
import { angled } from './mrkdwn-tokens.ts';
import type { Telling } from './telling.ts';

/** Texts that Slack formats in no way of its own, or as Markdown: mentions are found in them all the same. */

const TOKEN =
  /<((?:[@#][A-Z0-9]+|!(?:here|channel|everyone|subteam\^[A-Z0-9]+|date\^[^<>|\n]*))(?:\|[^<>\n]*)?)>/g;
const LINK = /<[a-z][\w+.-]*:[^<>|\n]*\|([^<>\n]*)>/gi;
const EMOJI = /:([a-z0-9_+'-]+):/g;

/** A title, a name or small print, as Markdown: names for ids, characters for emoji, the words of a link for the link. */
export function namedText(value: unknown, telling: Telling): string {
  return withTokens(textIn(value), telling, (plain) => {
    const words = plain.replace(LINK, '$1').replace(EMOJI, (all, name: string) => {
      return isStandardEmoji(name) ? emojiCharacter(name) : all;
    });
    return escapeInline(unescapeSlack(words));
  });
}

/** Markdown as an app wrote it, with names for ids. */
export function namedMarkdown(markdown: string, telling: Telling): string {
  return withTokens(markdown, telling, (rest) => rest);
}

function withTokens(text: string, telling: Telling, between: (text: string) => string): string {
  let result = '';
  let from = 0;
  for (const { index, 0: all, 1: inside = '' } of text.matchAll(TOKEN)) {
    result += between(text.slice(from, index)) + angled(inside, telling, escapeInline);
    from = index + all.length;
  }
  return result + between(text.slice(from));
}
