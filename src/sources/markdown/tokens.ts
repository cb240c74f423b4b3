import { unescapeSlack } from '../../text.ts';
import { textOf } from '../unknown-value.ts';
import type { Names, RenderContext } from './context.ts';
import { emojiCharacter, isStandardEmoji } from './emoji.ts';
import { linkTo } from './links.ts';
import { escapeInline, replaceMatches } from './syntax.ts';

/**
 * Converts a token of mrkdwn (a mention, date or link between `<` and `>`, with a label after `|`) to Markdown.
 * @param inside the text between `<` and `>`
 * @param next the text that directly follows the token
 */
export function angled(
  inside: string,
  context: RenderContext,
  label: (text: string) => string,
  next = '',
): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const words = bar < 0 ? '' : unescapeSlack(inside.slice(bar + 1));
  if (target.startsWith('@')) return personMention(target.slice(1), words, context.names);
  if (target.startsWith('#')) return channelMention(target.slice(1), words, context.names);
  if (target.startsWith('!')) return special(target.slice(1), words, context);
  const address = unescapeSlack(target);
  if (/^[a-z][\w+.-]*:/i.test(address)) {
    const title = context.titles?.get(address);
    return linkTo(address, { label: bar < 0 ? '' : label(inside.slice(bar + 1)), title, next });
  }
  // The text in angle brackets is not a token. An app wrote it and did not escape the brackets.
  return escapeInline(`<${unescapeSlack(inside)}>`);
}

function special(target: string, words: string, { names, dates }: RenderContext): string {
  const [kind = '', id = '', ...rest] = target.split('^');
  if (kind === 'subteam') return groupMention(id, words, names);
  if (kind === 'date') {
    const [format = '', address = ''] = rest;
    const date = escapeInline(dates.formatted(Number(id), unescapeSlack(format), words));
    return address ? linkTo(unescapeSlack(address), { label: date }) : date;
  }
  return words && !/^(here|channel|everyone)$/.test(kind) ? escapeInline(words) : broadcastMention(kind);
}

/** Converts a token inside code, such as a mention, to plain text. */
export function plainToken(inside: string, { names }: RenderContext): string {
  const [target = '', label = ''] = inside.split('|');
  const asIs = (text: string) => text;
  if (target.startsWith('@')) return personMention(target.slice(1), label, names, asIs);
  if (target.startsWith('#')) return channelMention(target.slice(1), label, names, asIs);
  if (target.startsWith('!subteam^')) return groupMention(target.slice(9), label, names, asIs);
  if (target.startsWith('!')) return label || broadcastMention(target.slice(1));
  return /^[a-z][\w+.-]*:/i.test(target) ? label || target : `<${inside}>`;
}

/** The functions below convert mentions to names. A person without a known name becomes "somebody", because readers cannot use an id. */

export function personMention(id: string, label: string, names: Names, write = escapeInline): string {
  return `@${write(names.person(id) || label.replace(/^@/, '') || 'somebody')}`;
}

/** Converts a mention of a channel to its name. A private channel's name is secret: `names` returns null, and `label` is not used. */
export function channelMention(id: string, label: string, names: Names, write = escapeInline): string {
  const name = names.channel(id);
  if (name === null) return 'a private channel';
  const known = name || label.replace(/^#/, '');
  return known ? `#${write(known)}` : 'a channel';
}

export function groupMention(id: string, label: string, names: Names, write = escapeInline): string {
  const name = (label || names.group(id) || '').replace(/^@/, '');
  return name ? `@${write(name)}` : '@a group';
}

/** Returns a mention of many people, such as `@here`. */
export function broadcastMention(range: string): string {
  return `@${/^\w+$/.test(range) ? range : 'channel'}`;
}

/** The functions below convert plain text, and Markdown that an app wrote. Both kinds of text can contain tokens such as mentions. */

const TOKEN =
  /<((?:[@#][A-Z0-9]+|!(?:here|channel|everyone|subteam\^[A-Z0-9]+|date\^[^<>|\n]*))(?:\|[^<>\n]*)?)>/g;
const LINK = /<[a-z][\w+.-]*:[^<>|\n]*\|([^<>\n]*)>/gi;
const EMOJI = /:([a-z0-9_+'-]+):/g;

/** Converts plain text, such as a title, to Markdown. Mentions become names, emoji become characters, and links become their labels. */
export function namedText(value: unknown, context: RenderContext): string {
  return withTokens(textOf(value), context, (plain) => {
    const words = plain.replace(LINK, '$1').replace(EMOJI, (all, name: string) => {
      return isStandardEmoji(name) ? emojiCharacter(name) : all;
    });
    return escapeInline(unescapeSlack(words));
  });
}

/** Replaces tokens such as mentions in Markdown that an app wrote. */
export function namedMarkdown(markdown: string, context: RenderContext): string {
  return withTokens(markdown, context, (rest) => rest);
}

function withTokens(text: string, context: RenderContext, between: (text: string) => string): string {
  return replaceMatches(text, TOKEN, ([, inside = '']) => angled(inside, context, escapeInline), between);
}
