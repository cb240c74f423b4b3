import { escapeInline } from './escape.ts';
import type { Names } from './telling.ts';

/** Who and what is mentioned, by name. An id tells nobody anything, so where no name is known there is a word for it. */

export function personMention(id: string, label: string, names: Names): string {
  return `@${escapeInline(names.person(id) || label.replace(/^@/, '') || 'somebody')}`;
}

/** Slack writes the name of a public channel beside its id; whether it may be told is for `names` to say. */
export function channelMention(id: string, label: string, names: Names): string {
  const name = names.channel(id);
  if (name === null) return 'a private channel';
  const known = name || label.replace(/^#/, '');
  return known ? `#${escapeInline(known)}` : 'a channel';
}

export function groupMention(id: string, label: string, names: Names): string {
  const name = (label || names.group(id) || '').replace(/^@/, '');
  return name ? `@${escapeInline(name)}` : '@a group';
}

/** `here`, `channel`, `everyone` */
export function broadcastMention(range: string): string {
  return `@${/^\w+$/.test(range) ? range : 'channel'}`;
}
