import { escapeInline, unescapeSlack } from './escape.ts';
import { linkTo } from './links.ts';
import { broadcastMention, channelMention, groupMention, personMention } from './mentions.ts';
import type { Telling } from './telling.ts';

/**
 * What stands between `<` and `>` in mrkdwn: a mention, a date or a link, with a label behind a `|`.
 * @param label turns the words of a link into Markdown
 */
export function angled(inside: string, telling: Telling, label: (text: string) => string): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const words = bar < 0 ? '' : unescapeSlack(inside.slice(bar + 1));
  if (target.startsWith('@')) return personMention(target.slice(1), words, telling.names);
  if (target.startsWith('#')) return channelMention(target.slice(1), words, telling.names);
  if (target.startsWith('!')) return special(target.slice(1), words, telling);
  const address = unescapeSlack(target);
  if (/^[a-z][\w+.-]*:/i.test(address)) return linkTo(address, bar < 0 ? '' : label(inside.slice(bar + 1)));
  // No token of Slack's: what somebody wrote without escaping it.
  return escapeInline(`<${unescapeSlack(inside)}>`);
}

function special(target: string, words: string, { names, dates }: Telling): string {
  const [kind = '', id = '', ...rest] = target.split('^');
  if (kind === 'subteam') return groupMention(id, words, names);
  if (kind === 'date') {
    const [format = '', address = ''] = rest;
    const date = escapeInline(dates.formatted(Number(id), unescapeSlack(format), words));
    return address ? linkTo(unescapeSlack(address), date) : date;
  }
  return words && !/^(here|channel|everyone)$/.test(kind) ? escapeInline(words) : broadcastMention(kind);
}

/** The same within code, where nothing is formatted. */
export function plainToken(inside: string, { names }: Telling): string {
  const [target = '', label = ''] = inside.split('|');
  const id = target.replace(/^(?:[@#]|!subteam\^)/, '').split('^')[0] ?? '';
  if (target.startsWith('@')) return `@${names.person(id) || label || 'somebody'}`;
  if (target.startsWith('#')) return privateOr(names.channel(id), label);
  if (target.startsWith('!')) return label || groupOrAll(target, names.group(id));
  return /^(?:https?|mailto|tel):/.test(target) ? label || target : `<${inside}>`;
}

function groupOrAll(target: string, group: string | undefined): string {
  return target.includes('^') ? `@${group ?? 'a group'}` : `@${target.slice(1)}`;
}

function privateOr(name: string | null | undefined, label: string): string {
  return name === null ? 'a private channel' : `#${name || label || 'a channel'}`;
}
